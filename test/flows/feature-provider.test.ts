import type { AuthConfig } from '@latchstring/core'
import type { VerifiedForm, VerifyContext } from '@latchstring/core/features'
import { BASE, ORIGIN } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, submitPassword } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation, readSession } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { createDoor, WORD } from './src/door-feature.ts'
import { passFeature, type PassOptions, passOf } from './src/pass-feature.ts'
import { untyped } from './src/untyped.ts'
import { openProofWorld, PROOF_WORLDS, type ProofWorld } from './src/proof-world.ts'

type Fields = Readonly<Record<string, string>>

const RIGHT: Fields = { email: ADA.email, pass: passOf(ADA.id) }
const WRONG: Fields = { email: ADA.email, pass: 'another one' }

async function sendForm(browser: Browser, fields: Fields, headers: Fields = {}): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(
    `${BASE}/callback/pass`,
    { csrfToken, callbackUrl: '/inside', ...fields },
    headers,
  )
}

const userIn = async (browser: Browser): Promise<string | undefined> =>
  (await readSession(browser))?.user?.email ?? undefined

/** The response leads to the sign-in page with an error. */
function expectError(response: Response, error: string): void {
  expect(readLocation(response).pathname).toBe('/auth/signin')
  expect(readLocation(response).searchParams.get('error')).toBe(error)
}

const JSON_ALONE = { accept: 'application/json' }
const BY_SCRIPT = { 'x-auth-return-redirect': '1' }

