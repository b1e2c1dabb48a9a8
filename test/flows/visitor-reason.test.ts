import { openSqlAdapter } from '@latchstring/adapter-sql'
import { type AuthConfig, createAuth } from '@latchstring/core'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import type { AnswerChange } from '@latchstring/test-idp'
import { beforeEach, describe, expect, test } from 'vitest'
import { findFreePort } from '../../tools/servers/private-server.mjs'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, ENV, ORIGIN } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { createControlStore, otherProcess } from '@latchstring/test-kit/control-store'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { passwords, storePeople, submitPassword } from '@latchstring/test-kit/people'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  readLocation,
  requestAuthorization,
  sessionCookies,
  startSignIn,
} from '@latchstring/test-kit/story'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'
import { texts } from '@latchstring/test-kit/texts'
import { captureConsole } from './src/console-lines.ts'

const idp = forAllTests(startIdp)
const store = storeForEachTest()
/** Nothing listens there. */
const deadPort = await findFreePort()

beforeEach(async () => {
  idp.tamper(null)
  await storePeople(store.adapter)
})

/** Finishes a sign-in at a provider with a response of our own making. */
async function respond(browser: Browser, parameters: Readonly<Record<string, string>>) {
  const request = await requestAuthorization(browser, 'harbour')
  const state = request.searchParams.get('state') ?? ''
  const query = new URLSearchParams({ ...parameters, state, iss: idp.issuer })
  return browser.open(`${BASE}/callback/harbour?${query.toString()}`)
}

/** Signs in at a provider whose token endpoint responds with something of ours. */
async function withTokenAnswer(browser: Browser, token: AnswerChange) {
  idp.tamper({ token })
  return browser.follow(await signInAt(await requestAuthorization(browser, 'harbour')))
}

const refuse = (error: string): AnswerChange => ({ status: 400, body: { error } })

const mail = (): Partial<AuthConfig> => ({
  providers: [
    Nodemailer({ id: 'mail', server: `smtp://127.0.0.1:${deadPort}`, from: 'a@app.example' }),
  ],
})

async function askForMail(browser: Browser, email: string) {
  return browser.submit(`${BASE}/signin/mail`, { csrfToken: await browser.csrf(BASE), email })
}

interface Case {
  readonly what: string
  readonly config?: () => Partial<AuthConfig>
  readonly send: (browser: Browser) => Promise<Response>
  /** The parameter of the sign-in page. */
  readonly reason: string | null
  /** What the visitor reads. */
  readonly says: string
  readonly level: 'error' | 'info'
  /** What the log says to do. */
  readonly fix?: RegExp
}

const { signInReasons: reasons, providerErrors: named } = texts

