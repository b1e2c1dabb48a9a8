import { type AuthConfig, createAuth, customFetch } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Passkey from '@latchstring/core/providers/passkey'
import type { Fetch } from '@latchstring/core/providers'
import type { Answer, AnswerChange } from '@latchstring/test-idp'
import { startInbox } from '@latchstring/test-inbox'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, ENV, ORIGIN } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { type Canaries, releaseCanaries } from '@latchstring/test-kit/canaries'
import { createAuthenticator } from '@latchstring/test-kit/fake-authenticator'
import { client, oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { creationOptions, requestOptions, sendAnswer } from './src/passkeys.ts'
import { PASSWORD, passwords, storePeople } from '@latchstring/test-kit/people'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import { readSession, requestAuthorization } from '@latchstring/test-kit/story'
import { type Watched, watchCalls } from '@latchstring/test-kit/watched-adapter'

const CLIENT_SECRET = 'canary-of-the-client-secret-0123456789abcdef'

const idp = forAllTests(() => startIdp({ clients: [client({ client_secret: CLIENT_SECRET })] }))
const inbox = forAllTests(startInbox)
const store = storeForEachTest()
let canaries: Canaries
let watched: Watched

beforeEach(async () => {
  await storePeople(store.adapter, new Date(0))
  inbox.clear()
  idp.tamper(null)
  canaries = releaseCanaries()
  watched = watchCalls(store.adapter)
})

/** A secret as long as they should be. */
function secret(): string {
  return `${canaries.place('AUTH_SECRET')}-K9x`
}

type Say = 'the console' | 'a logger of its own'

/** A browser, and a record of what failing requests tell it. */
function browse(handle: (request: Request) => Promise<Response>): Browser {
  return createBrowser(async (request) => {
    const response = await handle(request)
    const location = response.headers.get('location') ?? ''
    if (response.status >= 400) canaries.record(await response.clone().text())
    if (location.startsWith(ORIGIN)) canaries.record(location)
    return response
  })
}

/** Follows what passes between the application and the provider. */
const recorded: Fetch = async (url, init) => {
  const request = new Request(url, init)
  const sent = new URLSearchParams(await request.clone().text())
  canaries.watch('code', sent.get('code'))
  canaries.watch('code_verifier', sent.get('code_verifier'))
  canaries.watch('authorization header', request.headers.get('authorization')?.split(' ')[1])
  const response = await fetch(request)
  const text = await response.clone().text()
  for (const name of ['access_token', 'refresh_token', 'id_token']) {
    const [, value] = new RegExp(`"${name}"\\s*:\\s*"([^"]+)"`).exec(text) ?? []
    canaries.watch(name, value)
  }
  return response
}

function open(say: Say, strategy: 'jwt' | 'database', config: Partial<AuthConfig> = {}): Browser {
  const { record } = canaries
  const logger = { error: record, warn: record, debug: record }
  const base: AuthConfig = {
    providers: [
      passwords(),
      Nodemailer({ id: 'mail', server: inbox.smtpUrl, from: 'app@app.example' }),
      oidcProvider(idp, { clientSecret: CLIENT_SECRET, [customFetch]: recorded }),
      plain(idp, { clientSecret: CLIENT_SECRET, [customFetch]: recorded }),
      Passkey(),
    ],
    experimental: { enableWebAuthn: true },
    session: { strategy },
    adapter: watched.adapter,
    secret: secret(),
    debug: true,
    ...(say === 'the console' ? {} : { logger }),
  }
  canaries.watch('client secret', CLIENT_SECRET)
  canaries.watch('client secret in a header', btoa(`app:${CLIENT_SECRET}`))
  return browse(createAuth({ ...base, ...config }, { env: ENV }).handle)
}

/** Whatever a browser holds is a secret of its own. */
function watchCookies(browser: Browser): void {
  for (const [name, value] of browser.cookies) {
    // Neither where a sign-in leads nor by which provider is a secret.
    if (!/callback-url|last-used/.test(name)) {
      canaries.watch(`cookie ${name}`, decodeURIComponent(value))
    }
  }
}

function expectSilence(): void {
  expect(canaries.count()).toBeGreaterThan(0)
  expect(canaries.escaped()).toEqual([])
}

/** Signs in at a provider, and comes back wrongly before and twice in the end. */
async function throughProvider(browser: Browser, id: string): Promise<void> {
  const request = await requestAuthorization(browser, id).catch(() => undefined)
  watchCookies(browser)
  for (const name of ['state', 'nonce', 'code_challenge']) {
    canaries.watch(name, request?.searchParams.get(name))
  }
  const wrong = `${BASE}/callback/${id}?code=${canaries.place('wrong code')}&state=${canaries.place('wrong state')}`
  await browser.open(wrong)
  await browser.open(
    `${BASE}/callback/${id}?error=access_denied&error_description=${canaries.place('description')}`,
  )
  if (!request) return
  const arrival = await signInAt(request)
  canaries.watch('code', new URL(arrival.url).searchParams.get('code'))
  await browser.follow(arrival)
  watchCookies(browser)
  await browser.open(`${BASE}/session`)
  await browser.follow(arrival)
}

/** Registers a passkey, signs in with it, and fails at both. */
async function withPasskey(browser: Browser): Promise<void> {
  const fake = createAuthenticator({ origin: ORIGIN })
  const attempt = async (work: () => Promise<Response>): Promise<void> => {
    // In some weather there are no options.
    await work().catch(() => undefined)
    watchCookies(browser)
  }
  const csrfToken = await browser.csrf(BASE)
  const fields = { csrfToken, username: 'ada', password: PASSWORD }
  await browser.submit(`${BASE}/callback/credentials`, fields)
  for (const bend of [{ challenge: canaries.place('wrong challenge') }, {}, {}]) {
    await attempt(async () => {
      const options = await creationOptions(browser)
      canaries.watch('challenge to register', options.challenge)
      const answer = fake.create(options, bend)
      canaries.watch('attestation', String(answer.response['attestationObject']))
      return sendAnswer(browser, 'register', answer)
    })
  }
  await browser.submit(`${BASE}/signout`, { csrfToken: await browser.csrf(BASE) })
  for (const bend of [{ challenge: canaries.place('other challenge') }, { counter: 0 }, {}]) {
    await attempt(async () => {
      const options = await requestOptions(browser)
      canaries.watch('challenge to sign in', options.challenge)
      const answer = fake.get(options, bend)
      canaries.watch('signature', String(answer.response['signature']))
      return sendAnswer(browser, 'authenticate', answer)
    })
  }
  await browser.open(`${BASE}/session`)
}

const FLOWS: Readonly<Record<string, (browser: Browser) => Promise<void>>> = {
  async password(browser) {
    const password = canaries.place('password')
    for (const username of ['ada', 'unknown']) {
      const csrfToken = await browser.csrf(BASE)
      canaries.watch('CSRF token', csrfToken)
      await browser.submit(`${BASE}/callback/credentials`, { csrfToken, username, password })
      watchCookies(browser)
      await browser.open(`${BASE}/session`)
    }
  },
  async mail(browser) {
    // Made of words, as addresses are: it has to be known for what it is.
    const email = 'quokka.zebrafish@example.com'
    canaries.watch('mail address', 'quokka.zebrafish')
    const csrfToken = await browser.csrf(BASE)
    await browser.submit(`${BASE}/signin/mail`, { csrfToken, email })
    watchCookies(browser)
    const letter = inbox.messages()[0]
    const link =
      letter?.link ?? `${BASE}/callback/mail?token=${canaries.place('token')}&email=${email}`
    canaries.watch('mail token', new URL(link).searchParams.get('token'))
    canaries.watch('mail code', letter?.code)
    canaries.watch('mail code without hyphen', letter?.code?.replace('-', ''))
    await browser.submit(`${BASE}/callback/mail`, {
      csrfToken: await browser.csrf(BASE),
      code: 'AAAAAAAA',
    })
    await browser.open(link)
    watchCookies(browser)
    await browser.open(link)
    const tampered = link.replace('token=', `token=${canaries.place('wrong token')}`)
    const fields = Object.fromEntries(new URL(tampered).searchParams)
    await browser.submit(`${BASE}/callback/mail`, {
      ...fields,
      csrfToken: await browser.csrf(BASE),
    })
    await browser.open(`${BASE}/session`)
  },
  OpenID: (browser) => throughProvider(browser, 'harbour'),
  OAuth: (browser) => throughProvider(browser, 'plain'),
  passkey: withPasskey,
  async rubbish(browser) {
    const cookie = `__Host-latchstring.session-token=${canaries.place('foreign session')}`
    const headers = { cookie, authorization: `Bearer ${canaries.place('bearer')}` }
    await browser.open(`${BASE}/session`, headers)
    await browser.open(`${BASE}/${canaries.place('path')}`, headers)
    await browser.submit(`${BASE}/signin/${canaries.place('provider')}`, {}, headers)
    await browser.submit(`${BASE}/signout`, { csrfToken: canaries.place('CSRF') }, headers)
    const json = { ...headers, 'content-type': 'application/json' }
    await browser.submit(`${BASE}/signout`, { broken: canaries.place('body') }, json)
  },
}

/** What can go wrong with everything at once. */
const WEATHER: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  'when all goes well': () => ({}),
  'when the store is down': () => {
    watched.breakDown()
    return {}
  },
  'when the store repeats its parameters in its errors': () => {
    const shout = (name: keyof Adapter): void =>
      watched.intercept(name, (...parameters) => {
        const error = new Error(`${name} failed for ${JSON.stringify(parameters)}`)
        throw Object.assign(error, { parameters, query: `INSERT ${JSON.stringify(parameters)}` })
      })
    const names = [
      'createUser',
      'createSession',
      'getSessionAndUser',
      'useVerificationToken',
    ] as const
    for (const name of names) shout(name)
    return {}
  },
  'when the store names its connection in its errors': () => {
    // Made of words, as people choose them: it has to be known by its place.
    canaries.watch('password of the store', 'quailbattery')
    const address = 'postgres://app:quailbattery@db.example:5432/app'
    const shout = (): never => {
      throw Object.assign(new Error(`connect ECONNREFUSED ${address}`), {
        connectionString: address,
      })
    }
    const names = ['createUser', 'createSession', 'getSessionAndUser', 'getUserByAccount'] as const
    for (const name of names) watched.intercept(name, shout)
    return {}
  },
  'when callbacks throw what they were given': () => {
    const shout = (parameters: object): never => {
      const refusal = new Error(`refused: ${JSON.stringify(parameters)}`)
      throw Object.assign(refusal, {
        parameters,
        cause: { err: new Error(JSON.stringify(parameters)) },
      })
    }
    return { callbacks: { signIn: shout, jwt: shout, session: shout } }
  },
  'when event handlers throw what they were given': () => {
    const shout = (message: object): never => {
      throw new Error(`audit failed: ${JSON.stringify(message)}`)
    }
    return { events: { signIn: shout, createUser: shout, session: shout, linkAccount: shout } }
  },
  'when the provider sends secrets back in its errors': () => {
    const refuse = ({ body }: Answer): AnswerChange => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: JSON.stringify(body) },
    })
    idp.tamper({ token: refuse, oauthToken: refuse })
    return {}
  },
  'when the mail server refuses': () => {
    inbox.rejectNext(550)
    return {}
  },
}

