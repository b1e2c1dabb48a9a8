import GitHub from '@latchstring/core/providers/github'
import { latchstring } from '@latchstring/remix'

export const auth = latchstring({ providers: [GitHub] })
