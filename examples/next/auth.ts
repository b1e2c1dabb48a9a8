import Latchstring from '@latchstring/next'
import GitHub from '@latchstring/next/providers/github'

export const { handlers, auth } = Latchstring({ providers: [GitHub] })
