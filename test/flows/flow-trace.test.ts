import { type AuthConfig, createAuth } from '@latchstring/core'
import type { AuthError } from '@latchstring/core/errors'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { startInbox } from '@latchstring/test-inbox'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, ENV } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { PASSWORD, passwords, storePeople } from '@latchstring/test-kit/people'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import { readSession, requestAuthorization } from '@latchstring/test-kit/story'
import { captureConsole } from './src/console-lines.ts'

const idp = forAllTests(startIdp)
const inbox = forAllTests(startInbox)
const store = storeForEachTest()

beforeEach(async () => {
  idp.tamper(null)
  await storePeople(store.adapter)
})

/** An application, and what its logger is given. */
function open(strategy: 'jwt' | 'database', config: Partial<AuthConfig> = {}) {
  const errors: AuthError[] = []
  const auth = createAuth(
    {
      providers: [
        oidcProvider(idp),
        passwords(),
        Nodemailer({ id: 'mail', server: inbox.smtpUrl, from: 'a@app.example' }),
      ],
      adapter: store.adapter,
      session: { strategy },
      // All errors of flows are of that class.
      logger: { error: (error) => void errors.push(error as AuthError), warn: () => undefined },
      ...config,
    },
    { env: ENV },
  )
  return { browser: createBrowser(auth.handle), auth, errors }
}

/** A line of facts, and nothing else: each word is on a list of ours. */
const LINE = new RegExp(
  [
    String.raw`^0 request (?:GET|POST) (?:signin|callback|signout|another action); `,
    String.raw`0 origin AUTH_URL, https; 0 site (?:not said|same-origin|same-site|cross-site|none); `,
    String.raw`0 cookies session (?:present|absent), csrf (?:present|absent), check (?:present|absent)`,
    String.raw`(?:; \d+ (?:transaction (?:opened|absent)|provider (?:GET|POST)(?: \d{3}| failed) \d+ ms|store [a-zA-Z]+(?: failed)? \d+ ms|user (?:prepared|stored)|callback signIn (?:passed|redirects)|session (?:issued|none)))*`,
    String.raw`; \d+ failed [A-Za-z]+$`,
  ].join(''),
)

async function atProvider(browser: Browser): Promise<void> {
  await browser.follow(await signInAt(await requestAuthorization(browser, 'harbour')))
}