const CASES: readonly Case[] = [
  {
    what: 'A sign-in that is cancelled at the service',
    send: (browser) => respond(browser, { error: 'access_denied' }),
    reason: 'cancelled',
    says: reasons.cancelled,
    level: 'info',
  },
  {
    what: 'A response without the cookie of its sign-in',
    send: (browser) => browser.open(`${BASE}/callback/harbour?code=x&state=y`),
    reason: 'expired',
    says: reasons.expired,
    level: 'error',
  },
  {
    what: 'A form whose token is not valid any more',
    send: (browser) => browser.submit(`${BASE}/signin/harbour`, { csrfToken: 'x' }),
    reason: 'expired',
    says: reasons.expired,
    level: 'error',
  },
  {
    what: 'A wrong client secret',
    config: () => ({
      providers: [oidcProvider(idp, { clientSecret: 'wrong-but-long-enough-for-a-secret' })],
    }),
    send: async (browser) =>
      browser.follow(await signInAt(await requestAuthorization(browser, 'harbour'))),
    reason: 'ours',
    says: reasons.ours,
    level: 'error',
    fix: /fix: .*client secret.*AUTH_HARBOUR_SECRET/,
  },
  {
    what: 'A clock that differs',
    config: () => ({ providers: [oidcProvider(idp)] }),
    send: (browser) => withTokenAnswer(browser, {}),
    reason: 'ours',
    says: reasons.ours,
    level: 'error',
    fix: /fix: Set the clock of this server by a time service/,
  },
  {
    what: 'A redirect URI that is not registered',
    send: (browser) => withTokenAnswer(browser, refuse('redirect_uri_mismatch')),
    reason: 'ours',
    says: reasons.ours,
    level: 'error',
    fix: /fix: Register this redirect URI .*: https:\/\/app\.example\/auth\/callback\/harbour\n/,
  },
  {
    what: 'A code that the service does not take any more',
    send: (browser) => withTokenAnswer(browser, refuse('invalid_grant')),
    reason: 'expired',
    says: reasons.expired,
    level: 'error',
    fix: /fix: .*\/auth\/callback\/harbour\n/,
  },
  {
    what: 'A scope that the service refuses',
    send: (browser) => respond(browser, { error: 'invalid_scope' }),
    reason: 'ours',
    says: reasons.ours,
    level: 'error',
    fix: /fix: Remove the scope/,
  },
  {
    what: 'A service that fails',
    send: (browser) => withTokenAnswer(browser, { status: 503, body: 'x' }),
    reason: 'service',
    says: named.service,
    level: 'error',
    fix: /fix: Wait, or look at the status page/,
  },
  {
    what: 'A service that says that it fails',
    send: (browser) => respond(browser, { error: 'temporarily_unavailable' }),
    reason: 'service',
    says: named.service,
    level: 'error',
  },
  {
    what: 'A service that asks for something to be done there',
    send: (browser) => respond(browser, { error: 'login_required' }),
    reason: null,
    says: named.OAuthCallbackError,
    level: 'error',
  },
  {
    what: 'An issuer that cannot be reached',
    config: () => ({
      providers: [oidcProvider({ ...idp, issuer: `http://127.0.0.1:${deadPort}` })],
    }),
    send: (browser) => startSignIn(browser, 'harbour'),
    reason: 'service',
    says: named.service,
    level: 'error',
    fix: /fix: .*curl -v http:\/\/127\.0\.0\.1/,
  },
  {
    what: 'An issuer without a discovery document',
    config: () => ({ providers: [oidcProvider({ ...idp, issuer: `${idp.issuer}/nowhere` })] }),
    send: (browser) => startSignIn(browser, 'harbour'),
    reason: 'ours',
    says: reasons.ours,
    level: 'error',
    fix: /fix: Correct `issuer`/,
  },
  {
    what: 'A person without an id',
    config: () => ({ providers: [plain(idp, { profile: () => ({}) })] }),
    send: async (browser) =>
      browser.follow(await signInAt(await requestAuthorization(browser, 'plain'))),
    reason: 'other-way',
    says: named['other-way'],
    level: 'error',
  },
  {
    what: 'A `profile` function that throws',
    config: () => ({
      providers: [
        plain(idp, {
          profile: () => {
            throw new Error('x')
          },
        }),
      ],
    }),
    send: async (browser) =>
      browser.follow(await signInAt(await requestAuthorization(browser, 'plain'))),
    reason: 'ours',
    says: reasons.ours,
    level: 'error',
  },
  {
    what: 'A mail server that is down',
    config: mail,
    send: (browser) => askForMail(browser, 'x@example.com'),
    reason: 'ours',
    says: reasons.ours,
    level: 'error',
  },
  {
    what: 'An address that is not one',
    config: mail,
    send: (browser) => askForMail(browser, 'not an address'),
    reason: null,
    says: texts.signInErrors.EmailSignin,
    level: 'info',
  },
  {
    what: 'A wrong password',
    config: () => ({ providers: [passwords()] }),
    send: async (browser) =>
      browser.submit(`${BASE}/callback/credentials`, {
        csrfToken: await browser.csrf(BASE),
        username: 'ada',
        password: 'wrong',
      }),
    reason: null,
    says: texts.signIn.wrongUsernameOrPassword,
    level: 'info',
  },
]

/** The application, with its clock two hours ahead for the case that is about clocks. */
function open(
  { config, what }: Pick<Case, 'config' | 'what'>,
  strategy: 'jwt' | 'database',
  more: Partial<AuthConfig> = {},
) {
  const ahead = what.startsWith('A clock') ? 7_200_000 : 0
  const auth = createAuth(
    {
      providers: [oidcProvider(idp)],
      adapter: store.adapter,
      session: { strategy },
      ...config?.(),
      ...more,
    },
    { env: ENV, ...(ahead > 0 ? { clock: () => Date.now() + ahead } : {}) },
  )
  return createBrowser(auth.handle)
}

describe.each(['jwt', 'database'] as const)('With sessions of strategy %s', (strategy) => {
  test.each(CASES)('$what has a reason of its own on the page and in the log', async (one) => {
    const lines = captureConsole()
    const browser = open(one, strategy)
    const location = readLocation(await one.send(browser))
    expect(location.searchParams.get('reason')).toBe(one.reason)
    const page = await (await browser.open(location.href)).text()
    const name = location.searchParams.get('provider') === 'plain' ? 'Harbour Code' : 'Harbour ID'
    expect(page.replaceAll(/<[^>]+>/g, '')).toContain(one.says.replace('{name}', name))
    const ref = location.searchParams.get('ref') ?? '?'
    const line = lines.find((each) => each.includes(`(ref ${ref})`)) ?? lines.join('\n')
    expect(line).toMatch(new RegExp(String.raw`^\[auth\]\[${one.level}\] `))
    if (one.level === 'info') expect(line).not.toContain('\n')
    if (one.fix) expect(line).toMatch(one.fix)
  })
})

