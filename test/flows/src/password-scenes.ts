import { BASE, type Strategy, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, copyCookies, PEOPLE } from '@latchstring/test-kit/people'
import {
  expectEnded,
  expectSignedIn,
  readLocation,
  readSession,
  signOut,
} from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { hashes } from '../../../packages/passwords/src/index.ts'
import { createDoor, WORD } from './door-feature.ts'
import {
  FIRST,
  formTo,
  NEXT,
  type OpenPasswordStore,
  openPasswordWorld,
  type PasswordWorld,
  post,
  signIn,
  useLink,
  useProof,
} from './password-world.ts'

const EVE = 'eve@example.com'
const GRACE = PEOPLE.grace
const JSON_ALONE = { accept: 'application/json' }

const userIn = async (browser: Browser): Promise<string | undefined> =>
  (await readSession(browser))?.user?.email ?? undefined

/** The response leads to the page that says that a link is no good. */
const expectDead = (response: Response): void =>
  expect(readLocation(response).searchParams.get('error')).toBe('Verification')

/** The response leads to the sign-in page with an error. */
function expectWrong(response: Response): void {
  expect(readLocation(response).pathname).toBe('/auth/signin')
  expect(readLocation(response).searchParams.get('error')).toBe('CredentialsSignin')
}

async function signedIn(world: PasswordWorld): Promise<Browser> {
  const browser = world.openBrowser()
  expectSignedIn(await signIn(browser))
  return browser
}

/** Asks for a link to choose another password. */
async function forget(world: PasswordWorld, email: string = ADA.email): Promise<string> {
  await post(world.openBrowser(), 'forgot', { email })
  return world.last().url
}

const purposes = ({ mails }: PasswordWorld): readonly (string | undefined)[] =>
  mails.map(({ purpose }) => purpose)

/** The hash of a user, as the store has it. */
async function hashOf({ store }: PasswordWorld, userId: string): Promise<unknown> {
  const row = await store.records?.get(hashes, { userId })
  return row?.values['hash']
}

/** What people do with passwords, over a store. */
export function passwordScenes(name: string, openStore: OpenPasswordStore): void {
  describe.each(STRATEGIES)(`Passwords over ${name}, with sessions by %s`, (strategy) =>
    scenes(strategy, openStore),
  )
}

