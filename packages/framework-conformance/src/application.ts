/**
 * The configuration of the application that the rules are tested with, on any runtime.
 *
 * @packageDocumentation
 */
import type { Adapter, AdapterSession, AdapterUser } from '@latchstring/core/adapters'
import { CredentialsSignin } from '@latchstring/core/errors'
import type { FrameworkAuthConfig, FrameworkAuthConfigInput } from '@latchstring/core/framework'
import Credentials from '@latchstring/core/providers/credentials'

/** Settings that rows start an application with. */
interface Settings {
  readonly TEST_AWAY?: string | undefined
  readonly TEST_AUTHORIZED?: string | undefined
  readonly TEST_BELOW?: string | undefined
  readonly TEST_BROKEN?: string | undefined
  readonly TEST_FUNCTION?: string | undefined
  readonly TEST_LIMITED?: string | undefined
  readonly TEST_SIGN_IN_PAGE?: string | undefined
  readonly TEST_STRATEGY?: string | undefined
  readonly TEST_UPDATE_AGE?: string | undefined
}

/** Numbers of calls. The application increments `handler`, and serves all counters at `/count`. */
export interface Count {
  session: number
  authorized: number
  configuration: number
  handler: number
  extended: number
  deleted: number
}

const KEY = Symbol.for('latchstring.test.count')

/** Key of the counters on `globalThis`, which all copies of this module that a bundler makes share. */
function findCount(): Count {
  const none = { session: 0, authorized: 0, configuration: 0, handler: 0, extended: 0, deleted: 0 }
  // Only this module writes this member.
  const global = globalThis as { [KEY]?: Count }
  return (global[KEY] ??= none)
}

/** Numbers of calls in this process. */
export const count: Count = findCount()

class Locked extends CredentialsSignin {
  override code = 'locked'
}

const PEOPLE = ['ada', 'grace', 'linus', 'barbara', 'admin']

/** The users of the application, who all have the same password. */
function authorize({
  username,
  password,
}: {
  readonly username?: unknown
  readonly password?: unknown
}): { id: string; name: string; email: string } | null {
  const name = String(username)
  if (!PEOPLE.includes(name)) return null
  if (password !== 'correct') throw new Locked()
  return { id: `id-of-${name}`, name, email: `${name}@example.com` }
}

type Provider = FrameworkAuthConfig['providers'][number]

/** A provider at a URL without a server. The rules send it no request. */
const service = (id: string, rest: object = {}): Provider => ({
  id,
  name: id,
  type: 'oauth',
  clientId: 'application',
  clientSecret: 'secret-of-the-application',
  authorization: `http://127.0.0.1:9/${id}/authorize`,
  token: `http://127.0.0.1:9/${id}/token`,
  userinfo: `http://127.0.0.1:9/${id}/me`,
  profile: ({ id: sub }: { readonly id?: unknown }) => ({ id: String(sub) }),
  ...rest,
})

const POSTER = {
  authorization: {
    url: 'http://127.0.0.1:9/poster/authorize',
    params: { response_mode: 'form_post' },
  },
}

type Callbacks = NonNullable<FrameworkAuthConfig['callbacks']>
type Authorized = NonNullable<Callbacks['authorized']>

/** Whether the path requires a session: a rule as in the document about paths. */
const isRuled = ({ url }: Request): boolean => /^\/rules(?:\/|$)/.test(new URL(url).pathname)

const byRules: Authorized = ({ auth, request }) => auth !== null || !isRuled(request)

const AUTHORIZED: Readonly<Record<string, Authorized>> = {
  nobody: () => false,
  throws: () => {
    throw new Error('The callback is broken.')
  },
  response: ({ request }) =>
    !isRuled(request) ||
    new Response('from-the-callback', { status: 418, headers: { 'x-callback': 'yes' } }),
}

const createCallbacks = ({ TEST_AUTHORIZED = '' }: Settings): Callbacks => ({
  authorized(question) {
    count.authorized += 1
    return (AUTHORIZED[TEST_AUTHORIZED] ?? byRules)(question)
  },
  jwt({ token, user, trigger, session }) {
    // Too long for one cookie.
    if (user?.name === 'linus') return { ...token, long: 'x'.repeat(7000) }
    // The rules send this data.
    const given = session as { readonly user?: { readonly name?: string } } | undefined
    if (trigger === 'update') return { ...token, name: given?.user?.name ?? token.name ?? null }
    return token
  },
  session({ session }) {
    count.session += 1
    return session
  },
})

/** The sessions of the store, with the tokens `token-of-NAME`. */
const STORED_TOKENS = {
  ada: 'sha256:2zmcuwhZdUlkFzrbyKzaj8U5xcbc-OyxaAoE_5R0n6w',
  grace: 'sha256:FrbqlZ2h9lypKsaeJtPmjlLO25skeZU-r24SJRRLYKE',
  linus: 'sha256:HpxCcGE12b31h-jKSLT4IGbxTqBFS88zWV_GoT-QmlM',
  barbara: 'sha256:Idiw5ikFaDWGPFZJoT5MEUQAxaMzpMnXTzPW-vetmi4',
  admin: 'sha256:R3NvOis09_NrqTh0dF76lsZ3BzkNx0RD043vqBtYU10',
}

