import type { AskedSignIn } from '@latchstring/core/features'
import { type App, BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { readForms } from '@latchstring/test-kit/forms'
import { oidcProvider } from '@latchstring/test-kit/idp'
import { ADA, plantCookie, signInWithPassword, submitPassword } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readLocation,
  readSession,
  sessionCookies,
  signInWith,
} from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDoor, WORD } from './src/door-feature.ts'
import {
  enterByCode,
  enterByGuild,
  enterByLink,
  type GateWorld,
  openGateWorld,
  say,
  WAYS,
} from './src/gate-world.ts'
import { addKey } from './src/passkeys.ts'
import { untyped } from './src/untyped.ts'

const STEP = `${BASE}/door/knock`

const idp = idpForEachTest()

const waitingCookie = (browser: Browser): string | undefined =>
  [...browser.cookies.keys()].find((name) => name.includes('waiting'))

/** Counts what a sign-in may write. */
const written = ({ store }: GateWorld): Readonly<Record<string, number>> => ({
  users: store.rows.users.length,
  accounts: store.rows.accounts.length,
  sessions: store.rows.sessions.length,
  waiting: store.waiting().length,
})

function expectWaiting(response: Response, browser: Browser): void {
  expect(response.headers.get('location')).toBe(STEP)
  expect(response.status).toBe(303)
  expect(sessionCookies(browser)).toEqual([])
  expect(waitingCookie(browser)).toBeDefined()
}

function expectDenied(response: Response, browser: Browser): void {
  const location = readLocation(response)
  expect([location.pathname, location.searchParams.get('error')]).toEqual([
    '/auth/error',
    'AccessDenied',
  ])
  expect(sessionCookies(browser)).toEqual([])
}

