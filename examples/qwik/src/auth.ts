import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/qwik'

export const latchstring = Latchstring({ providers: [GitHub] })