/**
 * A store with a session for each user, whose token is `token-of-NAME`. Every read extends the session.
 *
 * @param isAway - whether it finds no session, because it fails
 */
function createStore(isAway: boolean): Adapter {
  const people = PEOPLE.map((name) => ({
    id: name,
    name,
    email: `${name}@x.test`,
    emailVerified: null,
  }))
  const users = new Map<string, AdapterUser>(people.map((user) => [user.id, user]))
  const expires = new Date(Date.now() + 60 * 60 * 1000)
  const sessions = new Map<string, AdapterSession>(
    Object.entries(STORED_TOKENS).map(([userId, sessionToken]) => [
      sessionToken,
      { sessionToken, userId, expires },
    ]),
  )
  return {
    createUser: (user) => user,
    getUser: (id) => users.get(id) ?? null,
    getUserByEmail: () => null,
    getUserByAccount: () => null,
    updateUser: (user) =>
      Object.assign({ email: '', emailVerified: null }, users.get(user.id), user),
    linkAccount: (account) => account,
    createSession: (session) => {
      sessions.set(session.sessionToken, session)
      return session
    },
    getSessionAndUser(token) {
      if (isAway) throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
      const session = sessions.get(token)
      const user = users.get(session?.userId ?? '')
      return session && user ? { session, user } : null
    },
    updateSession(change) {
      count.extended += 1
      const known = sessions.get(change.sessionToken)
      if (!known) return null
      const session = { ...known, ...change }
      sessions.set(change.sessionToken, session)
      return session
    },
    deleteSession(token) {
      if (sessions.delete(token)) count.deleted += 1
    },
  }
}

/** Limits with one wrong password a minute. */
const LIMITED = { password: { application: { points: 1, window: 60 } } }

function createConfig(env: Settings, tenant?: string): FrameworkAuthConfig {
  count.configuration += 1
  const broken = env.TEST_BROKEN ? [service('broken', { clientId: undefined })] : []
  const isDatabase = env.TEST_STRATEGY === 'database'
  return {
    providers: [
      Credentials({
        credentials: { username: { label: 'Name' }, password: { type: 'password' } },
        authorize,
      }),
      service('github', tenant === undefined ? {} : { name: `GitHub of ${tenant}` }),
      service('poster', POSTER),
      ...broken,
    ],
    session: {
      strategy: isDatabase ? 'database' : 'jwt',
      updateAge: Number(env.TEST_UPDATE_AGE || 86400),
    },
    ...(env.TEST_BELOW && { basePath: `${env.TEST_BELOW}/auth` }),
    ...(env.TEST_LIMITED && { limits: LIMITED }),
    ...(isDatabase && { adapter: createStore(env.TEST_AWAY !== undefined) }),
    ...(env.TEST_SIGN_IN_PAGE && { pages: { signIn: env.TEST_SIGN_IN_PAGE } }),
    ...(tenant && { cookies: { sessionToken: { name: `${tenant}.session-token` } } }),
    callbacks: createCallbacks(env),
  }
}

/** Creates a configuration for each host with the first request to it. */
function createTenants(env: Settings): (request?: Request) => FrameworkAuthConfig {
  const tenants = new Map<string, FrameworkAuthConfig>()
  return (request) => {
    const tenant = request?.headers.get('host')?.split('.')[0] ?? 'none'
    const config = tenants.get(tenant) ?? createConfig(env, tenant)
    tenants.set(tenant, config)
    return config
  }
}

/**
 * Returns the configuration of the tested application: three providers, counted callbacks, and the options of its settings.
 *
 * @param env - the environment of the application; with `TEST_FUNCTION` the configuration is a function of the request
 *
 * @example
 * ```ts
 * import { createFrameworkAuth } from '@latchstring/core/framework'
 * import { configure } from '@latchstring/framework-conformance/application'
 *
 * const auth = createFrameworkAuth(configure(process.env), { env: process.env, basePath: '/auth' })
 * ```
 */
export const configure = (
  env: Readonly<Record<string, string | undefined>>,
): FrameworkAuthConfigInput => (env['TEST_FUNCTION'] ? createTenants(env) : createConfig(env))

/**
 * Returns the text by which a page names its user.
 *
 * @param session - the session, if there is one
 *
 * @example
 * ```ts
 * import { who } from '@latchstring/framework-conformance/application'
 *
 * who({ user: { name: 'ada' } }) // 'who:ada'
 * who(null) // 'who:nobody'
 * ```
 */
export const who = (
  session: { readonly user?: { readonly name?: string | null | undefined } } | null | undefined,
): string => `who:${session?.user?.name ?? 'nobody'}`
