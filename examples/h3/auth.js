import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/h3'

export const latchstring = Latchstring({ providers: [GitHub] })