describe.each(PROOF_WORLDS)(
  'The form of a feature, with sessions by $strategy, a store $store, and $config,',
  (options) => {
    const open = (pass: PassOptions = {}, config: Partial<AuthConfig> = {}): Promise<ProofWorld> =>
      openProofWorld(options, [passFeature(pass)], config)

    test('is the first of the sign-in page, with its sentences and links, in the language of the page', async () => {
      const world = await open()
      const browser = world.openBrowser()
      const german = { 'accept-language': 'de' }
      const page = await (await browser.open(`${BASE}/signin?callbackUrl=/inside`, german)).text()
      expect(readForms(page)[0]?.action).toBe(`${BASE}/callback/pass`)
      expect(page).toContain('Losungswort')
      const link = `${BASE}/pass/forgot?callbackUrl=${encodeURIComponent(`${ORIGIN}/inside`)}`
      expect(page).toContain(`href="${link}"`)
      expect(page).toContain('Losung vergessen?')
      expect((await browser.open(link)).status).toBe(200)
      const listed = await readJson(await browser.open(`${BASE}/providers`, german))
      expect(Object.keys(listed)).toEqual(['pass', 'credentials', 'mail'])
      expect(listed['pass']).toMatchObject({ name: 'Losung', type: 'credentials' })
    })

    test('signs in the stored user, through the callbacks of every sign-in', async () => {
      const seen: unknown[] = []
      const world = await open(
        {},
        {
          callbacks: {
            signIn({ account, credentials }) {
              seen.push(account?.provider, account?.type, credentials)
              return true
            },
          },
        },
      )
      const browser = world.openBrowser()
      expectSignedIn(await sendForm(browser, { ...RIGHT, other: 'not declared' }))
      expect(await userIn(browser)).toBe(ADA.email)
      expect(seen).toEqual(['pass', 'credentials', RIGHT])
    })

    test('refuses a wrong one with its own sentence, and keeps the name', async () => {
      const world = await open()
      const browser = world.openBrowser()
      const refused = await sendForm(browser, WRONG)
      expectError(refused, 'CredentialsSignin')
      const page = await (await browser.open(readLocation(refused).href)).text()
      expect(page).toContain('That pass is wrong.')
      expect(readForms(page)[0]?.fields['email']).toBe(ADA.email)
      expect(await userIn(browser)).toBeUndefined()
      const { url } = await readJson(await sendForm(browser, WRONG, BY_SCRIPT))
      expect(new URL(String(url)).searchParams.get('error')).toBe('CredentialsSignin')
    })

    test.each([
      ['without an input', { email: ADA.email }],
      ['with an empty input', { ...RIGHT, pass: '' }],
      ['with an input that is too long', { ...RIGHT, pass: 'x'.repeat(61) }],
    ])('%s is not verified at all', async (_, fields) => {
      let calls = 0
      const world = await open({
        verify: () => {
          calls += 1
          return { userId: ADA.id }
        },
      })
      const browser = world.openBrowser()
      expectError(await sendForm(browser, fields), 'CredentialsSignin')
      expect([calls, await userIn(browser)]).toEqual([0, undefined])
    })

    test('that is not text is a malformed request', async () => {
      const browser = (await open()).openBrowser()
      const csrfToken = await browser.csrf(BASE)
      const body = { csrfToken, email: { $ne: '' }, pass: RIGHT['pass'] }
      expect((await browser.submitJson(`${BASE}/callback/pass`, body, JSON_ALONE)).status).toBe(400)
      const twice = new URLSearchParams([...Object.entries({ csrfToken, ...RIGHT }), ['pass', 'b']])
      const answer = await browser.submit(`${BASE}/callback/pass`, twice, JSON_ALONE)
      expect([answer.status, await userIn(browser)]).toEqual([400, undefined])
    })

    test('signs in nobody by the id of a user who is not stored', async () => {
      const world = await open({ verify: () => ({ userId: 'id-of-none' }) })
      const browser = world.openBrowser()
      expectError(await sendForm(browser, RIGHT), 'CredentialsSignin')
      expect(await userIn(browser)).toBeUndefined()
    })

    test('fails closed, with the password in no log, where `verify` throws or gives nonsense', async () => {
      const given: ((context: VerifyContext) => VerifiedForm)[] = [
        ({ inputs }) => {
          throw Object.assign(new Error(`query of ${String(inputs['pass'])}`), { values: inputs })
        },
        () => untyped({ user: ADA }),
        () => untyped(undefined),
        () => ({ busy: -1 }),
      ]
      for (const verify of given) {
        const world = await open({ verify })
        const browser = world.openBrowser()
        const answer = await sendForm(browser, RIGHT)
        expect(['Callback', 'Configuration']).toContain(
          readLocation(answer).searchParams.get('error'),
        )
        expect(await userIn(browser)).toBeUndefined()
        expect(world.errors.length).toBeGreaterThan(0)
        const logged = world.errors.map((one) => `${one.stack} ${JSON.stringify(one.cause)}`)
        expect(logged.join(' ')).not.toContain(RIGHT['pass'])
      }
    })

    test('answers 503 with the seconds to wait where too much is going on, and gives the try back', async () => {
      let isBusy = true
      const world = await open(
        { verify: () => (isBusy ? { busy: 7 } : { userId: ADA.id }) },
        { limits: { password: { account: { points: 2, window: 60 }, clientAndAccount: false } } },
      )
      const browser = world.openBrowser()
      for (const headers of [{}, BY_SCRIPT, JSON_ALONE, {}]) {
        const answer = await sendForm(browser, RIGHT, headers)
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
        if (headers !== BY_SCRIPT && headers !== JSON_ALONE) {
          expect(await answer.text()).toContain('Temporarily unavailable')
        } else expect(await readJson(answer)).toMatchObject({ error: 'ServiceBusy' })
      }
      isBusy = false
      expectSignedIn(await sendForm(browser, RIGHT))
    })

    test('goes through the gates, and waits for a step without the password', async () => {
      const door = createDoor()
      const world = await openProofWorld(options, [passFeature(), door.feature])
      const browser = world.openBrowser()
      expect(readLocation(await sendForm(browser, RIGHT)).pathname).toBe('/auth/door/knock')
      const { provider, kind, amr, user } = door.asked.at(-1) ?? {}
      expect([provider, kind, amr, user?.id]).toEqual(['pass', 'credentials', ['pwd'], ADA.id])
      const csrfToken = await browser.csrf(BASE)
      expectSignedIn(await browser.submit(`${BASE}/door/say`, { csrfToken, word: WORD }))
      expect(await userIn(browser)).toBe(ADA.email)
    })

    test('stands beside the other ways in', async () => {
      const browser = (await open()).openBrowser()
      expectSignedIn(await submitPassword(browser, 'grace'))
      expectSignedIn(await sendForm(browser, RIGHT))
      expect(await userIn(browser)).toBe(ADA.email)
    })

    test('is limited as every password is', async () => {
      const world = await open(
        {},
        { limits: { password: { account: { points: 2, window: 60 }, clientAndAccount: false } } },
      )
      for (const fields of [WRONG, WRONG, RIGHT]) {
        const browser = world.openBrowser()
        expectError(await sendForm(browser, fields), 'CredentialsSignin')
      }
      world.clock.advance(61)
      expectSignedIn(await sendForm(world.openBrowser(), RIGHT))
    })

    test('is refused without CSRF token and from another origin', async () => {
      const browser = (await open()).openBrowser()
      const without = await browser.submit(`${BASE}/callback/pass`, RIGHT)
      expect(readLocation(without).searchParams.get('error')).toBe('Signin')
      const foreign = await sendForm(browser, RIGHT, { origin: 'https://evil.example' })
      expect(foreign.status).toBe(403)
      expect(await userIn(browser)).toBeUndefined()
    })
  },
)