// First: a mail server that is set to refuse a mail, and got none, refuses the next one.
describe.each(['jwt', 'database'] as const)(
  'A flow for the search for secrets, by %s,',
  (strategy) => {
    test.each(['OpenID', 'OAuth', 'passkey', 'mail'] as const)(
      'with %s ends in a session without a fault (LOG-01)',
      async (name) => {
        const browser = open('a logger of its own', strategy)
        await FLOWS[name]?.(browser)
        expect(await readSession(browser)).not.toBeNull()
        expectSilence()
      },
    )
  },
)

describe.each([
  ['the console', 'jwt'],
  ['a logger of its own', 'database'],
] as const)('LOG-01 MAG-13 Secrets with %s, sessions by %s and debug on', (say, strategy) => {
  describe.each(Object.entries(WEATHER))('%s', (_, prepare) => {
    test.each(Object.entries(FLOWS))(
      'are neither in the log nor in the response of a failing %s sign-in',
      async (__, flow) => {
        const browser = open(say, strategy, prepare())
        await flow(browser)
        expectSilence()
      },
    )
  })
})

test('LOG-01 Secrets are not in errors thrown to code, with all their causes', async () => {
  const password = canaries.place('password')
  const authorize = (credentials: object): never => {
    throw new Error(`no such user: ${JSON.stringify(credentials)}`)
  }
  const logger = { error: canaries.record, warn: canaries.record, debug: canaries.record }
  const auth = createAuth({ providers: [passwords({ authorize })], logger }, { env: ENV })
  const failed = auth.signIn({ headers: new Headers() }, 'credentials', {
    username: 'ada',
    password,
  })
  await expect(failed).rejects.toMatchObject({ type: 'CallbackRouteError' })
  expectSilence()
})