describe.each(['jwt', 'database'] as const)(
  'The trace of a flow, with sessions of strategy %s',
  (strategy) => {
    test('names the calls to the service, with their status, and the cookies that were there', async () => {
      const { browser, errors } = open(strategy)
      idp.tamper({ token: { status: 400, body: { error: 'invalid_grant' } } })
      await atProvider(browser)
      expect(errors).toHaveLength(1)
      expect(errors[0]?.trace).toMatch(LINE)
      expect(errors[0]?.trace).toMatch(
        /^0 request GET callback; .*; 0 cookies session absent, csrf present, check present; \d+ transaction opened; .*provider POST 400 \d+ ms; \d+ failed OAuthCallbackError$/,
      )
    })

    test('names the calls of the store, and the one that failed', async () => {
      const { browser, errors } = open(strategy, {
        adapter: { ...store.adapter, getUserByAccount: () => Promise.reject(new Error('away')) },
      })
      await atProvider(browser)
      expect(errors[0]?.trace).toMatch(LINE)
      expect(errors[0]?.trace).toMatch(/; \d+ store getUserByAccount failed \d+ ms; /)
    })

    test('says that the browser has sent no cookie of the sign-in', async () => {
      const { browser, errors } = open(strategy)
      await browser.open(`${BASE}/callback/harbour?code=x&state=y`)
      expect(errors[0]?.trace).toMatch(LINE)
      expect(errors[0]?.trace).toContain('check absent')
    })

    test('says that the sign-in began in another browser', async () => {
      const { browser, auth, errors } = open(strategy)
      const request = await requestAuthorization(createBrowser(auth.handle), 'harbour')
      await browser.follow(await signInAt(request))
      expect(errors[0]?.trace).toMatch(LINE)
      expect(errors[0]?.trace).toMatch(/check absent; \d+ transaction absent; /)
    })

    test('names the steps that a sign-in had taken before its session failed', async () => {
      const broken = new Error('x')
      const failing = () => Promise.reject(broken)
      const { browser, errors } = open(strategy, {
        callbacks: { signIn: () => true, jwt: failing },
        adapter: { ...store.adapter, createSession: failing },
      })
      await atProvider(browser)
      expect(errors).toHaveLength(1)
      expect(errors[0]?.trace).toMatch(LINE)
      expect(errors[0]?.trace).toMatch(
        /; \d+ user prepared; (?:.*; )?\d+ callback signIn passed; (?:.*; )?\d+ user stored; .*failed \w+$/,
      )
    })

    test('begins anew with each request, also of two at once', async () => {
      const { browser, auth, errors } = open(strategy)
      const wrong = async (): Promise<unknown> => {
        const other = createBrowser(auth.handle)
        const fields = { csrfToken: await other.csrf(BASE), username: 'ada', password: 'x' }
        return other.submit(`${BASE}/callback/credentials`, fields)
      }
      await Promise.all([wrong(), wrong(), atProvider(browser), wrong()])
      expect(errors.map(({ type }) => type)).toEqual(Array(3).fill('CredentialsSignin'))
      for (const { trace } of errors) {
        expect(trace).toMatch(LINE)
        expect(trace).not.toContain('provider')
      }
    })

    test('is written by the console into the one line that has the reference', async () => {
      const lines = captureConsole()
      const { browser } = open(strategy, { logger: {} })
      idp.tamper({ token: { status: 400, body: { error: 'invalid_grant' } } })
      await atProvider(browser)
      await browser.open(`${BASE}/callback/mail?token=x&email=a%40example.com`)
      const traced = lines.filter((line) => line.includes('trace: '))
      expect(traced.every((line) => /\(ref [A-Z2-9]{8}\)/.test(line))).toBe(true)
      expect(traced).not.toEqual([])
    })

    test('is in no log while everything goes well, nor of a session that is read', async () => {
      const lines = captureConsole()
      const { browser, errors } = open(strategy)
      await atProvider(browser)
      expect((await readSession(browser))?.user).toBeTruthy()
      expect([lines, errors]).toEqual([[], []])
      const broken = open(strategy, {
        callbacks: {
          session() {
            throw new Error('x')
          },
        },
      })
      const fields = { username: 'ada', password: PASSWORD }
      const csrfToken = await broken.browser.csrf(BASE)
      await broken.browser.submit(`${BASE}/callback/credentials`, { csrfToken, ...fields })
      await broken.browser.open(`${BASE}/session`)
      expect(broken.errors.filter(({ trace }) => trace !== undefined)).toEqual([])
    })

    test('has no text from a client, a service or a function of the application (LOG-01)', async () => {
      const canary = 'canary'
      const traces: (string | undefined)[] = []
      const { browser, errors } = open(strategy, {
        callbacks: {
          signIn() {
            throw new Error(canary)
          },
        },
      })
      idp.tamper({ userinfo: ({ body }) => ({ body: { ...body, name: canary } }) })
      const headers = {
        'sec-fetch-site': canary,
        'user-agent': canary,
        'x-forwarded-host': canary,
        cookie: `canary=${canary}; __Secure-authjs.state.${canary}=${canary}`,
      }
      const address = `${BASE}/callback/harbour`
      await browser.open(`${address}?code=${canary}&state=${canary}`, headers)
      await browser.open(`${address}?error=${canary}&error_description=${canary}`, headers)
      await browser.open(`${BASE}/signin/${canary}?${canary}=${canary}`, headers)
      await browser.open(`${BASE}/callback/${canary}`, headers)
      await browser.submit(`${BASE}/signin/harbour?${canary}=1`, {
        csrfToken: canary,
        [canary]: canary,
      })
      const csrfToken = await browser.csrf(BASE)
      await browser.submit(`${BASE}/callback/credentials`, {
        csrfToken,
        username: canary,
        password: canary,
      })
      await browser.submit(`${BASE}/signin/mail`, { csrfToken, email: canary })
      await atProvider(browser)
      traces.push(...errors.map(({ trace }) => trace))
      expect(traces.length).toBeGreaterThan(5)
      expect(traces.filter((trace) => trace !== undefined).length).toBeGreaterThan(4)
      for (const trace of traces) {
        expect(trace ?? '').not.toContain(canary)
        if (trace !== undefined) expect(trace).toMatch(LINE)
      }
    })
  },
)
