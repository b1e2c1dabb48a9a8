import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/solid-start'

export const { middleware, auth, protect, requireSession } = Latchstring({ providers: [GitHub] })
