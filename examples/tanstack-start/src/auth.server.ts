import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/tanstack-start'

export const { middleware, client, requireSession } = Latchstring({ providers: [GitHub] })
