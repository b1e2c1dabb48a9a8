import { type AuthConfig, createAuth, skipCSRFCheck } from '@latchstring/core'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Passkey from '@latchstring/core/providers/passkey'
import { startInbox } from '@latchstring/test-inbox'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { BASE, ENV, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import {
  signInWithPassword,
  PASSWORD,
  passwords,
  PEOPLE,
  storePeople,
} from '@latchstring/test-kit/people'
import { openStore, type Rows } from '@latchstring/test-kit/sqlite-store'
import { readSession } from '@latchstring/test-kit/story'

const inbox = forAllTests(startInbox)
const store = forAllTests(openStore)

beforeAll(async () => {
  await storePeople(store.adapter)
})

/** One provider of each kind. */
function config(): AuthConfig {
  const server = inbox.smtpUrl
  return {
    providers: [
      passwords(),
      Nodemailer({ id: 'mail', server, from: 'app@app.example' }),
      UNREACHED_PROVIDER,
      {
        ...UNREACHED_PROVIDER,
        id: 'lighthouse',
        type: 'oidc',
        issuer: 'https://lighthouse.example',
      },
      Passkey,
    ],
    adapter: store.adapter,
    experimental: { enableWebAuthn: true },
    logger: { warn: () => undefined, error: (error) => void errors.push(error.name) },
  }
}

const errors: string[] = []

beforeEach(() => {
  errors.length = 0
  inbox.clear()
})

type Fields = Readonly<Record<string, string>>

/** Every POST of a browser that changes something, for each kind of provider. */
const ROUTES: Readonly<Record<string, Fields>> = {
  signin: {},
  'signin/harbour': {},
  'signin/lighthouse': {},
  'signin/mail': { email: 'visitor@example.com' },
  'signin/credentials': {},
  'signin/passkey': {},
  signout: {},
  session: {},
  'callback/credentials': { username: 'grace', password: PASSWORD },
  'callback/mail': { code: 'AAAA-AAAA', token: 'x', email: 'ada@example.com' },
  'callback/passkey': { action: 'authenticate', data: '{}' },
}

type Make = (config: AuthConfig) => AuthConfig

const OPTIONS: readonly (readonly [string, Make])[] = [
  ['sealed sessions', (base) => ({ ...base, session: { strategy: 'jwt' } })],
  ['sessions in a store', (base) => base],
]

function openBrowser(configuration: AuthConfig): Browser {
  return createBrowser(createAuth(configuration, { env: ENV }).handle)
}

/** That nothing is stored, sent or changed after this moment. */
async function watch(browser: Browser): Promise<() => Promise<void>> {
  const before: Rows = await store.rows()
  return async () => {
    expect(await store.rows()).toEqual(before)
    expect(inbox.messages()).toEqual([])
    expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
  }
}

const ELSEWHERE: readonly Fields[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

describe.each(OPTIONS)('CSRF protection with %s', (_, make) => {
  test.each(Object.entries(ROUTES))(
    'CSR-01 POST %s has no effect without the token of the browser, as form or JSON',
    async (path, fields) => {
      const browser = await signInWithPassword(openBrowser(make(config())))
      const stolen = await (await signInWithPassword(openBrowser(make(config())))).csrf(BASE)
      const expectUnchanged = await watch(browser)
      for (const csrfToken of [undefined, '', 'f'.repeat(64), stolen]) {
        const sent = csrfToken === undefined ? fields : { ...fields, csrfToken }
        for (const form of [true, false]) {
          const url = `${BASE}/${path}`
          const response = await (form ? browser.submit(url, sent) : browser.submitJson(url, sent))
          expect([errors.pop(), response.headers.getSetCookie()]).toEqual(['MissingCSRF', []])
        }
      }
      await expectUnchanged()
    },
  )

  test.each(Object.entries(ROUTES))(
    'CSR-04 CSR-05 CSR-08 POST %s has no effect from another site, with a token, with tokens off, or without a session',
    async (path, fields) => {
      const browser = await signInWithPassword(openBrowser(make(config())))
      const stranger = openBrowser(make(config()))
      const unchecked = openBrowser(make({ ...config(), skipCSRFCheck }))
      const expectUnchanged = await watch(browser)
      for (const from of ELSEWHERE) {
        for (const sender of [browser, stranger, unchecked]) {
          const csrfToken = sender === unchecked ? '' : await sender.csrf(BASE)
          const sent = { ...fields, csrfToken }
          const response = await sender.submit(`${BASE}/${path}`, sent, from)
          expect([response.status, errors.pop()]).toEqual([403, 'CrossOriginRequest'])
          expect(response.headers.getSetCookie()).toEqual([])
        }
      }
      await expectUnchanged()
    },
  )
})

test('CSR-04 GET webauthn-options creates no challenge for another site', async () => {
  const browser = openBrowser(config())
  const before = await store.rows()
  for (const from of ELSEWHERE) {
    const response = await browser.open(`${BASE}/webauthn-options/passkey`, from)
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
  }
  expect(await store.rows()).toEqual(before)
})