describe.each(STRATEGIES)('A gate, with sessions by %s,', (strategy) => {
  let world: GateWorld

  beforeEach(async () => {
    world = await openGateWorld(strategy, idp)
  })

  describe.each(WAYS)('and a sign-in with %s', (_, { kind, before, enter }) => {
    beforeEach(async () => before?.(world))

    test('that lets it pass is asked once, and leaves nothing behind', async () => {
      const door = createDoor({ answer: () => 'pass' })
      const browser = world.open([door.feature]).openBrowser()
      expectSignedIn(await enter(world, browser))
      expect((await readSession(browser))?.user).toMatchObject({ email: ADA.email })
      expect(door.asked).toMatchObject([
        { user: { id: ADA.id }, email: ADA.email, kind, adds: false, done: false },
      ])
      expect([waitingCookie(browser), world.store.waiting()]).toEqual([undefined, []])
    })

    test.each(['may', 'assure'] as const)('that refuses it as %s writes nothing', async (phase) => {
      const known = written(world)
      const door = createDoor({ phase, answer: () => ({ refused: 'closed' }) })
      const app = world.open([door.feature])
      const browser = app.openBrowser()
      expectDenied(await enter(world, browser), browser)
      expect(written(world)).toEqual(known)
      expect(world.events).toEqual([])
      expect(app.errors.at(-1)).toMatchObject({
        type: 'AccessDenied',
        cause: { feature: 'door/closed' },
      })
    })

    test('lets it wait for a step, and go on where it stopped', async () => {
      const known = written(world)
      const door = createDoor()
      const browser = world.open([door.feature]).openBrowser()
      expectWaiting(await enter(world, browser), browser)
      expect(written(world)).toEqual({ ...known, waiting: 1 })
      expect(world.events).toEqual([])

      const wrong = await say(browser, 'open')
      expect(wrong.status).toBe(400)
      const html = await wrong.text()
      expect(html).toContain('That is wrong.')
      expect(readForms(html).map(({ action }) => action)).toContain(`${BASE}/door/say`)
      expect(sessionCookies(browser)).toEqual([])

      expectSignedIn(await say(browser))
      expect((await readSession(browser))?.user).toMatchObject({ email: ADA.email })
      expect(world.events).toEqual(['signIn'])
      const opened = strategy === 'database' ? 1 : 0
      expect(written(world)).toEqual({ ...known, sessions: Number(known['sessions']) + opened })
      expect(waitingCookie(browser)).toBeUndefined()
      expect(door.asked.map(({ done }) => done)).toEqual([false, true])
    })

    test.each([
      [
        'throws',
        (): never => {
          throw new Error('the disk is full')
        },
        'CallbackRouteError',
      ],
      ['answers nothing', () => undefined, 'InvalidConfiguration'],
      ['answers true', () => true, 'InvalidConfiguration'],
      [
        'answers with an error that it does not have',
        () => ({ refused: 'late' }),
        'InvalidConfiguration',
      ],
      ['answers with a step that is none', () => ({ step: 'say' }), 'InvalidConfiguration'],
    ])('that %s opens no session', async (__, answer, type) => {
      const door = createDoor({ answer: untyped(answer) })
      const app = world.open([door.feature])
      const browser = app.openBrowser()
      const response = await enter(world, browser)
      expect([302, 500]).toContain(response.status)
      expect(app.errors.at(-1)).toMatchObject({ type })
      expect([sessionCookies(browser), world.store.waiting()]).toEqual([[], []])
    })
  })

  describe('and a new user', () => {
    const NEW = 'new@example.com'
    const ways: Readonly<Record<string, (browser: Browser) => Promise<Response>>> = {
      OAuth: (browser) => enterByGuild(browser, 'mona'),
      'OpenID Connect': (browser) => signInWith(browser, 'harbour', 'grace'),
      'a link': (browser) => enterByLink(world, browser, NEW),
      'a code': (browser) => enterByCode(world, browser, NEW),
    }

    // The people of the store would be taken for those of the provider.
    beforeEach(() => void world.store.rows.users.splice(0))

    test.each(Object.entries(ways))(
      'who comes by %s is not stored where it refuses',
      async (_, enter) => {
        const door = createDoor({ phase: 'may', answer: () => ({ refused: 'closed' }) })
        const browser = world.open([door.feature]).openBrowser()
        expectDenied(await enter(browser), browser)
        expect(written(world)).toMatchObject({ users: 0, accounts: 0, sessions: 0 })
        expect(door.asked).toMatchObject([{ user: null }])
      },
    )

    test.each(Object.entries(ways))(
      'who comes by %s is asked after storing, and is new at the end',
      async (_, enter) => {
        const door = createDoor()
        const app = world.open([door.feature], { pages: { newUser: '/welcome' } })
        const browser = app.openBrowser()
        expectWaiting(await enter(browser), browser)
        expect(world.store.rows.users).toHaveLength(1)
        expect(door.asked).toMatchObject([{ user: { id: world.store.rows.users[0]?.id } }])
        const response = await say(browser)
        expect(response.headers.get('location')).toBe(
          'https://app.example/welcome?callbackUrl=https%3A%2F%2Fapp.example%2Finside',
        )
        expect(sessionCookies(browser)).not.toEqual([])
        const once = world.events.filter((name, index, all) => all.indexOf(name) === index)
        expect(world.events).toEqual(once)
        expect(world.events).toContain('createUser')
        expect(world.events.at(-1)).toBe('signIn')
        expect(world.store.waiting()).toEqual([])
      },
    )
  })

  describe('and what is no sign-in', () => {
    const asks = (asked: readonly AskedSignIn[]): readonly boolean[] =>
      asked.map(({ adds }) => adds)

    async function signedIn(
      may: AskedSignIn[],
    ): Promise<{ app: App; browser: Browser; assure: readonly AskedSignIn[] }> {
      const first = createDoor({
        name: 'first',
        phase: 'may',
        answer: (signIn) => (may.push(signIn), 'pass'),
      })
      const door = createDoor()
      const app = world.open([first.feature, door.feature])
      const browser = app.openBrowser()
      await submitPassword(browser, 'ada')
      expectSignedIn(await say(browser))
      may.splice(0)
      return { app, browser, assure: door.asked.slice(0) }
    }

    test('asks "may" for an account that is linked, and not "assure"', async () => {
      const may: AskedSignIn[] = []
      const { browser } = await signedIn(may)
      expectSignedIn(await enterByGuild(browser))
      expect(asks(may)).toEqual([true])
      expect(world.store.rows.accounts).toMatchObject([{ provider: 'guild', userId: ADA.id }])
    })

    test('asks "may" for a passkey that is added, and not "assure"', async () => {
      const may: AskedSignIn[] = []
      const { browser } = await signedIn(may)
      expectSignedIn(await addKey(browser, world.key))
      expect(asks(may)).toEqual([true])
      expect(world.store.rows.authenticators).toHaveLength(1)
    })

    test('links nothing where "may" refuses that', async () => {
      let open = true
      const door = createDoor({
        phase: 'may',
        answer: ({ adds }) => (adds && !open ? { refused: 'closed' } : 'pass'),
      })
      const browser = await signInWithPassword(world.open([door.feature]).openBrowser())
      open = false
      const response = await enterByGuild(browser)
      expect(readLocation(response).searchParams.get('error')).toBe('AccessDenied')
      await addKey(browser, world.key)
      expect(world.store.rows).toMatchObject({ accounts: [], authenticators: [] })
    })

    test.runIf(strategy === 'database')(
      'is not asked about a session that was begun before a migration',
      async () => {
        const door = createDoor()
        const migrate = { from: 'next-auth', until: '2100-01-01' } as const
        const browser = world.open([door.feature], { migrate, session: { strategy } }).openBrowser()
        const sessionToken = 'b6e1f4f0-5a8b-4f0c-9f63-0a3d1f1f8c11'
        const expires = new Date(world.clock.now() + 1_000_000)
        await world.store.adapter.createSession?.({ sessionToken, userId: ADA.id, expires })
        plantCookie(browser, '__Host-latchstring.session-token', sessionToken)
        expect((await readSession(browser))?.user).toMatchObject({ email: ADA.email })
        expect(door.asked).toEqual([])
      },
    )

    test('is not asked when a session is read or updated', async () => {
      const door = createDoor()
      const browser = world.open([door.feature]).openBrowser()
      await submitPassword(browser, 'ada')
      await say(browser)
      const known = door.asked.length
      const csrfToken = await browser.csrf(BASE)
      await browser.submitJson(`${BASE}/session`, { csrfToken, data: { name: 'A' } })
      await readSession(browser)
      expect(door.asked).toHaveLength(known)
    })
  })

  test('is asked at the first proof of an address about the user as handed over', async () => {
    const [ada] = world.store.rows.users
    if (ada) ada.emailVerified = null
    const door = createDoor()
    const browser = world.open([door.feature]).openBrowser()
    expectWaiting(await enterByLink(world, browser), browser)
    expect(door.asked).toMatchObject([{ user: { id: ADA.id, emailVerified: true } }])
    expectSignedIn(await say(browser))
    expect((await readSession(browser))?.user).toMatchObject({ email: ADA.email })
  })

  const THERE = 'ada@harbour.example'

  test.each([
    ['links no account by its address before the step is done', true],
    ['is not asked about a user whose address a stranger only claims', false],
  ])('%s', async (_, links) => {
    const [ada] = world.store.rows.users
    if (ada) ada.email = THERE
    const provider = oidcProvider(idp, { allowDangerousEmailAccountLinking: links })
    const door = createDoor()
    const app = world.open([door.feature], { providers: [provider] })
    const browser = app.openBrowser()
    const response = await signInWith(browser, 'harbour')
    expect([world.store.rows.accounts, world.events]).toEqual([[], []])
    if (links) {
      expectWaiting(response, browser)
      expectSignedIn(await say(browser))
      expect(world.store.rows.accounts).toMatchObject([{ provider: 'harbour', userId: ADA.id }])
      expect(world.events).toEqual(['linkAccount', 'signIn'])
      return
    }
    expect(readLocation(response).searchParams.get('error')).toBe('OAuthAccountNotLinked')
    expect([door.asked, world.store.waiting(), sessionCookies(browser)]).toEqual([[], [], []])
  })

  test('leads to the page of the application that stands in for its step', async () => {
    const pages = { 'door/knock': '/mine' }
    const browser = world.open([createDoor().feature], { pages }).openBrowser()
    expectWaiting(await submitPassword(browser, 'ada'), browser)
    const page = await browser.open(STEP)
    expect(page.headers.get('location')).toBe('https://app.example/mine')
    expect((await browser.open(STEP, { accept: 'application/json' })).status).toBe(200)
    expectSignedIn(await say(browser))
  })

  test('keeps the target of the form, and that of a step that was opened with another', async () => {
    const browser = world.open([createDoor().feature]).openBrowser()
    await submitPassword(browser, 'ada', { callbackUrl: '/deep?x=1' })
    const response = await browser.submit(`${BASE}/door/say`, {
      csrfToken: await browser.csrf(BASE),
      word: WORD,
      callbackUrl: '/elsewhere',
    })
    expectSignedIn(response, '/deep?x=1')
  })

  test('is asked with others in the order of their names, whatever the order of the list', async () => {
    const names = ['zeta', 'alpha', 'mid']
    const orders = [names, names.toReversed(), names.toSorted()]
    const seen: string[][] = []
    for (const order of orders) {
      const calls: string[] = []
      const features = order.map(
        (name) =>
          createDoor({
            name,
            phase: name === 'mid' ? 'may' : 'assure',
            answer: () => (calls.push(name), 'pass'),
          }).feature,
      )
      await submitPassword(world.open(features).openBrowser(), 'ada')
      seen.push(calls)
    }
    expect(seen).toEqual(orders.map(() => ['mid', 'alpha', 'zeta']))
  })

  test('lets a sign-in wait for one step after the other, and forgets none', async () => {
    const doors = ['beta', 'alpha'].map((name) => createDoor({ name }))
    const browser = world.open(doors.map(({ feature }) => feature)).openBrowser()
    const first = await submitPassword(browser, 'ada')
    expect(first.headers.get('location')).toBe(`${BASE}/alpha/knock`)
    const early = await say(browser, WORD, 'beta/say')
    expect(readLocation(early).pathname).toBe('/auth/signin')
    const second = await say(browser, WORD, 'alpha/say')
    expect(second.headers.get('location')).toBe(`${BASE}/beta/knock`)
    expect(sessionCookies(browser)).toEqual([])
    expect(world.store.waiting()).toHaveLength(1)
    expectSignedIn(await say(browser, WORD, 'beta/say'))
    expect(world.store.waiting()).toEqual([])
  })
})
