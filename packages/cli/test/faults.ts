import { openSqlAdapter } from '@latchstring/adapter-sql'
import {
  type Auth,
  type AuthConfig,
  type CoreOptions,
  createAuth,
  customFetch,
} from '@latchstring/core'
import GitHub from '@latchstring/core/providers/github'
import Google from '@latchstring/core/providers/google'
import Keycloak from '@latchstring/core/providers/keycloak'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { type Emulator, type Visitor, createLab, createVisitor } from '@latchstring/testing'

const ORIGIN = 'https://app.example'
const BASE = `${ORIGIN}/auth`
const SECRET = 'kX9/2vQmZr7LpT4wYb1NcE8sUh3JdF6g'
const OTHER = 'Zr7LpT4wYb1NcE8sUh3JdF6gkX9/2vQm'
const ENV = { AUTH_URL: ORIGIN, AUTH_SECRET: SECRET, NODE_ENV: 'production' }
const HOUR = 3_600_000

/** A fault of an application that runs. */
export interface Fault {
  readonly name: string
  /** Makes it happen. What it throws besides is of no interest: the log is. */
  readonly make: (logger?: AuthConfig['logger']) => Promise<unknown>
  /** The name that `explain` gives it. */
  readonly explains: string
  /** The same where the log ends before the last cause. */
  readonly whenCut?: string
  /** What the explanation has to say. */
  readonly says: readonly string[]
}

type Logger = AuthConfig['logger']

const set = (config: AuthConfig, logger: Logger, options: CoreOptions = {}): Auth =>
  createAuth(logger === undefined ? config : { ...config, logger }, { env: ENV, ...options })

const visit = ({ handle }: Pick<Auth, 'handle'>): Visitor => createVisitor(handle, BASE)

async function readToken(visitor: Visitor): Promise<string> {
  const body: unknown = await (await visitor.fetch(`${BASE}/csrf`)).json()
  return typeof body === 'object' && body !== null && 'csrfToken' in body
    ? String(body.csrfToken)
    : ''
}

/** Signs in at an emulator of GitHub. */
async function atGitHub(
  logger: Logger,
  change: (github: Emulator) => Partial<AuthConfig> | undefined,
  options: Parameters<Visitor['signIn']>[1] = {},
): Promise<unknown> {
  const github = await createLab().provider('github')
  const more = change(github)
  const auth = set({ providers: [GitHub(github.options)], ...more }, logger)
  return visit(auth).signIn(github, options)
}

/** Makes the service fail, and leaves the configuration as it is. */
function fail(emulator: Emulator, how: Parameters<Emulator['fail']>[0]): undefined {
  emulator.fail(how)
  return undefined
}

/** Signs in at Google with a clock that is wrong. */
async function withClock(logger: Logger, error: number): Promise<unknown> {
  const google = await createLab().provider('google')
  const auth = set({ providers: [Google(google.options)] }, logger, {
    clock: () => Date.now() + error,
  })
  return visit(auth).signIn(google)
}

const post = (
  auth: Auth,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> =>
  auth.handle(
    new Request(`${BASE}${path}`, { method: 'POST', headers: { host: 'app.example', ...headers } }),
  )

const get = (
  auth: Auth,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> =>
  auth.handle(
    new Request(url, { headers: { host: new URL(url).host, accept: 'text/html', ...headers } }),
  )

/** Starts a sign-in with Keycloak, whose responses are these. */
async function atKeycloak(
  logger: Logger,
  issuer: string,
  respond?: (url: string) => Promise<Response>,
): Promise<unknown> {
  const fetch =
    respond &&
    ((url: string | URL | Request) => respond(String(url instanceof Request ? url.url : url)))
  const keycloak = Keycloak({
    clientId: 'app',
    clientSecret: '9f2c7a1be4d8',
    issuer,
    ...(fetch === undefined ? {} : { [customFetch]: fetch }),
  })
  const visitor = visit(set({ providers: [keycloak] }, logger))
  const csrfToken = await readToken(visitor)
  const body = new URLSearchParams({ csrfToken })
  return visitor.fetch(`${BASE}/signin/keycloak`, {
    method: 'POST',
    body,
    headers: { origin: ORIGIN },
  })
}

const failing = (code: string, message: string) => (): Promise<Response> =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) }),
  )

