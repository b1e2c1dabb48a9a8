import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/node'

export const latchstring = Latchstring({ providers: [GitHub] })
