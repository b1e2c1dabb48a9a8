import { createAuth, customFetch, type AuthConfig } from '@latchstring/core'
import type { EmailConfig } from '@latchstring/core/providers'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Passkey from '@latchstring/core/providers/passkey'
import type { Env } from '@latchstring/core/types'
import { beforeEach, describe, expect, test } from 'vitest'
import { findFreePort } from '../../tools/servers/private-server.mjs'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, ENV, ORIGIN, SECRETS, type Strategy } from '@latchstring/test-kit/app'
import { readJsonAs } from '@latchstring/test-kit/json'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { captureConsole } from './src/console-lines.ts'
import { guild, guildAnswer } from '@latchstring/test-kit/guild'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { askForMail } from '@latchstring/test-kit/mail-app'
import {
  copyCookies,
  signInWithPassword,
  submitPassword,
  passwords,
  PEOPLE,
  storePeople,
} from '@latchstring/test-kit/people'
import { type Rows } from '@latchstring/test-kit/sqlite-store'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  readSession,
  requestAuthorization,
  signInWith,
  startSignIn,
} from '@latchstring/test-kit/story'
import { type Watched, watchCalls } from '@latchstring/test-kit/watched-adapter'

const store = storeForEachTest()
let watched: Watched
const idp = forAllTests(startIdp)
/** Nothing listens there. */
const deadPort = await findFreePort()

beforeEach(async () => {
  await storePeople(store.adapter)
  watched = watchCalls(store.adapter)
})

type Headers = Readonly<Record<string, string>>

/** A failure, with its response and its log entry. */
interface Situation {
  readonly name: string
  readonly config?: () => Partial<AuthConfig>
  readonly env?: Env
  readonly send: (browser: Browser, headers: Headers) => Promise<Response>
  /** Status of the answer in place, or 302 for a page that is redirected to. */
  readonly status: number
  /** What a browser or a script may know. */
  readonly code: string
  /** What the log says. */
  readonly logged: RegExp
}

const PRODUCTION = { NODE_ENV: 'production', AUTH_URL: ORIGIN, AUTH_SECRET: SECRETS.older }

async function form(browser: Browser, fields: Headers = {}): Promise<Headers> {
  return { csrfToken: await browser.csrf(BASE), ...fields }
}

const MAIL = (): Partial<AuthConfig> => {
  const server = `smtp://127.0.0.1:${deadPort}`
  return { providers: [Nodemailer({ id: 'mail', server, from: 'app@app.example' })] }
}

const IN_PLACE: readonly Situation[] = [
  {
    name: 'A missing secret',
    env: { NODE_ENV: 'production', AUTH_URL: ORIGIN },
    send: (browser, headers) => browser.open(`${BASE}/signin`, headers),
    status: 500,
    code: 'Configuration',
    logged: /MissingSecret: .*AUTH_SECRET is not set.*\n {2}fix: .*openssl rand/,
  },
  {
    name: 'A host nothing vouches for',
    env: { NODE_ENV: 'production', AUTH_SECRET: SECRETS.older },
    send: (browser, headers) => browser.open(`${BASE}/signin`, headers),
    status: 400,
    code: 'UntrustedHost',
    logged: /UntrustedHost: .*AUTH_TRUST_HOST=true.*\n {2}fix: .*AUTH_URL/,
  },
  {
    name: 'A store that is down, at sign-out',
    send: async (browser, headers) => {
      const fields = await form(browser)
      watched.breakDown()
      return browser.submit(`${BASE}/signout`, fields, headers)
    },
    status: 503,
    code: 'SignOutError',
    logged:
      /SignOutError: .*\n {2}fix: .*it is reachable.*\n {2}trace: 0 request POST signout; .*\n {2}cause: AdapterError: .*getSessionAndUser[\s\S]*ECONNREFUSED/,
  },
  {
    name: 'A body that is not JSON',
    send: (browser, headers) =>
      browser.submit(`${BASE}/signout`, {}, { ...headers, 'content-type': 'application/json' }),
    status: 400,
    code: 'InvalidRequest',
    logged: /InvalidRequest: The body is not JSON/,
  },
  {
    name: 'A body of a megabyte',
    send: (browser, headers) =>
      browser.submit(`${BASE}/signout`, { csrfToken: 'x'.repeat(1_048_576) }, headers),
    status: 413,
    code: 'PayloadTooLarge',
    logged: /PayloadTooLarge: .*\n {2}fix: .*64 kB/,
  },
  {
    name: 'An unknown action',
    send: (browser, headers) => browser.open(`${BASE}/sign-in`, headers),
    status: 404,
    code: 'UnknownAction',
    logged: /\[auth\]\[info\] UnknownAction: .*actions are under/,
  },
  {
    name: 'An unknown provider',
    send: async (browser, headers) =>
      browser.submit(`${BASE}/signin/unknown`, await form(browser), headers),
    status: 404,
    code: 'InvalidProvider',
    logged: /InvalidProvider: .*credentials.*\n {2}fix: .*providers/,
  },
  {
    name: 'A form of another site',
    send: async (browser, headers) => {
      const from = { origin: 'https://evil.example' }
      return browser.submit(`${BASE}/signout`, await form(browser), { ...headers, ...from })
    },
    status: 403,
    code: 'CrossOriginRequest',
    logged: /CrossOriginRequest: .*\n {2}fix: .*AUTH_URL/,
  },
]

