import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/react-router'

export const { middleware, client, requireSession, loader, action } = Latchstring({
  providers: [GitHub],
})
