import { BASE } from '@latchstring/test-kit/app'
import { readJson } from '@latchstring/test-kit/json'
import { ADA } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { createPasswordHasher, PasswordQueueFull } from '../../../packages/passwords/src/hashing.ts'
import { EVE, GRACE, JSON_ALONE, type OpenScene } from './password-steps.ts'
import {
  FIRST,
  NEXT,
  type OpenPasswordStore,
  openPasswordWorld,
  type PasswordWorld,
  post,
  signIn,
  useLink,
  useProof,
} from './password-world.ts'
import { inspect } from 'node:util'
import { operationScenes } from './password-operations.ts'

/** What a response says, without what is random in it. */
async function said(response: Response): Promise<unknown> {
  const headers = [...response.headers].map(([name, value]) => [
    name,
    value.replaceAll(/=[^;=&"]{20,}/g, '=…').replaceAll(/\bref=\w{8}/g, 'ref=…'),
  ])
  const body = (await response.text())
    .replaceAll(/"ref":"\w{8}"/g, '')
    .replaceAll(/\bref=\w{8}/g, '')
  return { status: response.status, headers, body }
}

/** What an application with passwords answers, over a store. */
export function passwordAnswers(name: string, openStore: OpenPasswordStore): void {
  describe(`Over ${name}:`, () => {
    scenes(openStore)
    operationScenes(openStore)
  })
}

function scenes(openStore: OpenPasswordStore): void {
  const open: OpenScene = (options, more) =>
    openPasswordWorld({ strategy: 'database', openStore, ...more }, options)

  describe('A sign-in that fails', () => {
    test.each([{}, JSON_ALONE])(
      'is answered alike for a wrong password, none and no user, by as many calls of the store (PWD-04): %j',
      async (headers) => {
        const world = await open({ username: true })
        await world.auth.system(world.pw).setUsername(ADA.id, 'countess')
        const seen = new Map<string, unknown[]>()
        const tries = {
          addresses: [ADA.email, GRACE.email, 'no-user@example.com'],
          names: ['countess', 'nobody-at-all'],
        }
        for (const [kind, names] of Object.entries(tries)) {
          for (const username of names) {
            const browser = world.openBrowser()
            await browser.csrf(BASE)
            world.watched.calls.splice(0)
            const answer = await signIn(browser, { username, password: 'not that one' }, headers)
            const calls = world.watched.calls.filter((call) => call !== 'records.deleteExpired')
            seen.set(kind, [...(seen.get(kind) ?? []), { ...Object(await said(answer)), calls }])
          }
        }
        for (const [first, ...others] of seen.values()) {
          for (const other of others) expect(other).toEqual(first)
        }
      },
    )

    test('is one for a hash that cannot be compared here', async () => {
      const world = await open({}, { hasher: await createPasswordHasher() })
      await world.store.records?.insert(
        world.pw.tables?.[0] ?? never(),
        {
          values: { userId: GRACE.id, hash: '$argon2id$broken', changedAt: 0 },
          version: 1,
        },
        0,
      )
      const answer = await signIn(world.openBrowser(), { email: GRACE.email })
      expect(readLocation(answer).searchParams.get('error')).toBe('CredentialsSignin')
    })

    test.each(['', 'x'.repeat(5000), 'x'.repeat(4000)])(
      'has a password that no user can have (PWD-09)',
      async (password) => {
        const world = await open()
        const answer = await signIn(world.openBrowser(), { password })
        expect(readLocation(answer).searchParams.get('error')).toBe('CredentialsSignin')
      },
    )

    test.each(['a \0 in it', '\ud800'])('has no text as a password (PWD-09)', async (password) => {
      const world = await open()
      const browser = world.openBrowser()
      const body = { csrfToken: await browser.csrf(BASE), email: ADA.email, password }
      const answer = await browser.submitJson(`${BASE}/callback/password`, body, JSON_ALONE)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    })
  })

  test('A password is one in both spellings of a letter (PWD-10)', async () => {
    const world = await open()
    await post(world.openBrowser(), 'register', { email: EVE })
    const composed = 'un \u00e9t\u00e9 \u00e0 la mer'
    const fields = { password: composed.normalize('NFD') }
    expectSignedIn(await useLink(world.openBrowser(), world.last().url, 'finish', fields))
    world.clock.advance(2)
    expectSignedIn(await signIn(world.openBrowser(), { email: EVE, password: composed }))
  })

  test('Whatever the mail server does, a known and an unknown address are answered alike (PWD-05)', async () => {
    const world = await open()
    world.fail(new Error('the mail server is away'))
    for (const word of ['register', 'forgot']) {
      const answers = []
      for (const email of [ADA.email, GRACE.email, EVE]) {
        const browser = world.openBrowser()
        await browser.csrf(BASE)
        world.watched.calls.splice(0)
        const answer = await said(await post(browser, word, { email }, JSON_ALONE))
        const calls = world.watched.calls
          .filter((call) => call !== 'records.deleteExpired')
          .map((call) => (/getUser(ByEmail)?$/.test(call) ? 'getUser' : call))
        answers.push({ ...Object(answer), calls })
      }
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
    }
  })

  describe('While too many passwords are hashed', () => {
    const busy = (world: PasswordWorld) => ({
      ...world.hasher,
      method: 'busy',
      hash: () => Promise.reject(new PasswordQueueFull()),
      check: () => Promise.reject(new PasswordQueueFull()),
    })

    test('a form is answered 503, with when to try again', async () => {
      const world = await open()
      const full = await open({ hash: { ...busy(world), examine: () => undefined } })
      for (const email of [ADA.email, EVE]) {
        const answer = await signIn(full.openBrowser(), { email }, JSON_ALONE)
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      }
    })

    test('a link stays good', async () => {
      const world = await open()
      const full = await open({ hash: { ...busy(world), examine: () => undefined } })
      await post(full.openBrowser(), 'forgot', { email: ADA.email })
      const { url } = full.last()
      const answer = await useProof(full.openBrowser(), url, 'reset')
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect((await full.openBrowser().open(url)).status).toBe(200)
    })
  })

  test('A password of one character that stands for many is too short', async () => {
    const world = await open()
    await post(world.openBrowser(), 'forgot', { email: ADA.email })
    const fields = { password: '\ufdfa' }
    const answer = await useProof(world.openBrowser(), world.last().url, 'reset', fields)
    expect(await readJson(answer)).toMatchObject({ error: 'passwords/too-short' })
  })

  test('A mail says that a password is new, also where the mails to the address are used up', async () => {
    const world = await open()
    const browser = world.openBrowser()
    await signIn(browser)
    for (let time = 0; time < 6; time += 1) {
      await post(world.openBrowser(), 'forgot', { email: ADA.email })
    }
    expect(world.mails).toHaveLength(5)
    await post(browser, 'change', { current: FIRST, password: NEXT })
    expect(world.mails).toHaveLength(6)
    expect(world.last().purpose).toBe('passwords/changed')
  })

  test('The sentence of the application says why a password is refused, as text', async () => {
    const world = await open({
      policy: (password) => (password.includes('&') ? 'No <b>&</b>.' : undefined),
    })
    await post(world.openBrowser(), 'forgot', { email: ADA.email })
    const { url } = world.last()
    const fields = { password: 'salt & pepper' }
    const page = await useLink(world.openBrowser(), url, 'reset', fields)
    expect([page.status, await page.text()]).toEqual([
      422,
      expect.stringContaining('No &lt;b&gt;&amp;&lt;/b&gt;.'),
    ])
    const answer = await useProof(world.openBrowser(), url, 'reset', fields)
    expect(await readJson(answer)).toEqual({ error: 'passwords/policy', message: 'No <b>&</b>.' })
  })

  test('What a rule of the application throws is logged without the password', async () => {
    const lines: string[] = []
    const error = (thrown: unknown): void => void lines.push(inspect(thrown, { depth: null }))
    const policy = (password: string): string => {
      throw new Error(`No rule for ${password}`)
    }
    const config = { logger: { error } }
    const world = await openPasswordWorld({ strategy: 'database', config }, { policy })
    await post(world.openBrowser(), 'forgot', { email: ADA.email })
    expect((await useProof(world.openBrowser(), world.last().url, 'reset')).status).toBe(500)
    expect(lines.join()).toContain('The function `policy` has failed: Error')
    expect(lines.join()).not.toContain(NEXT)
  })

  test('Pages and mails are in the language of the browser', async () => {
    const world = await open({ minLength: 12 })
    const german = { 'accept-language': 'de' }
    const browser = world.openBrowser()
    await post(browser, 'forgot', { email: ADA.email }, german)
    expect(world.last().texts?.mail.subject).toBe('Passwort für {host} zurücksetzen')
    const page = await (await browser.open(world.last().url, german)).text()
    expect(page).toContain('Mindestens 12 Zeichen.')
  })
}

function never(): never {
  throw new Error('It is there.')
}