test('LOG-02 Line ends and terminal codes of a request cannot forge a log line', async () => {
  const lines: string[] = []
  const error = (thrown: Error): void => void lines.push(thrown.message, String(thrown.stack))
  const auth = createAuth({ providers: [passwords()], logger: { error } }, { env: ENV })
  const browser = createBrowser(auth.handle)
  const nasty = 'x\r\n[auth][error] forged\u001b[31m'
  const type = { 'content-type': 'text/plain; x' }
  await browser.submit(`${BASE}/signout`, { nasty }, type)
  await browser.open(`${BASE}/signin?error=${encodeURIComponent(nasty)}`)
  const csrfToken = await browser.csrf(BASE)
  await browser.submit(`${BASE}/signin/${encodeURIComponent(nasty)}`, { csrfToken })
  await auth.signIn({ headers: new Headers() }, nasty).catch(() => undefined)
  expect(lines.length).toBeGreaterThan(2)
  for (const message of lines.filter((_, index) => index % 2 === 0)) {
    // oxlint-disable-next-line no-control-regex -- these are the characters that must not be there
    expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/)
    expect(message).not.toMatch(/^\[auth\]\[error\] forged/m)
  }
})

test('LOG-05 A logger that throws does not affect the response', async () => {
  const shout = (): never => {
    throw new Error('the log is full')
  }
  const logger = { error: shout, warn: shout, debug: shout }
  const auth = createAuth({ providers: [passwords()], debug: true, logger }, { env: ENV })
  const browser = createBrowser(auth.handle)
  expect((await browser.open(`${BASE}/session`)).status).toBe(200)
  expect((await browser.open(`${BASE}/nothing`)).status).toBe(404)
  expect((await auth.session({ headers: new Headers() })).session).toBeNull()
})