/** Asks for a mail. */
async function askForMail(logger: Logger, migrated: boolean, url = ':memory:'): Promise<unknown> {
  const adapter = openSqlAdapter(url)
  try {
    if (migrated) await adapter.migrate()
    const mail = Nodemailer({ server: 'smtp://127.0.0.1:9', from: 'app@app.example' })
    const visitor = visit(set({ adapter, providers: [mail] }, logger))
    const csrfToken = await readToken(visitor)
    const body = new URLSearchParams({ csrfToken, email: 'ada@example.com' })
    return await visitor.fetch(`${BASE}/signin/nodemailer`, {
      method: 'POST',
      body,
      headers: { origin: ORIGIN },
    })
  } finally {
    await adapter.close()
  }
}

/** Starts a sign-in, and brings the response of the provider to another application or without cookies. */
async function returnTo(
  logger: Logger,
  how: 'without cookies' | 'another secret',
): Promise<unknown> {
  const github = await createLab().provider('github')
  const config = { providers: [GitHub(github.options)] }
  const visitor = visit(set(config, logger))
  const csrfToken = await readToken(visitor)
  const started = await visitor.fetch(`${BASE}/signin/github`, {
    method: 'POST',
    body: new URLSearchParams({ csrfToken }),
    headers: { origin: ORIGIN },
  })
  const { url } = await github.authorize(started.headers.get('location') ?? '')
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const env = how === 'another secret' ? { ...ENV, AUTH_SECRET: OTHER } : ENV
  const target = new URL(url)
  return get(set(config, logger, { env }), target.href, how === 'without cookies' ? {} : { cookie })
}

