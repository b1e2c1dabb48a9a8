import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/express'

export const latchstring = Latchstring({ providers: [GitHub] })