const REDIRECTED: readonly Situation[] = [
  {
    name: 'A provider that cannot be reached',
    config: () => ({
      providers: [oidcProvider({ ...idp, issuer: `http://127.0.0.1:${deadPort}` })],
    }),
    send: (browser) => startSignIn(browser, 'harbour'),
    status: 302,
    code: 'OAuthSignin',
    logged:
      /OAuthSignInError: .*"harbour" could not be started\.[\s\S]*\n {2}fix: .*reaches the issuer[\s\S]*could not be reached/,
  },
  {
    name: 'A wrong client secret',
    config: () => ({
      providers: [oidcProvider(idp, { clientSecret: 'wrong-but-long-enough-for-a-secret' })],
    }),
    send: async (browser) =>
      browser.follow(await signInAt(await requestAuthorization(browser, 'harbour'))),
    status: 302,
    code: 'OAuthCallbackError',
    logged: /OAuthCallbackError: .*\n {2}fix: .*client secret/,
  },
  {
    name: 'A mail server that is down',
    config: MAIL,
    send: async (browser, headers) =>
      browser.submit(
        `${BASE}/signin/mail`,
        await form(browser, { email: 'x@example.com' }),
        headers,
      ),
    status: 302,
    code: 'EmailSignin',
    logged: /EmailSignInError: .*"mail".*\n {2}fix: .*mail server[\s\S]*ECONNREFUSED/,
  },
  {
    name: 'A form without a token',
    send: (browser, headers) => browser.submit(`${BASE}/signout`, {}, headers),
    status: 302,
    code: 'Signin',
    logged: /MissingCSRF: .*\n {2}fix: .*csrfToken/,
  },
]

interface Setup {
  readonly response: Response
  readonly lines: readonly string[]
  /** The earlier session is still valid, and no row was written. */
  readonly expectUnharmed: () => Promise<void>
}

async function play({ config, env, send }: Situation, headers: Headers): Promise<Setup> {
  const lines = captureConsole()
  const options = { env: ENV }
  const { adapter } = watched
  const session = { strategy: 'database' } as const
  const base: AuthConfig = { providers: [passwords()], adapter, session }
  const good = createAuth(base, options)
  const broken = createAuth({ ...base, ...config?.() }, { env: env ?? PRODUCTION_LIKE })
  const browser = await signInWithPassword(createBrowser(good.handle))
  const before: Rows = await store.rows()
  const other = copyCookies(browser, createBrowser(broken.handle))
  const response = await send(other, headers)
  return {
    response,
    lines,
    async expectUnharmed() {
      watched.repair()
      const { tokens: _, ...rows } = await store.rows()
      expect(rows).toEqual({
        users: before.users,
        accounts: before.accounts,
        sessions: before.sessions,
      })
      const cookies = response.headers.getSetCookie().filter((one) => one.includes('session-token'))
      expect(cookies).toEqual([])
      expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
    },
  }
}