function scenes(strategy: Strategy, openStore: OpenPasswordStore): void {
  const open = (
    options: Parameters<typeof openPasswordWorld>[1] = {},
    more: Omit<Parameters<typeof openPasswordWorld>[0], 'strategy'> = {},
  ): Promise<PasswordWorld> => openPasswordWorld({ strategy, openStore, ...more }, options)

  describe('A person who registers', () => {
    test('goes from the sign-in page to a session, without a script', async () => {
      const registered: unknown[] = []
      const world = await open({ on: { registered: ({ email }) => registered.push(email) } })
      const browser = world.openBrowser()
      const page = await (await browser.open(`${BASE}/signin?callbackUrl=/inside`)).text()
      const [, link = ''] = /href="([^"]+sign-up[^"]*)"/.exec(page) ?? []
      const first = formTo(await (await browser.open(link)).text(), 'register')
      const typed = { ...first.fields, email: ` ${EVE.toUpperCase()} ` }
      const asked = await browser.submit(first.action, typed, { origin: 'null' })
      expect(readLocation(asked).pathname).toBe('/auth/passwords/join')
      expect(await (await browser.open(readLocation(asked).href)).text()).toContain(
        'Check your email',
      )
      expect(await world.store.getUserByEmail?.(EVE)).toBeNull()

      expectSignedIn(await useLink(browser, world.last().url, 'finish'))
      expect([await userIn(browser), registered]).toEqual([EVE, [EVE]])
      const user = await world.store.getUserByEmail?.(EVE)
      expect(user?.emailVerified).toBeInstanceOf(Date)
      expectDead(await useLink(world.openBrowser(), world.last().url, 'finish'))

      await signOut(browser)
      // A store of whole seconds does not know which of the two came first.
      world.clock.advance(1)
      expectWrong(await signIn(browser, { email: EVE, password: FIRST }))
      expectSignedIn(await signIn(browser, { email: EVE, password: NEXT }))
    })

    test('types the code of the mail, in the browser that asked', async () => {
      const world = await open()
      const browser = world.openBrowser()
      const asked = await post(browser, 'register', { email: EVE, name: 'Eve' })
      const form = formTo(await (await browser.open(readLocation(asked).href)).text(), 'finish')
      const typed = { ...form.fields, code: world.last().code ?? '', password: NEXT }
      expectSignedIn(await browser.submit(form.action, typed, { origin: 'null' }))
      expect(await world.store.getUserByEmail?.(EVE)).toMatchObject({ name: 'Eve' })
    })

    test('is answered by a known address as by an unknown one, and told by mail', async () => {
      const world = await open()
      const answers = []
      for (const email of [EVE, ADA.email, GRACE.email]) {
        const answer = await post(world.openBrowser(), 'register', { email })
        answers.push([answer.status, answer.headers.get('location')])
      }
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
      expect(purposes(world)).toEqual(['passwords/register', 'passwords/known', 'passwords/known'])
      expect(world.last().url).toMatch(/\/auth\/signin/)
    })

    test('keeps the link where the password is refused, and is told why', async () => {
      const world = await open()
      const browser = world.openBrowser()
      await post(browser, 'register', { email: EVE })
      const { url } = world.last()
      const sentences = {
        short: 'Use at least 8 characters.',
        password1: 'This password is too common.',
        'eve@example.com': 'too close to your name',
      }
      for (const [password, sentence] of Object.entries(sentences)) {
        const refused = await useLink(browser, url, 'finish', { password })
        expect([refused.status, await refused.text()]).toEqual([
          422,
          expect.stringContaining(sentence),
        ])
      }
      expectSignedIn(await useLink(browser, url, 'finish'))
    })

    test('gets no account of somebody who has registered with the address meanwhile', async () => {
      const world = await open()
      await post(world.openBrowser(), 'register', { email: EVE })
      const { url } = world.last()
      await world.store.createUser?.({ id: 'other', email: EVE, emailVerified: null })
      const refused = await useProof(world.openBrowser(), url, 'finish')
      expect([refused.status, await readJson(refused)]).toEqual([
        409,
        { error: 'passwords/exists', message: 'You already have an account. Sign in.' },
      ])
      expect(await hashOf(world, 'other')).toBeUndefined()
    })

    test('cannot where the application does not want it', async () => {
      const world = await open({ signUp: false })
      const page = await (await world.openBrowser().open(`${BASE}/signin`)).text()
      expect(page).not.toContain('sign-up')
      expect((await world.openBrowser().open(`${BASE}/passwords/sign-up`)).status).toBe(404)
    })
  })

  describe('A reset', () => {
    test('ends every session before the new one, and the old password (PWD-07)', async () => {
      const reset: unknown[] = []
      const world = await open({ on: { reset: ({ id }) => reset.push(id) } })
      const [own, other] = [await signedIn(world), await signedIn(world)]
      const thief = copyCookies(own, world.openBrowser())
      world.clock.advance(60)
      const url = await forget(world)
      expectSignedIn(await useLink(own, url, 'reset'))
      world.clock.advance(60)
      expect([await userIn(own), await userIn(other), await userIn(thief)]).toEqual([
        ADA.email,
        undefined,
        undefined,
      ])
      expectWrong(await signIn(world.openBrowser()))
      expectSignedIn(await signIn(world.openBrowser(), { password: NEXT }))
      expect(purposes(world)).toEqual(['passwords/reset', 'passwords/changed'])
      expect(reset).toEqual([ADA.id])
    })

    test('is done once by 32 posts of one link at a time (PWD-06)', async () => {
      const world = await open()
      const url = new URL(await forget(world))
      const browser = world.openBrowser()
      const csrfToken = await browser.csrf(BASE)
      const proof = url.searchParams.get('proof') ?? ''
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, index) =>
          browser.submit(
            `${BASE}/passwords/reset`,
            { csrfToken, proof, password: `${NEXT} ${index}` },
            JSON_ALONE,
          ),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status < 400)).toHaveLength(1)
      expect(new Set(statuses)).toHaveProperty('size', 2)
      const won = statuses.findIndex((status) => status < 400)
      expectSignedIn(await signIn(world.openBrowser(), { password: `${NEXT} ${won}` }))
    })

    test('has a link that dies with the next one, after half an hour, and with password and address (PWD-06)', async () => {
      const world = await open()
      const first = await forget(world)
      world.clock.advance(1)
      const second = await forget(world)
      expectDead(await world.openBrowser().open(first))
      expect((await world.openBrowser().open(second)).status).toBe(200)
      expect((await world.openBrowser().open(second)).status).toBe(200)

      const user = await signedIn(world)
      await post(user, 'change', { current: FIRST, password: NEXT })
      expectDead(await world.openBrowser().open(second))

      const third = await forget(world)
      await world.store.updateUser?.({ id: ADA.id, email: 'ada@elsewhere.example' })
      expectDead(await world.openBrowser().open(third))
      const fourth = await forget(world, 'ada@elsewhere.example')
      world.clock.advance(30 * 60 - 1)
      expect((await world.openBrowser().open(fourth)).status).toBe(200)
      world.clock.advance(1)
      expectDead(await world.openBrowser().open(fourth))
    })

    test('does not end an earlier link where its own mail could not be sent', async () => {
      const world = await open()
      const first = await forget(world)
      world.fail(new Error('the mail server is away'))
      await post(world.openBrowser(), 'forgot', { email: ADA.email })
      world.fail(null)
      expect((await world.openBrowser().open(first)).status).toBe(200)
    })

    test('gives a user without a password none, and says how to sign in (PWD-16)', async () => {
      const world = await open()
      const answers = []
      for (const email of [ADA.email, GRACE.email, 'nobody@example.com']) {
        const answer = await post(world.openBrowser(), 'forgot', { email })
        answers.push([answer.status, answer.headers.get('location')])
      }
      expect(new Set(answers.map(String)).size).toBe(1)
      expect(purposes(world)).toEqual(['passwords/reset', 'passwords/without', 'passwords/unknown'])
      expect(world.mails.slice(1).map(({ url }) => new URL(url).pathname)).toEqual([
        '/auth/signin',
        '/auth/signin',
      ])
      expect(await hashOf(world, GRACE.id)).toBeUndefined()
    })

    test('hands over a user whose address was never proven', async () => {
      const world = await open()
      const stranger = await signedIn(world)
      await world.store.updateUser?.({ id: ADA.id, emailVerified: null })
      world.clock.advance(1)
      const owner = world.openBrowser()
      expectSignedIn(await useLink(owner, await forget(world), 'reset'))
      world.clock.advance(60)
      await expectEnded(stranger)
      expect(await userIn(owner)).toBe(ADA.email)
      expectWrong(await signIn(world.openBrowser()))
      expectSignedIn(await signIn(world.openBrowser(), { password: NEXT }))
    })

    test('and a registration pass no gate by (PWD-15)', async () => {
      const world = await open({}, { others: [createDoor().feature] })
      const browser = world.openBrowser()
      const answer = await useLink(browser, await forget(world), 'reset')
      expect(readLocation(answer).pathname).toBe('/auth/door/knock')
      expect(await userIn(browser)).toBeUndefined()
      const csrfToken = await browser.csrf(BASE)
      expectSignedIn(await browser.submit(`${BASE}/door/say`, { csrfToken, word: WORD }))
      expect(await userIn(browser)).toBe(ADA.email)

      const newcomer = world.openBrowser()
      await post(newcomer, 'register', { email: EVE })
      const finished = await useLink(newcomer, world.last().url, 'finish')
      expect(readLocation(finished).pathname).toBe('/auth/door/knock')
      expect(await userIn(newcomer)).toBeUndefined()
    })
  })

  describe('A change', () => {
    test('needs the current password, ends the other sessions and tells the user', async () => {
      const world = await open()
      const [own, other] = [await signedIn(world), await signedIn(world)]
      world.clock.advance(60)
      const page = await (await own.open(`${BASE}/passwords/edit`)).text()
      const form = formTo(page, 'change')
      const send = (current: string, password: string) =>
        own.submit(form.action, { ...form.fields, current, password }, { origin: 'null' })
      const wrong = await send('not that one', NEXT)
      expect([wrong.status, await wrong.text()]).toEqual([
        403,
        expect.stringContaining('That’s not your current password.'),
      ])
      const done = await send(FIRST, NEXT)
      expect([done.status, await done.text()]).toEqual([
        200,
        expect.stringContaining('Password changed'),
      ])
      world.clock.advance(60)
      expect([await userIn(own), await userIn(other)]).toEqual([ADA.email, undefined])
      expect(purposes(world)).toEqual(['passwords/changed'])
      expectSignedIn(await signIn(world.openBrowser(), { password: NEXT }))
    })

    test('can be tried five times', async () => {
      const world = await open()
      const browser = await signedIn(world)
      const statuses = []
      for (let time = 0; time < 6; time += 1) {
        const fields = { current: `wrong ${time}`, password: NEXT }
        statuses.push((await post(browser, 'change', fields, JSON_ALONE)).status)
      }
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    })

    test('stays done where the notice cannot be sent', async () => {
      const world = await open()
      const browser = await signedIn(world)
      world.fail(new Error('the mail server is away'))
      const done = await post(browser, 'change', { current: FIRST, password: NEXT }, JSON_ALONE)
      expect(done.status).toBe(200)
      expectSignedIn(await signIn(world.openBrowser(), { password: NEXT }))
    })

    test('is for who has a password, and setting the first one for who has none, with a recent sign-in', async () => {
      const world = await open()
      await post(world.openBrowser(), 'forgot', { email: GRACE.email })
      const browser = world.openBrowser()
      const csrfToken = await browser.csrf(BASE)
      await browser.submit(`${BASE}/signin/mail`, { csrfToken, email: GRACE.email })
      const typed = { csrfToken: await browser.csrf(BASE), code: world.last().code ?? '' }
      await browser.submit(`${BASE}/callback/mail`, typed)
      expect(await userIn(browser)).toBe(GRACE.email)
      const fields = { current: FIRST, password: NEXT }
      expect(await readJson(await post(browser, 'change', fields, JSON_ALONE))).toMatchObject({
        error: 'passwords/no-password',
      })
      world.clock.advance(3601)
      const late = await post(browser, 'set', { password: NEXT }, JSON_ALONE)
      expect([late.status, await hashOf(world, GRACE.id)]).toEqual([403, undefined])
      world.clock.advance(-3601)
      const page = await (await browser.open(`${BASE}/passwords/edit`)).text()
      const form = formTo(page, 'set')
      const done = await browser.submit(
        form.action,
        { ...form.fields, password: NEXT },
        { origin: 'null' },
      )
      expect([done.status, purposes(world).at(-1)]).toEqual([200, 'passwords/added'])
      expectSignedIn(await signIn(world.openBrowser(), { email: GRACE.email, password: NEXT }))
      expect(
        await readJson(await post(browser, 'set', { password: NEXT }, JSON_ALONE)),
      ).toMatchObject({
        error: 'passwords/has-password',
      })
    })

    test('is on the account page', async () => {
      const world = await open()
      const browser = await signedIn(world)
      const page = await (await browser.open(`${BASE}/account`)).text()
      expect(page).toContain('You can sign in with a password.')
      expect(page).toContain(`${BASE}/passwords/edit`)
    })

    test('counts as a way in on the account page, as long as there is one', async () => {
      const counts = async (browser: Browser): Promise<unknown> =>
        (await readJson(await browser.open(`${BASE}/account`, JSON_ALONE)))['credentials']
      const world = await open()
      expect(await counts(await signedIn(world))).toBe(true)
      const browser = world.openBrowser()
      const csrfToken = await browser.csrf(BASE)
      await browser.submit(`${BASE}/signin/mail`, { csrfToken, email: GRACE.email })
      const typed = { csrfToken: await browser.csrf(BASE), code: world.last().code ?? '' }
      await browser.submit(`${BASE}/callback/mail`, typed)
      expect(await counts(browser)).toBe(false)
    })
  })

  test('A hash of another system is replaced at the first success, and not before (PWD-02)', async () => {
    const world = await open()
    const { hash } = await import('bcryptjs')
    const old = await hash('an old password', 4)
    const { system } = world.auth
    expect(await system(world.pw).setHash(GRACE.id, old)).toBe('done')
    expectWrong(await signIn(world.openBrowser(), { email: GRACE.email, password: 'another one' }))
    expect(await hashOf(world, GRACE.id)).toBe(old)
    const right = { email: GRACE.email, password: 'an old password' }
    expectSignedIn(await signIn(world.openBrowser(), right))
    const renewed = await hashOf(world, GRACE.id)
    expect(renewed).toMatch(/^\$argon2id\$|^\$scrypt\$/)
    expect(await system(world.pw).setHash(GRACE.id, old)).toBe('kept')
    expectSignedIn(await signIn(world.openBrowser(), right))
    expect(await hashOf(world, GRACE.id)).toBe(renewed)
    await expect(system(world.pw).setHash(GRACE.id, 'no hash')).rejects.toThrow()
    expect(await system(world.pw).setHash('no-user', old)).toBe('no-user')
  })
}
