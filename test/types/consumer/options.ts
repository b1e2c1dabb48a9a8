/** What a configuration refuses. Each of these was a mistake that once compiled somewhere. */
import { createAuth, defineConfig, raw, skipCSRFCheck } from '@latchstring/core'
import type { AuthConfig } from '@latchstring/core/types'
import Latchstring from '@latchstring/next'
import GitHub from '@latchstring/core/providers/github'
import Google from '@latchstring/core/providers/google'

// @ts-expect-error -- `providers` is required
createAuth({})
// @ts-expect-error -- no such option
createAuth({ providers: [], sesion: { strategy: 'jwt' } })
// @ts-expect-error -- no such option of the session
createAuth({ providers: [], session: { maxage: 60 } })
// @ts-expect-error -- no such strategy
createAuth({ providers: [], session: { strategy: 'cookie' } })
// @ts-expect-error -- a number of seconds
createAuth({ providers: [], session: { maxAge: '30d' } })
// @ts-expect-error -- no such callback
createAuth({ providers: [], callbacks: { sessions: () => ({}) } })
// @ts-expect-error -- a session is an object
createAuth({ providers: [], callbacks: { session: () => 'Ada' } })
// @ts-expect-error -- the symbol, so that it is not turned off by accident
createAuth({ providers: [], skipCSRFCheck: true })
// @ts-expect-error -- the symbol
createAuth({ providers: [], weakSecret: true })
// @ts-expect-error -- no such page
createAuth({ providers: [], pages: { login: '/login' } })
// @ts-expect-error -- no such event
createAuth({ providers: [], events: { signedIn: () => undefined } })
// @ts-expect-error -- no such cookie
createAuth({ providers: [], cookies: { session: { name: 'sid' } } })
// @ts-expect-error -- no such colour scheme
createAuth({ providers: [], theme: { colorScheme: 'blue' } })
// @ts-expect-error -- what the `jwt` callback returns is an object
createAuth({ providers: [], callbacks: { jwt: () => 'token' } })
// @ts-expect-error -- `signIn` answers with a boolean or a URL
createAuth({ providers: [], callbacks: { signIn: () => 7 } })
// @ts-expect-error -- `raw` is for the core only
Latchstring({ providers: [], raw })
// @ts-expect-error -- no such option
Latchstring({ providers: [], trusthost: true })

// Options of providers.

// @ts-expect-error -- no such option
GitHub({ clientID: 'id' })
// @ts-expect-error -- a nonce needs an ID token
GitHub({ checks: ['nonce'] })
// @ts-expect-error -- no such check
Google({ checks: ['csrf'] })
// @ts-expect-error -- `profile` returns a user
GitHub({ profile: () => 7 })
// @ts-expect-error -- not a provider
createAuth({ providers: ['github'] })
// @ts-expect-error -- a provider has an id
createAuth({ providers: [{ name: 'Acme', type: 'oidc', issuer: 'https://id.acme.example' }] })
// @ts-expect-error -- no such kind of provider
createAuth({ providers: [{ id: 'acme', name: 'Acme', type: 'saml' }] })

// What is right compiles, with literals that were widened and with readonly ones.

const strategy = 'jwt' as const
export const literal = createAuth({ providers: [], session: { strategy } })
const options = { strategy: 'database', maxAge: 3600 } as const
export const constant = createAuth({ providers: [], session: options })
const frozen = {
  providers: [GitHub],
  session: { strategy: 'jwt' },
  secret: ['new', 'old'],
} as const
export const whole = createAuth(frozen)
const widened = { strategy: 'jwt' }
// @ts-expect-error -- without `as const` a strategy is any text
createAuth({ providers: [], session: widened })

export const config = defineConfig({
  providers: [GitHub],
  basePath: '/auth',
  secret: ['newer', 'older'],
  session: { strategy: 'jwt', maxAge: 3600, updateAge: 0, absoluteMaxAge: 86_400 },
  skipCSRFCheck,
  trustHost: true,
  allowedHosts: ['app.example.com'],
  pages: { signIn: '/login' },
  logger: { error: (error) => console.error(error.message), warn: (code) => console.warn(code) },
  theme: { colorScheme: 'dark', brandColor: '#036' },
})
export const annotated: AuthConfig = { providers: [GitHub, Google] }

// What a function returns is only compared; `defineConfig` and an annotation find misspelt options there, too.
export const perRequest = [
  // @ts-expect-error -- `providrs` is not an option
  createAuth(() => defineConfig({ providers: [], providrs: [] })),
  // @ts-expect-error -- `providrs` is not an option
  createAuth(async () => defineConfig({ providers: [], providrs: [] })),
  // @ts-expect-error -- `providrs` is not an option
  createAuth((): AuthConfig => ({ providers: [], providrs: [] })),
  // @ts-expect-error -- `strategi` is not an option of sessions
  createAuth(() => ({ providers: [], session: { strategi: 'jwt' } })),
  createAuth(() => defineConfig({ providers: [], session: { strategy: 'jwt' } })),
]
