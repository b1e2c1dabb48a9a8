/** Providers in every form an application writes them. */
import { createAuth, customFetch } from '@latchstring/core'
import { CredentialsSignin } from '@latchstring/core/errors'
import {
  accountId,
  type CredentialsConfig,
  type EmailConfig,
  type OAuth2Config,
  type OIDCConfig,
  type Provider,
} from '@latchstring/core/providers'
import Apple from '@latchstring/core/providers/apple'
import Auth0 from '@latchstring/core/providers/auth0'
import Authentik from '@latchstring/core/providers/authentik'
import Credentials from '@latchstring/core/providers/credentials'
import Discord from '@latchstring/core/providers/discord'
import GitHub, { type GitHubProfile } from '@latchstring/core/providers/github'
import GitLab from '@latchstring/core/providers/gitlab'
import Google, { type GoogleProfile } from '@latchstring/core/providers/google'
import Keycloak from '@latchstring/core/providers/keycloak'
import MicrosoftEntraID from '@latchstring/core/providers/microsoft-entra-id'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Okta from '@latchstring/core/providers/okta'
import Passkey from '@latchstring/core/providers/passkey'
import WebAuthn from '@latchstring/core/providers/webauthn'
import Latchstring from '@latchstring/next'
import NextGitHub from '@latchstring/next/providers/github'
import { expectTrue, type Equal } from '../equal.ts'

// Not called, called without options, called with them; in one list.

export const factories = createAuth({
  providers: [
    Apple,
    Auth0,
    Authentik,
    Discord,
    GitHub,
    GitLab,
    Google,
    Keycloak,
    MicrosoftEntraID,
    Okta,
    Credentials,
  ],
})
export const called = createAuth({
  providers: [
    GitHub({ clientId: 'id', clientSecret: 'secret' }),
    Google(),
    Keycloak({ issuer: 'https://sso.example.com/realms/main' }),
    Nodemailer({ server: 'smtp://localhost', from: 'no-reply@example.com' }),
    GitLab,
  ],
})
export const inNext = Latchstring({ providers: [NextGitHub, NextGitHub({ id: 'second' }), GitHub] })

// A list with its type.

export const list: Provider[] = [GitHub, Google({ clientId: 'id' })]
export const fromList = createAuth({ providers: list })

// Profiles have the type of the provider, and one of the application's own where it says so.

GitHub({
  profile: (profile, tokens) => {
    expectTrue<Equal<typeof profile, GitHubProfile>>()
    expectTrue<Equal<typeof tokens.access_token, string | undefined>>()
    return { ...accountId(profile.id), name: profile.login }
  },
})
interface WithTeam extends GoogleProfile {
  readonly team: string
}
export const withTeam = createAuth({
  providers: [
    Google<WithTeam>({
      profile: (profile) => {
        expectTrue<Equal<typeof profile.team, string>>()
        return { id: profile.sub, name: profile.team }
      },
    }),
  ],
})

// Objects of the application's own.

interface AcmeClaims {
  readonly sub: string
  readonly nick: string
}
export const acme: OIDCConfig<AcmeClaims> = {
  id: 'acme',
  name: 'Acme',
  type: 'oidc',
  issuer: 'https://id.acme.example',
  clientId: 'id',
  profile: (claims) => ({ id: claims.sub, name: claims.nick }),
  [customFetch]: (input, init) => fetch(input, init),
}
export const plainOAuth: OAuth2Config<AcmeClaims> = {
  id: 'plain',
  name: 'Plain',
  type: 'oauth',
  clientId: 'id',
  authorization: { url: 'https://plain.example/authorize', params: { scope: 'profile' } },
  token: 'https://plain.example/token',
  userinfo: {
    url: 'https://plain.example/me',
    request: async ({ tokens, fetch: ask }) => {
      const response = await ask(`https://plain.example/me?token=${tokens.access_token ?? ''}`)
      // The shape of this answer is Plain's to promise.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return (await response.json()) as AcmeClaims
    },
  },
  profile: (claims) => ({ id: claims.sub }),
}
export const own = createAuth({
  providers: [
    acme,
    plainOAuth,
    { id: 'inline', name: 'Inline', type: 'oidc', issuer: 'https://x' },
  ],
})

// Credentials: the inputs name what `authorize` receives, which is text where it is there.

export const people = Credentials({
  credentials: { username: { label: 'User name' }, password: { type: 'password' } },
  authorize: async ({ username, password }, request) => {
    expectTrue<Equal<typeof username, string | undefined>>()
    expectTrue<Equal<typeof request, Request>>()
    if (username === undefined || password !== 'right') throw new CredentialsSignin()
    return { id: username }
  },
})
expectTrue<
  Equal<
    typeof people,
    CredentialsConfig<{ username: { label: string }; password: { type: string } }>
  >
>()
// The result of `authorize` is a user, and `null` for a refusal.
// @ts-expect-error -- no user
Credentials({ credentials: { pin: {} }, authorize: () => 'Ada' })
Credentials({
  credentials: { pin: {} },
  // @ts-expect-error -- not an input of the form
  authorize: ({ password }) => (password === 'right' ? { id: '1' } : null),
})
export const withPeople = createAuth({ providers: [people, GitHub] })

// Email through a service of the application's own.

export const mail: EmailConfig = {
  id: 'mail',
  name: 'Mail',
  type: 'email',
  maxAge: 300,
  sendVerificationRequest: ({ identifier, url, code, expires }) => {
    expectTrue<Equal<typeof code, string | undefined>>()
    expectTrue<Equal<typeof expires, Date>>()
    console.log(identifier, url)
  },
}
export const withMail = createAuth({ providers: [mail] })

// Passkeys and security keys.

export const withPasskeys = createAuth({
  providers: [Passkey, WebAuthn({ relyingParty: { name: 'Example' } })],
  experimental: { enableWebAuthn: true },
})