/** Production, but providers on this machine may be http. */
const PRODUCTION_LIKE = { ...PRODUCTION, AUTH_INSECURE_LOOPBACK: 'true' }

function expectLogged({ lines }: Setup, { logged }: Situation, ref: string): void {
  const line = lines.find((each) => each.includes(`(ref ${ref})`))
  expect(line ?? lines.join('\n')).toMatch(logged)
  expect(ref).toMatch(/^[A-Z2-9]{8}$/)
}

const SCRIPT = { accept: 'application/json' }
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe.each(IN_PLACE)('$name', (situation) => {
  test('LOG-03 LOG-04 gives a script JSON with an error code', async () => {
    const setup = await play(situation, SCRIPT)
    const { response } = setup
    expect(response.status).toBe(situation.status)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.has('location')).toBe(false)
    const body = await readJsonAs<{ error: string; message: string; ref: string }>(response)
    expect(Object.keys(body)).toEqual(['error', 'message', 'ref'])
    expect(body.error).toBe(situation.code)
    expect(body.message).toMatch(/^[A-Z][^\n]*\.$/)
    expectLogged(setup, situation, body.ref)
    await setup.expectUnharmed()
  })

  test('LOG-04 gives a browser a page with a reference', async () => {
    const setup = await play(situation, BROWSER)
    const { response } = setup
    expect(response.status).toBe(situation.status)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    const [, ref = ''] = /<code>(\w+)<\/code>/.exec(html) ?? []
    expectLogged(setup, situation, ref)
    expect(html).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|\bat \w+ \(|node_modules|AUTH_/)
    await setup.expectUnharmed()
  })
})

describe.each(REDIRECTED)('$name', (situation) => {
  test('LOG-03 LOG-04 redirects to the sign-in page, which shows the reference of the log entry', async () => {
    const setup = await play(situation, BROWSER)
    const { response } = setup
    expect(response.status).toBe(302)
    const url = new URL(response.headers.get('location') ?? '')
    expect(url.origin + url.pathname).toBe(`${BASE}/signin`)
    expect(url.searchParams.get('error')).toBe(situation.code)
    const ref = url.searchParams.get('ref') ?? ''
    expectLogged(setup, situation, ref)
    await setup.expectUnharmed()
    const auth = createAuth({ providers: [passwords()] }, { env: ENV })
    const html = await (await createBrowser(auth.handle).open(url.href)).text()
    expect(html).toContain(ref)
    expect(html).toMatch(/role="alert"/)
  })
})

test('A script that requested the URL gets it for a failure, too', async () => {
  const [situation] = REDIRECTED.filter(({ code }) => code === 'EmailSignin')
  if (!situation) throw new Error('There is no such situation.')
  const setup = await play(situation, { 'x-auth-return-redirect': '1', accept: 'text/html' })
  expect(setup.response.status).toBe(200)
  const { url } = await readJsonAs<{ url: string }>(setup.response)
  expect(new URL(url).searchParams.get('error')).toBe('EmailSignin')
  await setup.expectUnharmed()
})

