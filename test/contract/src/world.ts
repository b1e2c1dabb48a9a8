import { type OpenSqlAdapter, openSqlAdapter } from '@latchstring/adapter-sql'
import Nodemailer, { type NodemailerConfig } from '@latchstring/core/providers/nodemailer'
import type { OAuth2Config, OIDCConfig } from '@latchstring/core/providers'
import type { Profile, User } from '@latchstring/core/types'
import { type IdentityProvider, startIdentityProvider } from '@latchstring/test-idp'
import { type Inbox, startInbox } from '@latchstring/test-inbox'
import { client, oidcProvider, plain, type PlainProfile } from '@latchstring/test-kit/idp'
import { onTestFinished } from 'vitest'
import { ORIGIN } from '@latchstring/test-kit/app'

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

/** What an application with types makes of the profile. */
const readPlainProfile = ({ id, name, email, avatar_url: image }: PlainProfile): User => ({
  id: String(id),
  name,
  email,
  image,
})

/** A world that can be ended. */
export interface OpenWorld extends World {
  close(): Promise<void>
}

async function openStore(): Promise<OpenSqlAdapter> {
  const adapter = openSqlAdapter(':memory:', { records: true })
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
  const ids = ['harbour', 'plain', 'test-idp']
  const clients = [client({ redirect_uris: ids.map((id) => `${callback}/${id}`) })]
  const [idp, inbox] = await Promise.all([startIdentityProvider({ clients }), startInbox()])
  return {
    idp,
    inbox,
    oidc: (overrides) => oidcProvider(idp, overrides),
    oauth: (overrides = {}) => plain(idp, { profile: readPlainProfile, ...overrides }),
    mail: (overrides = {}) =>
      Nodemailer({ server: inbox.smtpUrl, from: 'app@app.example', ...overrides }),
    store: openStore,
    close: async () => void (await Promise.all([idp.close(), inbox.close()])),
  }
}
