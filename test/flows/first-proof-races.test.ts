import type { Adapter } from '@latchstring/core/adapters'
import { beforeEach, describe, expect, test } from 'vitest'
import { BASE, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import type { Browser } from '@latchstring/test-kit/browser'
import { createFaultyAdapter, withoutTransactions } from '@latchstring/test-kit/faulty-adapter'
import {
  reachGuildCallback,
  askForMail,
  byLink,
  CONTESTED,
  prove,
  signInWithGuild,
  isSignedIn,
  openBrowserAt,
  openPlace,
  type Place,
} from '@latchstring/test-kit/ownership'
import { passwords, PEOPLE, submitPassword } from '@latchstring/test-kit/people'
import { interleave, stepped } from './src/stepped-adapter.ts'
import { openInMemory } from '@latchstring/test-kit/sqlite-store'
import * as story from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const store = forAllTests(openInMemory)
let clock: TestClock

beforeEach(() => empty())

/** Starts again, without users. */
async function empty(): Promise<void> {
  clock = startClock()
  const eve = { provider: 'lodge', providerAccountId: 'eve' }
  for (const user of [await store.getUserByEmail(CONTESTED), await store.getUserByAccount(eve)]) {
    if (user) await store.deleteUser(user.id)
  }
  await store.deleteExpired(new Date(clock.now() + DAY * 365_000))
}

/** The store as an adapter for Auth.js has it, which finds a row of a mail only by using it up. */
function withoutReads(adapter: Adapter): Adapter {
  const methods = Object.entries(adapter).filter(([name]) => name !== 'getVerificationToken')
  const capabilities = { ...adapter.capabilities, tokenReads: false }
  return { ...Object.fromEntries(methods), capabilities }
}

const STORES = [
  ['with transactions', (adapter: Adapter): Adapter => adapter],
  ['without transactions', withoutTransactions],
] as const

function open(strategy: Strategy, adapter: Adapter = store): Place {
  return openPlace(adapter, clock, { session: { strategy } })
}

/** The user belongs to the owner alone: no other session or sign-in method is left, or can be added. */
async function expectOwned(
  place: Place,
  owner: Browser,
  others: readonly Browser[],
  context: string,
): Promise<void> {
  const user = await store.getUserByEmail(CONTESTED)
  expect(user?.emailVerified?.getTime() ?? 0, context).toBeGreaterThan(DAY * 2000)
  expect(await store.listAccountsByUserId(user?.id ?? ''), context).toEqual([])
  // When nothing is looked at again that was settled once.
  clock.advance(120)
  for (const browser of others) expect(await isSignedIn(browser), context).toBe(false)
  expect(await isSignedIn(owner), context).toBe(true)
  const again = place.app.openBrowser()
  await signInWithGuild(again, 'guild')
  expect(story.sessionCookies(again), context).toEqual([])
}

/**
 * The owner, who has to sign in again where an account that was linked too late may have opened a session: those in a store
 * do not say what opened them.
 */
async function stillOwner(
  place: Place,
  owner: Browser,
  { strategy, calls }: { readonly strategy: Strategy; readonly calls: readonly string[] },
): Promise<Browser> {
  if (await isSignedIn(owner)) return owner
  expect(strategy).toBe('database')
  expect(calls).toContain('deleteSessionsByUserId')
  return prove(place)
}

/** A request that is under way while the address is proven. */
interface InFlight {
  readonly what: string
  /** How the user was opened before the proof: with an account, a password, or not at all. */
  readonly before: 'account' | 'password' | 'none'
  /** Everything up to the request, which is returned. */
  readonly prepare: (browser: Browser) => Promise<() => Promise<Response>>
}

const IN_FLIGHT: readonly InFlight[] = [
  {
    what: 'the sign-in that makes the user',
    before: 'none',
    async prepare(browser) {
      const url = await reachGuildCallback(browser, 'guild')
      return () => browser.follow({ url })
    },
  },
  {
    what: 'a sign-in of the account that is there',
    before: 'account',
    async prepare(browser) {
      const url = await reachGuildCallback(browser, 'guild')
      return () => browser.follow({ url })
    },
  },
  {
    what: 'the link of another account',
    before: 'account',
    async prepare(browser) {
      story.expectSignedIn(await signInWithGuild(browser, 'guild'))
      const url = await reachGuildCallback(browser, 'lodge')
      return () => browser.follow({ url })
    },
  },
  {
    what: 'the link of another account to a user with a password',
    before: 'password',
    async prepare(browser) {
      story.expectSignedIn(await submitPassword(browser, 'ada'))
      const url = await reachGuildCallback(browser, 'lodge')
      return () => browser.follow({ url })
    },
  },
  {
    what: 'a sign-in with a password',
    before: 'password',
    async prepare(browser) {
      await browser.csrf(BASE)
      return () => submitPassword(browser, 'ada')
    },
  },
  {
    what: 'the renewal of a session',
    before: 'account',
    async prepare(browser) {
      story.expectSignedIn(await signInWithGuild(browser, 'guild'))
      clock.advance(DAY + 1)
      return () => browser.open(`${BASE}/session`)
    },
  },
]

/** What is there before anything is under way. */
async function flushTasks(
  strategy: Strategy,
  before: InFlight['before'],
): Promise<readonly Browser[]> {
  await empty()
  if (before === 'none') return []
  if (before === 'password') {
    await store.createUser({ ...PEOPLE.ada, emailVerified: null })
    return []
  }
  const first = open(strategy).app.openBrowser()
  story.expectSignedIn(await signInWithGuild(first, 'guild'))
  return [first]
}

type Calls = readonly [readonly string[], readonly string[]]

/** One run, with each of the two stopped once; gives the calls that each of them made. */
async function run(
  strategy: Strategy,
  adapt: (adapter: Adapter) => Adapter,
  { before, prepare, what }: InFlight,
  stops: readonly [number, number],
): Promise<Calls> {
  const others = await flushTasks(strategy, before)
  const [first, second] = [stepped(adapt(store)), stepped(adapt(store))]
  const squatting = open(strategy, first.adapter)
  // What is under way began before the proof, if only by a millisecond.
  const later = { ...clock, now: () => clock.now() + 1 }
  const owning = openPlace(second.adapter, later, { session: { strategy } })
  const { browser } = openBrowserAt(squatting.app)
  const request = await prepare(browser)
  const owner = owning.app.openBrowser()
  await askForMail(owner)
  const [, proof] = await interleave({ first, second, stops }, request, () =>
    byLink(owner, owning.mailbox.letter()),
  )
  const context = `${what}: ${stops.join(' and ')} of ${first.calls.join(' ')} | ${second.calls.join(' ')}`
  expect(proof.headers.get('location'), context).toMatch(/\/inside$/)
  await expectOwned(
    owning,
    await stillOwner(owning, owner, { strategy, calls: first.calls }),
    [...others, browser],
    context,
  )
  return [[...first.calls], [...second.calls]]
}

const WRITES = new Set([
  'createUser',
  'linkAccount',
  'createSession',
  'transaction',
  'unlinkAccount',
  'deleteSessionsByUserId',
  'updateUser',
])

/** Runs the orders as well that only repeat what others show. */
const ALL_ORDERS = process.env['LATCHSTRING_TEST_ALL_ORDERS'] === '1'

/** Where a work is stopped: around each of its writes, before its first call and after its last. */
function stopsOf(calls: readonly string[]): readonly number[] {
  const all = Array.from({ length: calls.length + 1 }, (_, at) => at)
  return all.filter(
    (at) =>
      ALL_ORDERS ||
      at === 0 ||
      at === calls.length ||
      [calls[at - 1], calls[at]].some((name) => WRITES.has(name ?? '')),
  )
}

function* allStops([first, second]: Calls): Generator<readonly [number, number]> {
  for (const one of stopsOf(first)) for (const other of stopsOf(second)) yield [one, other]
}

describe.each(STRATEGIES)('A first proof at the same time, with sessions by %s,', (strategy) => {
  describe.each(STORES)('in a store %s,', (_, adapt) => {
    // Only what makes a user uses a transaction.
    const flights = adapt === withoutTransactions ? IN_FLIGHT : IN_FLIGHT.slice(0, 1)
    test.each(flights.map((each) => [each.what, each] as const))(
      'as %s leaves only the owner able to sign in, for every order of calls (ALT-05)',
      async (_what, inFlight) => {
        const calls = await run(strategy, adapt, inFlight, [99, 99])
        let runs = 0
        for (const stops of allStops(calls)) {
          await run(strategy, adapt, inFlight, stops)
          runs += 1
        }
        expect(runs).toBeGreaterThan(10)
      },
      120_000,
    )
  })

  test.each([
    ['reads a row', withoutTransactions],
    ['only uses a row up', (adapter: Adapter) => withoutReads(withoutTransactions(adapter))],
  ])(
    'as another proof leaves one user, who is signed in, in a store that %s (ALT-05)',
    async (_, adapt) => {
      const once = async (stops: readonly [number, number]): Promise<Calls> => {
        const others = await flushTasks(strategy, 'account')
        const [one, two] = [stepped(adapt(store)), stepped(adapt(store))]
        const [here, there] = [open(strategy, one.adapter), open(strategy, two.adapter)]
        const [left, right] = [here.app.openBrowser(), there.app.openBrowser()]
        await askForMail(left)
        await askForMail(right)
        const answers = await interleave(
          { first: one, second: two, stops },
          () => byLink(left, here.mailbox.letter()),
          () => byLink(right, there.mailbox.letter()),
        )
        const context = `${stops.join(' and ')} of ${one.calls.join(' ')} | ${two.calls.join(' ')}`
        for (const answer of answers)
          expect(story.readLocation(answer).pathname, context).toBe('/inside')
        const inside = [left, right].filter((browser) => story.sessionCookies(browser).length > 0)
        const signedIn = await Promise.all(inside.map((browser) => isSignedIn(browser)))
        expect(signedIn.filter(Boolean).length, context).toBeGreaterThan(0)
        const owner = (await isSignedIn(left)) ? left : right
        await expectOwned(there, owner, others, context)
        return [[...one.calls], [...two.calls]]
      }
      for (const stops of allStops(await once([99, 99]))) await once(stops)
    },
    120_000,
  )
})

describe.each(STORES)('An interrupted first proof in a store %s', (_, adapt) => {
  test.each(STRATEGIES)(
    'is completed by the next one after a fault in any call, with sessions by %s (ALT-05)',
    async (strategy) => {
      let calls: readonly string[] = []
      for (let call = 0; call <= calls.length; call += 1) {
        for (const when of ['before', 'after'] as const) {
          const [squatter] = await flushTasks(strategy, 'account')
          const faulty = createFaultyAdapter(adapt(store))
          const place = open(strategy, faulty.adapter)
          const owner = place.app.openBrowser()
          await askForMail(owner)
          faulty.arm(call === 0 ? undefined : { call, when, forGood: true })
          await byLink(owner, place.mailbox.letter())
          const made = faulty.disarm()
          if (call === 0) calls = made
          const context = `${when} call ${call} of ${made.join(' ')}`
          const whole = open(strategy)
          // What was written after the proof had looked, by a request that looked before it.
          const effective = call === 0 ? made : made.slice(0, when === 'after' ? call : call - 1)
          const complete = effective.filter((name) => name === 'updateUser').length === 2
          const late = complete ? undefined : await lateAccount(whole)
          const again = whole.app.openBrowser()
          await askForMail(again)
          story.expectSignedIn(await byLink(again, whole.mailbox.letter()))
          await expectOwned(
            whole,
            again,
            [squatter, late].flatMap((each) => each ?? []),
            context,
          )
        }
      }
      expect(calls.length).toBeGreaterThan(6)
    },
    120_000,
  )

  async function lateAccount({ app }: Place): Promise<Browser> {
    const user = await store.getUserByEmail(CONTESTED)
    const account = { provider: 'guild', providerAccountId: 'late', type: 'oauth' } as const
    await store.linkAccount({ ...account, userId: user?.id ?? '' })
    const browser = app.openBrowser()
    await signInWithGuild(browser, 'guild', 'late')
    return browser
  }
})

test('The roll-back of a created user does not delete a user whose owner has proven the address meanwhile (ALT-05 LNK-03)', async () => {
  const place = open('database')
  const owner = place.app.openBrowser()
  const adapter: Adapter = {
    ...withoutTransactions(store),
    async linkAccount() {
      await askForMail(owner)
      story.expectSignedIn(await byLink(owner, place.mailbox.letter()))
      throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
    },
  }
  const squatter = open('database', adapter).app.openBrowser()
  await signInWithGuild(squatter, 'guild')
  expect(await story.readSession(squatter)).toBeNull()
  await expectOwned(place, owner, [squatter], 'taken back')
})

test.each(STRATEGIES)(
  'A password accepted while the application resets it opens no session, with sessions by %s (ALT-05)',
  async (strategy) => {
    await store.createUser({ ...PEOPLE.ada, emailVerified: null })
    const slow = stepped(store)
    const squatter = open(strategy, slow.adapter).app.openBrowser()
    await squatter.csrf(BASE)
    let lookUp: Promise<Response> | undefined
    const place = openPlace(store, clock, {
      session: { strategy },
      events: {
        async firstProof() {
          clock.advance(1)
          const stopped = slow.stopAfter(0)
          lookUp = submitPassword(squatter, 'ada')
          await stopped
          clock.advance(1)
        },
      },
    })
    const owner = place.app.openBrowser()
    await askForMail(owner)
    story.expectSignedIn(await byLink(owner, place.mailbox.letter()))
    slow.goOn()
    await lookUp
    await expectOwned(place, owner, [squatter], 'event')
  },
)

test.each(STRATEGIES)(
  'A session opened with an account that is rolled back ends with it, with sessions by %s (ALT-05)',
  async (strategy) => {
    const slow = stepped(withoutTransactions(store))
    const link = async (): Promise<readonly [Browser, () => Promise<Response>]> => {
      await flushTasks(strategy, 'account')
      const browser = open(strategy, slow.adapter).app.openBrowser()
      story.expectSignedIn(await signInWithGuild(browser, 'guild'))
      const url = await reachGuildCallback(browser, 'lodge')
      return [browser, () => browser.follow({ url })]
    }
    const [, whole] = await link()
    await Promise.race([slow.stopAfter(99), whole()])
    const before = slow.calls.indexOf('linkAccount')
    slow.goOn()
    const [squatter, linking] = await link()
    const place = open(strategy)
    const looked = slow.stopAfter(before)
    const ended = linking()
    await looked
    const owner = place.app.openBrowser()
    await askForMail(owner)
    story.expectSignedIn(await byLink(owner, place.mailbox.letter()))
    // The account exists until the request that wrote it has checked again.
    await slow.stopAfter(0)
    const quick = place.app.openBrowser()
    story.expectSignedIn(await signInWithGuild(quick, 'lodge'))
    expect(await isSignedIn(quick)).toBe(true)
    slow.goOn()
    await ended
    const still = await stillOwner(place, owner, { strategy, calls: slow.calls })
    await expectOwned(place, still, [squatter, quick], 'taken back')
  },
)

describe.each(STRATEGIES)('One person in two tabs at once, with sessions by %s,', (strategy) => {
  /** Both tabs are tabs of one browser, which has the cookies of the later answer. */
  async function linkTwice(stops: readonly [number, number]): Promise<Calls> {
    await empty()
    await store.createUser({ ...PEOPLE.ada, emailVerified: null })
    const [one, two] = [withoutTransactions(store), withoutTransactions(store)].map(stepped)
    if (!one || !two) throw new Error('There are two adapters.')
    const linked: string[] = []
    const events = {
      linkAccount: ({ user }: { user: { id?: string } }) => void linked.push(user.id ?? ''),
    }
    const [here, there] = [one, two].map(({ adapter }) =>
      openPlace(adapter, clock, { session: { strategy }, events }),
    )
    if (!here || !there) throw new Error('There are two places.')
    const { browser, turnTo } = openBrowserAt(here.app)
    story.expectSignedIn(await submitPassword(browser, 'ada'))
    const urls = [
      await reachGuildCallback(browser, 'lodge'),
      await reachGuildCallback(browser, 'lodge'),
    ]
    const answers = await interleave(
      { first: one, second: two, stops },
      () => browser.follow({ url: urls[0] ?? '' }),
      () => {
        turnTo(there.app)
        return browser.follow({ url: urls[1] ?? '' })
      },
    )
    const context = `${stops.join(' and ')} of ${one.calls.join(' ')} | ${two.calls.join(' ')}`
    const accounts = await store.listAccountsByUserId(PEOPLE.ada.id)
    expect(
      accounts.map(({ provider }) => provider),
      context,
    ).toEqual(['lodge'])
    expect(
      answers.map((answer) => story.readLocation(answer).pathname),
      context,
    ).toContain('/inside')
    return [[...one.calls], [...two.calls]]
  }

  test('keeps the account that both of them link, for every order of calls (LNK-04)', async () => {
    let runs = 0
    for (const stops of allStops(await linkTwice([99, 99]))) {
      await linkTwice(stops)
      runs += 1
    }
    expect(runs).toBeGreaterThan(5)
  }, 120_000)
})

test('A first sign-in waits for another tab that has stored the user and not yet the account, in a store without transactions (LNK-04)', async () => {
  for (const calls of [0, 1, 2, 3, 4, 5, 6]) {
    await empty()
    const [one, two] = [stepped(withoutTransactions(store)), stepped(withoutTransactions(store))]
    const [here, there] = [open('database', one.adapter), open('database', two.adapter)]
    const [left, right] = [here.app.openBrowser(), there.app.openBrowser()]
    const urls = [await reachGuildCallback(left, 'guild'), await reachGuildCallback(right, 'guild')]
    // The transaction and two look-ups, then the user.
    const stopped = one.stopAfter(4)
    const first = left.follow({ url: urls[0] ?? '' })
    await stopped
    expect(one.calls.slice(-2)).toEqual(['createUser', 'linkAccount'])
    const secondStopped = two.stopAfter(calls)
    const second = right.follow({ url: urls[1] ?? '' })
    await Promise.race([secondStopped, second])
    one.goOn()
    two.goOn()
    for (const answer of [await first, await second]) {
      expect(story.readLocation(answer).pathname, two.calls.join(' ')).toBe('/inside')
    }
    const user = await store.getUserByEmail(CONTESTED)
    expect(await store.listAccountsByUserId(user?.id ?? '')).toHaveLength(1)
  }
}, 120_000)

describe.each(STRATEGIES)('A password beside sign-in by mail, with sessions by %s,', (strategy) => {
  test.each(['creates', 'verifies'] as const)(
    'signs in a user whom `authorize` itself %s, as it is no proof of another person',
    async (what) => {
      await empty()
      if (what === 'verifies') await store.createUser({ ...PEOPLE.ada, emailVerified: null })
      const authorize = async (): Promise<{ id: string; email: string }> => {
        const emailVerified = new Date(clock.now())
        const { id, email } =
          what === 'creates'
            ? await store.createUser({ ...PEOPLE.ada, emailVerified })
            : await store.updateUser({ id: PEOPLE.ada.id, emailVerified })
        return { id, email }
      }
      const place = openPlace(store, clock, {
        session: { strategy },
        others: [passwords({ authorize })],
      })
      const browser = place.app.openBrowser()
      story.expectSignedIn(await submitPassword(browser, 'ada'))
      expect(await isSignedIn(browser)).toBe(true)
    },
  )
})