test.each(CASES)('$what reaches a logger of its own by the right method', async (one) => {
  const calls: string[] = []
  const note = (method: string) => (): void => void calls.push(method)
  const both = { error: note('error'), info: note('info'), warn: () => undefined }
  const given = open(one, 'jwt', { logger: both })
  await one.send(given)
  expect(calls).toEqual([one.level])
  const alone = open(one, 'jwt', { logger: { error: note('alone'), warn: () => undefined } })
  await one.send(alone)
  expect(calls).toEqual([one.level, 'alone'])
})

test('A page of the application gets a known reason, and no other text', async () => {
  const auth = createAuth(
    { providers: [passwords()], adapter: store.adapter, pages: { signIn: '/own' } },
    { env: ENV },
  )
  const browser = createBrowser(auth.handle)
  const to = async (reason: string) =>
    readLocation(await browser.open(`${BASE}/signin?error=Signin&reason=${reason}`)).searchParams
  expect((await to('ours')).get('reason')).toBe('ours')
  expect((await to('constructor')).has('reason')).toBe(false)
})

test('A reason does not change the sentence of an error that says why itself', async () => {
  const browser = open({ what: 'Passwords', config: () => ({ providers: [passwords()] }) }, 'jwt')
  const page = await browser.open(`${BASE}/signin?error=CredentialsSignin&reason=ours`)
  expect(await page.text()).toContain(texts.signIn.wrongUsernameOrPassword)
})

test('A host that the application does not answer for is not the fault of the visitor', async () => {
  captureConsole()
  const config = { providers: [passwords()], adapter: store.adapter }
  const { handle } = createAuth(config, {
    env: { NODE_ENV: 'production', AUTH_SECRET: ENV['AUTH_SECRET'] },
  })
  const html = await handle(new Request(`${BASE}/signin`, { headers: { accept: 'text/html' } }))
  expect(html.status).toBe(400)
  expect(await html.text()).toContain(texts.error.Configuration.advice)
  const json = await handle(new Request(`${BASE}/signin`, { headers: { accept: '*/*' } }))
  expect(await json.json()).toMatchObject({ error: 'UntrustedHost' })
})

test('A store without tables is logged with the command that creates them, for every request', async () => {
  const lines = captureConsole()
  const watched = watchCalls(store.adapter)
  const adapter = {
    ...watched.adapter,
    getUserByAccount: () => Promise.reject(new Error('no such table: accounts')),
  }
  const auth = createAuth({ providers: [oidcProvider(idp)], adapter }, { env: ENV })
  const browser = createBrowser(auth.handle)
  await browser.follow(await signInAt(await requestAuthorization(browser, 'harbour')))
  expect(lines.join('\n')).toContain('fix: Run: npx @latchstring/cli migrate --apply\n')
})

test('A store without a feed of endings is logged with the command and the option that create it', async () => {
  const lines = captureConsole()
  const adapter = {
    ...otherProcess(createControlStore()),
    listRevocations: () => Promise.reject(new Error('no such table: revocations')),
  }
  const session = { strategy: 'jwt', revocation: true } as const
  const auth = createAuth({ providers: [passwords()], adapter, session }, { env: ENV })
  expect((await submitPassword(createBrowser(auth.handle), 'ada')).status).toBe(503)
  expect(lines.join('\n')).toContain(
    'fix: Run: npx @latchstring/cli migrate --apply --session-control\n',
  )
})

test.each([
  ['a user whom it does not have', { id: 'unknown', name: 'Ada' }],
  ['a user without an id', { name: 'Ada', email: 'ada@example.com' }],
])(
  'A store that lists devices of its own users opens a session without a row of its device where `authorize` returns %s',
  async (_, user) => {
    captureConsole()
    const adapter = openSqlAdapter(':memory:', { sessionControl: true })
    await adapter.migrate()
    const session = { strategy: 'jwt', revocation: true, devices: true } as const
    const providers = [{ ...passwords(), authorize: () => user }]
    const auth = createAuth({ providers, adapter, session }, { env: ENV })
    const browser = createBrowser(auth.handle)
    expect((await submitPassword(browser, 'ada')).status).toBe(302)
    expect(sessionCookies(browser)).toHaveLength(1)
    await adapter.close()
  },
)

test('A misspelt provider is answered with the one that was meant', async () => {
  const lines = captureConsole()
  const browser = open({ what: 'A provider' }, 'jwt')
  await browser.submit(`${BASE}/signin/harbuor`, { csrfToken: await browser.csrf(BASE) })
  expect(lines.join('\n')).toContain('fix: Did you mean "harbour"?')
})

test('A form from another name of this machine gets a page that names the right one', async () => {
  const lines = captureConsole()
  const env = { ...ENV, AUTH_URL: 'http://localhost:3000' }
  const { handle } = createAuth({ providers: [passwords()] }, { env })
  const headers = { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }
  await handle(new Request('http://localhost:3000/auth/signout', { method: 'POST', headers }))
  expect(lines.join('\n')).toContain(
    'fix: Open http://localhost:3000 and not http://127.0.0.1:3000',
  )
  expect(ORIGIN).toMatch(/^https:/)
})
