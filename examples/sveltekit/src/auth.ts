import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/sveltekit'

export const { handle, requireSession } = Latchstring({ providers: [GitHub] })
