import { type OpenSqlAdapter, openSqlAdapter } from '@latchstring/adapter-sql'
import Nodemailer, { type NodemailerConfig } from '@latchstring/core/providers/nodemailer'
import type { OAuth2Config, OIDCConfig } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/core/types'
import { type IdentityProvider, startIdentityProvider } from '@latchstring/test-idp'
import { type Inbox, startInbox } from '@latchstring/test-inbox'
import { onTestFinished } from 'vitest'
import { ORIGIN } from './app.ts'

const CLIENT = {
  clientId: 'app',
  clientSecret: 'the-secret-of-the-app-is-long-enough',
} as const

/** What applications under test deal with. */
export interface World {
  readonly idp: IdentityProvider
  readonly inbox: Inbox
  /** The provider with OpenID Connect, as an application configures it. */
  oidc(overrides?: Partial<OIDCConfig<Profile>>): OIDCConfig<Profile>
  /** The service without OpenID. */
  oauth(overrides?: Partial<OAuth2Config<PlainProfile>>): OAuth2Config<PlainProfile>
  /** Sign-in by mail to the inbox. */
  mail(overrides?: Partial<NodemailerConfig>): NodemailerConfig
  /** An empty database in memory, closed after the test. */
  store(): Promise<OpenSqlAdapter>
}

/** Members of the profile of the service without OpenID. */
export interface PlainProfile {
  readonly id: number
  readonly name: string
  readonly email: string | null
  readonly avatar_url: string | null
}

/** A world that can be ended. */
export interface OpenWorld extends World {
  close(): Promise<void>
}

async function openStore(): Promise<OpenSqlAdapter> {
  const adapter = openSqlAdapter(':memory:')
  await adapter.migrate()
  onTestFinished(() => adapter.close())
  return adapter
}

/**
 * Starts the provider and the inbox.
 *
 * @param basePath - where the application has its actions
 */
export async function startWorld(basePath: string): Promise<OpenWorld> {
  const callback = `${ORIGIN}${basePath}/callback`
  const clients = [
    {
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      redirect_uris: [`${callback}/harbour`, `${callback}/plain`, `${callback}/test-idp`],
    },
  ]
  const [idp, inbox] = await Promise.all([startIdentityProvider({ clients }), startInbox()])
  return {
    idp,
    inbox,
    oidc: (overrides = {}) => ({
      id: 'harbour',
      name: 'Harbour ID',
      type: 'oidc',
      issuer: idp.issuer,
      ...CLIENT,
      ...overrides,
    }),
    oauth: (overrides = {}) => ({
      id: 'plain',
      name: 'Harbour Code',
      type: 'oauth',
      authorization: idp.oauth.authorization,
      token: idp.oauth.token,
      userinfo: idp.oauth.profile,
      profile: ({ id, name, email, avatar_url: image }) => ({
        id: String(id),
        name,
        email,
        image,
      }),
      ...CLIENT,
      ...overrides,
    }),
    mail: (overrides = {}) =>
      Nodemailer({ server: inbox.smtpUrl, from: 'app@app.example', ...overrides }),
    store: openStore,
    close: async () => void (await Promise.all([idp.close(), inbox.close()])),
  }
}