/** Faults that the log of an application shows. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a wrong client secret',
    make: (logger) =>
      atGitHub(logger, (github) => ({
        providers: [GitHub({ ...github.options, clientSecret: 'wrong-9f2c7a1be4d8' })],
      })),
    explains: 'client-secret',
    says: ['client id and client secret', 'AUTH_GITHUB_SECRET'],
  },
  {
    name: 'a redirect URI that is not registered',
    make: (logger) =>
      atGitHub(logger, (github) => fail(github, { token: 'redirect_uri_mismatch' })),
    explains: 'redirect-uri',
    says: ['/callback/github', 'letter by letter'],
  },
  {
    name: 'a code that was used before',
    make: (logger) => atGitHub(logger, (github) => fail(github, { token: 'invalid_grant' })),
    explains: 'code-refused',
    says: ['once'],
  },
  {
    name: 'a service that is down',
    make: (logger) => atGitHub(logger, (github) => fail(github, { resource: 503 })),
    explains: 'provider-down',
    says: ['503'],
  },
  {
    name: 'a person who cancels',
    make: (logger) => atGitHub(logger, () => undefined, { deny: true }),
    explains: 'cancelled',
    says: ['cancelled', 'Nothing to do'],
  },
  {
    name: 'a clock 10 minutes behind',
    make: (logger) => withClock(logger, -HOUR / 6),
    explains: 'clock',
    says: ['clock of this server', 'behind'],
  },
  {
    name: 'a clock 2 hours ahead',
    make: (logger) => withClock(logger, 2 * HOUR),
    explains: 'clock',
    says: ['clock of this server', 'ahead'],
  },
  {
    name: 'an issuer that does not exist',
    make: (logger) =>
      atKeycloak(logger, 'https://sso.example.com/wrong', () =>
        Promise.resolve(new Response('', { status: 404 })),
      ),
    explains: 'issuer-not-found',
    says: [
      'AUTH_KEYCLOAK_ISSUER',
      'https://sso.example.com/wrong/.well-known/openid-configuration',
      '404',
    ],
  },
  {
    name: 'an issuer with a slash at its end',
    make: (logger) =>
      atKeycloak(logger, 'https://sso.example.com/realms/main/', () =>
        Promise.resolve(
          Response.json({
            issuer: 'https://sso.example.com/realms/main',
            authorization_endpoint: 'https://sso.example.com/a',
            token_endpoint: 'https://sso.example.com/t',
            jwks_uri: 'https://sso.example.com/k',
          }),
        ),
      ),
    explains: 'issuer-differs',
    says: ['https://sso.example.com/realms/main"', 'slash'],
  },
  {
    name: 'an issuer over http in production',
    make: (logger) => atKeycloak(logger, 'http://127.0.0.1:8080/realms/main'),
    explains: 'provider-insecure',
    says: ['https', 'AUTH_INSECURE_LOOPBACK'],
  },
  {
    name: 'a name that DNS does not know',
    make: (logger) =>
      atKeycloak(
        logger,
        'https://sso.example.com',
        failing('ENOTFOUND', 'getaddrinfo ENOTFOUND sso.example.com'),
      ),
    explains: 'name-not-found',
    whenCut: 'provider-unreachable',
    says: ['sso.example.com', 'DNS'],
  },
  {
    name: 'a firewall that lets nothing out',
    make: (logger) =>
      atKeycloak(
        logger,
        'https://sso.example.com',
        failing('UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error'),
      ),
    explains: 'provider-unreachable',
    says: ['firewall'],
  },
  {
    name: 'a certificate of an unknown authority',
    make: (logger) =>
      atKeycloak(
        logger,
        'https://sso.example.com',
        failing('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
      ),
    explains: 'certificate',
    whenCut: 'provider-unreachable',
    says: ['NODE_EXTRA_CA_CERTS'],
  },
  {
    name: 'http behind a proxy with https, so that cookies are lost',
    make: (logger) => returnTo(logger, 'without cookies'),
    explains: 'cookies-lost',
    says: ['cookie', 'https'],
  },
  {
    name: 'a second instance with another secret',
    make: (logger) => returnTo(logger, 'another secret'),
    explains: 'cookies-lost',
    says: ['same AUTH_SECRET'],
  },
  {
    name: '127.0.0.1 opened where AUTH_URL says localhost',
    make: (logger) =>
      post(set({ providers: [] }, logger), '/signout', {
        origin: 'http://127.0.0.1:3000',
        'sec-fetch-site': 'cross-site',
      }),
    explains: 'cross-origin',
    says: ['127.0.0.1', 'AUTH_URL'],
  },
  {
    name: 'no AUTH_URL in production',
    make: (logger) =>
      get(set({ providers: [] }, logger, { env: { ...ENV, AUTH_URL: '' } }), `${BASE}/signin`),
    explains: 'untrusted-host',
    says: ['AUTH_URL'],
  },
  {
    name: 'AUTH_URL with a path',
    make: (logger) =>
      get(
        set({ providers: [] }, logger, { env: { ...ENV, AUTH_URL: `${ORIGIN}/app` } }),
        `${BASE}/signin`,
      ),
    explains: 'base-path',
    says: ['/app', 'AUTH_URL'],
  },
  {
    name: 'an unknown provider',
    make: (logger) => atGitHub(logger, () => undefined, { id: 'githb' }),
    explains: 'unknown-provider',
    says: ['github'],
  },
  {
    name: 'missing tables',
    make: (logger) => askForMail(logger, false),
    explains: 'tables-missing',
    says: ['npx @latchstring/cli migrate --apply'],
  },
  {
    name: 'a database that does not respond',
    make: (logger) => askForMail(logger, false, 'postgres://app@127.0.0.1:1/app'),
    explains: 'store-unreachable',
    says: ['127.0.0.1:1'],
  },
  {
    name: 'a mail server that is down',
    make: (logger) => askForMail(logger, true),
    explains: 'mail-server',
    says: ['127.0.0.1:9'],
  },
  {
    name: 'a jwt callback that throws',
    make: (logger) =>
      atGitHub(logger, () => ({
        callbacks: {
          jwt: () => {
            throw new TypeError('Cannot read role of undefined')
          },
        },
      })),
    explains: 'callback-threw',
    says: ['Cannot read role of undefined'],
  },
  {
    name: 'a signIn callback that throws',
    make: (logger) =>
      atGitHub(logger, () => ({
        callbacks: {
          signIn: () => {
            throw new TypeError('Cannot read role of undefined')
          },
        },
      })),
    explains: 'callback-threw',
    says: ['Cannot read role of undefined'],
  },
  {
    name: 'a signIn callback that refuses',
    make: (logger) => atGitHub(logger, () => ({ callbacks: { signIn: () => false } })),
    explains: 'refused',
    says: ['signIn'],
  },
  {
    name: 'a token that does not fit into cookies',
    make: (logger) =>
      atGitHub(logger, () => ({
        callbacks: { jwt: ({ token }) => ({ ...token, all: 'x'.repeat(20_000) }) },
      })),
    explains: 'session-too-large',
    says: ['three cookies'],
  },
  {
    name: 'no secret',
    make: (logger) =>
      get(set({ providers: [] }, logger, { env: { ...ENV, AUTH_SECRET: '' } }), `${BASE}/signin`),
    explains: 'secret-missing',
    says: ['openssl rand -base64 33'],
  },
  {
    name: 'a form without its token',
    make: (logger) =>
      post(set({ providers: [] }, logger), '/signout', {
        origin: ORIGIN,
        'content-type': 'application/x-www-form-urlencoded',
      }),
    explains: 'csrf',
    says: ['csrfToken'],
  },
  {
    name: 'misspelt providers',
    // What JavaScript lets people write.
    make: (logger) => get(set({} as AuthConfig, logger), `${BASE}/signin`),
    explains: 'providers-missing',
    says: ['`providers`'],
  },
]
