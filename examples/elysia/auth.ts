import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/elysia'

export const latchstring = Latchstring({ providers: [GitHub] })
