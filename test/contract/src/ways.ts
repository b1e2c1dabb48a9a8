import type { Adapter } from '@latchstring/core/adapters'
import Passkey from '@latchstring/core/providers/passkey'
import { createAuthenticator, type RequestOptions } from '@latchstring/test-kit/fake-authenticator'
import { readJson } from '@latchstring/test-kit/json'
import { ORIGIN } from '@latchstring/test-kit/app'
import type { App } from './app.ts'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { PlainConfig } from './target.ts'
import { readLocation } from '@latchstring/test-kit/story'
import { type Visitor } from '@latchstring/test-kit/visitor'
import type { World } from './world.ts'

/** A person with a sign-in method, of each kind. */
export interface Way {
  readonly kind: 'oauth' | 'oidc' | 'credentials' | 'email' | 'webauthn'
  /** Creates what the sign-in requires: a user, a passkey. No callback refuses it. */
  prepare?(app: App): Promise<void>
  /** Signs in, and gives the answer that ends the sign-in. */
  enter(visitor: Visitor): Promise<Response>
}

/** The configuration with every sign-in method. */
export async function everyWay(
  world: World,
  strategy: 'jwt' | 'database',
): Promise<PlainConfig & { readonly adapter: Adapter }> {
  const adapter = await world.store()
  const ada = await adapter.createUser({ ...ADA, emailVerified: new Date(0) })
  return {
    adapter,
    session: { strategy },
    experimental: { enableWebAuthn: true },
    providers: [
      passwords({ authorize: () => ada }),
      world.oidc(),
      world.oauth(),
      world.mail(),
      Passkey(),
    ],
  }
}

async function options(visitor: Visitor, action: string): Promise<unknown> {
  const response = await visitor.open(`webauthn-options/passkey?action=${action}`)
  return (await readJson(response))['options']
}

/** Every kind of sign-in, each by a person of its own. */
export function ways(world: World): readonly Way[] {
  const authenticator = createAuthenticator({ origin: ORIGIN })
  const email = `every-way-${crypto.randomUUID()}@example.org`
  return [
    { kind: 'oidc', enter: (visitor) => visitor.signInWith('harbour', 'grace') },
    { kind: 'oauth', enter: (visitor) => visitor.signInWith('plain', 'ada') },
    { kind: 'credentials', enter: (visitor) => visitor.submitPassword() },
    {
      kind: 'email',
      async enter(visitor) {
        const asked = await visitor.submit('signin/nodemailer', { email, callbackUrl: '/inside' })
        if (!readLocation(asked).pathname.endsWith('/verify-request')) return asked
        const { link = '' } = await world.inbox.waitFor(email)
        return visitor.browser.open(link)
      },
    },
    {
      kind: 'webauthn',
      async prepare(app) {
        const visitor = app.visit()
        await visitor.submitPassword()
        // The options are those of the action that was asked for.
        const creation = (await options(visitor, 'register')) as Parameters<
          typeof authenticator.create
        >[0]
        const data = JSON.stringify(authenticator.create(creation))
        await visitor.submit('callback/passkey', { action: 'register', data })
      },
      async enter(visitor) {
        // As above.
        const request = (await options(visitor, 'authenticate')) as RequestOptions
        const data = JSON.stringify(authenticator.get(request))
        const fields = { action: 'authenticate', data, callbackUrl: '/inside' }
        return visitor.submit('callback/passkey', fields)
      },
    },
  ]
}