describe('INP-10 A known action with an unsupported method', () => {
  const METHODS: readonly (readonly [string, string, string])[] = [
    ['DELETE', 'session', 'GET, POST'],
    ['PUT', 'signin', 'GET, POST'],
    ['PATCH', 'signout', 'GET, POST'],
    ['POST', 'csrf', 'GET'],
    ['POST', 'providers', 'GET'],
    ['POST', 'error', 'GET'],
    ['POST', 'verify-request', 'GET'],
    ['OPTIONS', 'session', 'GET, POST'],
    ['HEAD', 'callback/credentials', 'GET, POST'],
    ['PROPFIND', 'signin', 'GET, POST'],
  ]

  test.each(METHODS)('%s %s gets 405 with Allow', async (method, path, allow) => {
    captureConsole()
    const auth = createAuth({ providers: [passwords()] }, { env: ENV })
    const response = await auth.handle(new Request(`${BASE}/${path}`, { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect(response.headers.getSetCookie()).toEqual([])
    if (method !== 'HEAD')
      expect(await response.json()).toMatchObject({ error: 'MethodNotAllowed' })
  })
})

/** What a function of the application does that is wrong. */
type Wrong = () => never

/** Anything can be passed where there are no types. */
function untyped(value: unknown): never {
  return value as never // As JavaScript has it.
}

interface OwnFunction {
  /** As the log names it. */
  readonly name: string
  readonly config: (wrong: Wrong) => Partial<AuthConfig>
  readonly send: (browser: Browser) => Promise<Response>
  /** It is not waited for: what it rejects with later is no more than a promise where there should be none. */
  readonly now?: true
  /** What it returns does not matter, or means something whatever it is. */
  readonly anything?: true
  /** The code of its error. Default: `CallbackRouteError`. */
  readonly type?: string
  /** What the log says in place of its name and `threw`. */
  readonly throws?: RegExp
  readonly only?: Strategy
}

const letterBox = (more: Partial<EmailConfig>): Partial<AuthConfig> => ({
  providers: [
    { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: () => undefined, ...more },
  ],
})

const byPassword = async (browser: Browser) => submitPassword(browser, 'ada')
const byMail = async (browser: Browser) => askForMail(browser)
const byOidc = async (browser: Browser) => signInWith(browser, 'harbour')
const byOAuth = async (browser: Browser) => signInWith(browser, 'plain')
const passkeyOptions = async (browser: Browser) =>
  browser.open(`${BASE}/webauthn-options/passkey?action=authenticate&email=ada%40example.com`)

async function byProtocol(browser: Browser): Promise<Response> {
  const answer = guildAnswer(await requestAuthorization(browser, 'guild'))
  return browser.follow({ url: answer.href })
}

async function whileSignedIn(browser: Browser, path: string): Promise<Response> {
  await signInWithPassword(browser)
  return browser.open(`${BASE}/${path}`)
}

const passkeys = (options: Parameters<typeof Passkey>[0]): Partial<AuthConfig> => ({
  providers: [Passkey(options)],
  experimental: { enableWebAuthn: true },
})

const OWN_FUNCTIONS: readonly OwnFunction[] = [
  {
    name: '`signIn` callback',
    type: 'AccessDenied',
    config: (signIn) => ({ callbacks: { signIn } }),
    send: byPassword,
    // The contract has the message of what was thrown.
    throws: /AccessDenied: canary[^]*fix: .*`callbacks\.signIn`/,
  },
  {
    name: '`redirect` callback',
    config: (redirect) => ({ callbacks: { redirect } }),
    send: byPassword,
  },
  {
    name: '`jwt` callback',
    config: (jwt) => ({ callbacks: { jwt } }),
    send: byPassword,
    only: 'jwt',
  },
  {
    name: '`session` callback',
    // That of the strategy.
    type: 'session',
    config: (session) => ({ callbacks: { session } }),
    send: (browser) => whileSignedIn(browser, 'session'),
  },
  {
    name: 'signIn event handler',
    type: 'EventError',
    config: (signIn) => ({ events: { signIn } }),
    send: byPassword,
    anything: true,
  },
  {
    name: '`authorize` function of "credentials"',
    config: (authorize) => ({ providers: [passwords({ authorize })] }),
    send: byPassword,
    anything: true,
  },
  {
    name: '`profile` function of "plain"',
    type: 'OAuthProfileParseError',
    config: (profile) => ({ providers: [plain(idp, { profile })] }),
    send: byOAuth,
  },
  {
    name: '`userinfo.request` function of "plain"',
    type: 'OAuthCallbackError',
    config: (request) => ({ providers: [plain(idp, { userinfo: { request } })] }),
    send: byOAuth,
  },
  {
    name: '`profileFromBody` function of "harbour"',
    type: 'OAuthCallbackError',
    config: (profileFromBody) => ({ providers: [oidcProvider(idp, { profileFromBody })] }),
    send: byOidc,
  },
  {
    name: '`account` function of "plain"',
    config: (account) => ({ providers: [plain(idp, { account })] }),
    send: byOAuth,
    now: true,
  },
  {
    name: '`account` function of "harbour"',
    config: (account) => ({ providers: [oidcProvider(idp, { account })] }),
    send: byOidc,
    now: true,
  },
  {
    name: '`authorization.conform` function of "plain"',
    type: 'OAuthSignInError',
    config: (conform) => ({
      providers: [plain(idp, { authorization: { url: idp.oauth.authorization, conform } })],
    }),
    send: (browser) => startSignIn(browser, 'plain'),
    now: true,
  },
  {
    name: '`token.send` function of "plain"',
    type: 'OAuthCallbackError',
    config: (send) => ({ providers: [plain(idp, { token: { url: idp.oauth.token, send } })] }),
    send: byOAuth,
  },
  {
    name: '`token.conform` function of "harbour"',
    type: 'OAuthCallbackError',
    config: (conform) => ({ providers: [oidcProvider(idp, { token: { conform } })] }),
    send: byOidc,
  },
  {
    name: '`protocol.request` function of "guild"',
    type: 'OAuthSignInError',
    config: (request) => {
      const { protocol, ...provider } = guild({})
      return { providers: [untyped({ ...provider, protocol: { ...protocol, request } })] }
    },
    send: (browser) => startSignIn(browser, 'guild'),
  },
  {
    name: '`protocol.verify` function of "guild"',
    type: 'OAuthCallbackError',
    config: (verify) => {
      const { protocol, ...provider } = guild({})
      return { providers: [untyped({ ...provider, protocol: { ...protocol, verify } })] }
    },
    send: byProtocol,
    throws: /response of "guild" could not be verified: `protocol\.verify` threw/,
  },
  {
    name: '`customFetch`',
    type: 'OAuthCallbackError',
    config: (fetched) => ({ providers: [plain(idp, { [customFetch]: fetched })] }),
    send: byOAuth,
    // A `fetch` that throws could not reach what it was to fetch.
    throws: /could not be reached/,
  },
  {
    name: '`sendVerificationRequest`',
    type: 'EmailSignInError',
    config: (sendVerificationRequest) => letterBox({ sendVerificationRequest }),
    send: byMail,
    anything: true,
    throws: /could not be sent: `sendVerificationRequest` threw/,
  },
  {
    name: '`generateVerificationToken`',
    type: 'EmailSignInError',
    config: (generateVerificationToken) => letterBox({ generateVerificationToken }),
    send: byMail,
    throws: /The `generateVerificationToken` function of "mail" threw/,
  },
  {
    name: '`normalizeIdentifier` function of "mail"',
    type: 'EmailSignInError',
    config: (normalizeIdentifier) => letterBox({ normalizeIdentifier }),
    send: byMail,
    now: true,
  },
  {
    name: '`limits.inbox` function',
    config: (inbox) => ({ ...letterBox({}), limits: { inbox } }),
    send: byMail,
    now: true,
  },
  {
    name: '`limits.accounts` function',
    config: (accounts) => ({ limits: { accounts } }),
    send: byPassword,
    now: true,
  },
  {
    name: '`clientAddress` function',
    config: (clientAddress) => ({ clientAddress }),
    send: byPassword,
  },
  {
    name: '`getUserInfo` function of "passkey"',
    config: (getUserInfo) => passkeys({ getUserInfo }),
    send: passkeyOptions,
  },
  {
    name: '`getRelayingParty`',
    config: (getRelayingParty) => passkeys({ getRelayingParty }),
    send: passkeyOptions,
    anything: true,
    throws: /The `getRelayingParty` function of "passkey" threw/,
  },
  {
    name: '`generateAuthenticationOptions` function of `simpleWebAuthn`',
    config: (generateAuthenticationOptions) => {
      const others = async (): Promise<void> => undefined
      return passkeys({
        simpleWebAuthn: {
          generateAuthenticationOptions,
          verifyAuthenticationResponse: others,
          generateRegistrationOptions: others,
          verifyRegistrationResponse: others,
        },
      })
    },
    send: passkeyOptions,
  },
  {
    name: '`session.generateSessionToken`',
    config: (generateSessionToken) => ({ session: { strategy: 'database', generateSessionToken } }),
    send: byPassword,
    now: true,
    only: 'database',
    throws: /The `session\.generateSessionToken` function threw/,
    anything: true,
  },
  {
    name: '`jwt.encode` function',
    type: 'JWTSessionError',
    config: (encode) => ({ jwt: { encode } }),
    send: byPassword,
    only: 'jwt',
  },
  {
    name: '`jwt.decode` function',
    type: 'JWTSessionError',
    config: (decode) => ({ jwt: { encode: () => 'not-opened-by-decode', decode } }),
    throws: /The `jwt\.decode` function threw at the token/,
    send: byPassword,
    only: 'jwt',
    anything: true,
  },
  {
    name: '`account.page.hasCredentials` function',
    config: (hasCredentials) => ({ account: { page: { hasCredentials, requireFresh: false } } }),
    send: (browser) => whileSignedIn(browser, 'account'),
    anything: true,
  },
]

const SECRET_WORDS = 'canary of the application'

const WRONGS: Readonly<Record<'throws' | 'rejects' | 'returns a number', Wrong>> = {
  throws: () => {
    throw new Error(SECRET_WORDS)
  },
  rejects: untyped(() => Promise.reject(new Error(SECRET_WORDS))),
  'returns a number': untyped(() => 7),
}

const WORLDS = [
  ['jwt', 'an object'],
  ['database', 'a function'],
] as const

const MISTAKES = OWN_FUNCTIONS.flatMap((own) =>
  WORLDS.filter(([strategy]) => (own.only ?? strategy) === strategy).flatMap(([strategy, source]) =>
    // The names of the table.
    (Object.keys(WRONGS) as (keyof typeof WRONGS)[])
      .filter(
        (what) => what === 'throws' || own.anything !== true || (what === 'rejects' && !own.now),
      )
      .map((what) => ({ ...own, strategy, source, what })),
  ),
)

describe.each(MISTAKES)(
  'The $name that $what, with $strategy sessions and a configuration that is $source,',
  ({ name, config, send, now, type = 'CallbackRouteError', throws, strategy, source, what }) => {
    test('is named by the log, and nothing of its error is shown (LOG-04)', async () => {
      const lines = captureConsole()
      const own = config(WRONGS[what])
      const whole: AuthConfig = {
        adapter: store.adapter,
        ...own,
        session: { strategy, ...own.session },
        providers: own.providers ?? [passwords()],
      }
      const given = source === 'an object' ? whole : () => whole
      const browser = createBrowser(createAuth(given, { env: ENV }).handle)
      const response = await send(browser)
      const log = lines.filter((line) => line.startsWith('[auth][error]')).join('\n')
      const returns = what === 'returns a number' || (what === 'rejects' && now)
      const kind = what === 'rejects' ? 'a promise' : 'a number'
      if (returns) {
        expect(log).toContain(name)
        expect(log).toMatch(new RegExp(`returned (?:${kind}|neither|no )`))
      } else {
        expect(log).toContain(SECRET_WORDS)
        const read = strategy === 'jwt' ? 'JWTSessionError' : 'SessionTokenError'
        expect(log).toContain(`[auth][error] ${type === 'session' ? read : type}: `)
        expect(log).toMatch(throws ?? new RegExp(`The ${name.replaceAll('.', '\\.')} threw\\.`))
      }
      expect(log).not.toMatch(/Unexpected internal|AdapterError|\[redacted\]/)
      const { status, headers } = response
      expect(status).not.toBe(503)
      expect(`${headers.get('location')} ${await response.text()}`).not.toContain('canary')
    })
  },
)
