import { createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import GitHub from '@latchstring/core/providers/github'
import type { AuthConfig } from '@latchstring/core/types'

declare const adapter: Adapter

export const auth = createAuth({
  adapter,
  providers: [GitHub({ clientId: 'id', clientSecret: 'secret' })],
  session: { strategy: 'jwt' },
  callbacks: {
    jwt: ({ token }) => ({ ...token, role: 'editor' as const }),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
})

export const handle = (request: Request): Promise<Response> => auth.handle(request)

export const lazy = createAuth(() => ({ providers: [], secret: 'x'.repeat(64) }))

export const config: AuthConfig = { providers: [], trustHost: true }
