import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/hono'

export const latchstring = Latchstring({ providers: [GitHub] })
