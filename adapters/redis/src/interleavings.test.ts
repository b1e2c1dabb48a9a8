import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inAnHour } from '../../../test/adapters/samples.ts'
import { everyGap, everyOrder, type Steps } from '../../../test/adapters/steps.ts'
import { createApp } from '../../../test/adapters/github-app.ts'
import { lookFromOutside, type Outside, redisUrl } from '../test/clients.ts'
import { type HeldClient, holdScripts } from '../test/steps.ts'
import { isUniqueViolation, type RedisAdapter, redisAdapter } from './index.ts'

/*
 * The steps that methods consist of in a cluster, in every order in which those of two calls may meet, and with each call
 * interrupted for good after each of its steps. Scripts run on one server here: that each keeps to its slot is shown in
 * cluster.test.ts.
 */

const EMAIL = 'ada@example.com'
const KEY = { provider: 'github', providerAccountId: '1' }
const ACCOUNT = { ...KEY, type: 'oauth', access_token: 'secret' } as const

const user = (id: string, email: string = EMAIL) => ({ id, email, emailVerified: null })

let redis: Redis
let outside: Outside
let held: readonly [HeldClient, HeldClient]
beforeAll(() => {
  redis = new Redis(redisUrl())
  outside = lookFromOutside()
  held = [holdScripts(redis), holdScripts(redis)]
})
afterAll(async () => {
  await redis.quit()
  await outside.close()
})

let prefix: string
/** Not held. */
let adapter: RedisAdapter
let one: RedisAdapter
let other: RedisAdapter

async function clear(): Promise<void> {
  const keys = await redis.keys(`${prefix}:*`)
  if (keys.length > 0) await redis.del(...keys)
}

/** What is there before two calls meet; anew for each order. */
async function setUp(users: readonly string[]): Promise<void> {
  await clear()
  for (const id of users) await adapter.createUser(user(id, `${id}@example.org`))
}

beforeEach(() => {
  prefix = `test-${crypto.randomUUID()}`
  adapter = redisAdapter(redis, { prefix, cluster: true })
  one = redisAdapter(held[0].client, { prefix })
  other = redisAdapter(held[1].client, { prefix })
})
afterEach(clear)

type Outcomes = readonly PromiseSettledResult<unknown>[]

const winners = (outcomes: Outcomes): readonly string[] =>
  ['one', 'other'].filter((_, index) => outcomes[index]?.status === 'fulfilled')

function assertOneWon(outcomes: Outcomes): string {
  const [winner = '', ...more] = winners(outcomes)
  expect(winner).not.toBe('')
  expect(more).toEqual([])
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(isUniqueViolation(outcome.reason)).toBe(true)
  }
  return winner
}

/** Lets the claim of an address expire; returns whether there is one. */
async function passTime(): Promise<boolean> {
  let late = false
  for (const key of await redis.keys(`${prefix}:{user:*}`)) {
    if ((await redis.type(key)) !== 'hash') continue
    const isNew = (await redis.pttl(key)) > 0
    const isChanging = (await redis.hexists(key, '#until')) === 1
    if (isNew) await redis.del(key)
    if (isChanging) await redis.hset(key, '#until', 1)
    late ||= isNew || isChanging
  }
  return late
}

type Call = (by: RedisAdapter, id: 'one' | 'other') => Promise<unknown>

const creates: Call = (by, id) => by.createUser(user(id))
const changes: Call = (by, id) => by.updateUser({ id, email: EMAIL, name: 'Ada' })

const RIVALS = [
  { name: 'two new users', first: creates, second: creates, there: [] },
  { name: 'a new user and a change', first: creates, second: changes, there: ['other'] },
  { name: 'a change and a new user', first: changes, second: creates, there: ['one'] },
  { name: 'two changes', first: changes, second: changes, there: ['one', 'other'] },
]

describe.each(RIVALS)(
  'an e-mail address in a cluster that $name want',
  ({ first, second, there }) => {
    const holder = async (): Promise<unknown> => (await adapter.getUserByEmail(EMAIL))?.id

    async function assertHeldBy(winner: string): Promise<void> {
      expect(await holder()).toBe(winner)
      const loser = winner === 'one' ? 'other' : 'one'
      const address = there.includes(loser) ? `${loser}@example.org` : undefined
      expect((await adapter.getUser(loser))?.email).toBe(address)
      if (address !== undefined) expect((await adapter.getUserByEmail(address))?.id).toBe(loser)
    }

    it('is given to one of them for every order of their commands (PERF-16)', async () => {
      await everyGap(held, async (begin) => {
        await setUp(there)
        const meeting = await begin(
          () => first(one, 'one'),
          () => second(other, 'other'),
        )
        const winner = assertOneWon(await meeting.end())
        await assertHeldBy(winner)
      })
    })

    /** After each step of the first call, until it has its way. */
    async function afterEachStep(work: (late: Steps) => Promise<void>): Promise<void> {
      for (let steps = 1; ; steps += 1) {
        await setUp(there)
        const late = held[0].start(() => first(one, 'one'))
        await late.step(steps)
        if ((await holder()) === 'one') return void (await late.finish())
        // Reads ignore a user that is not confirmed.
        if (!there.includes('one')) expect(await adapter.getUser('one')).toBeNull()
        await work(late)
      }
    }

    it('is free after an interrupted first call, and is not given to that call when it continues (PERF-16)', async () => {
      let interruptions = 0
      await afterEachStep(async (late) => {
        interruptions += 1
        await passTime()
        await second(other, 'other')
        await assertHeldBy('other')
        expect((await late.finish()).status).toBe('rejected')
        await assertHeldBy('other')
      })
      expect(interruptions).toBeGreaterThanOrEqual(2)
    })

    it('is not given to a call that continues too late, even if no other call wants it (PERF-16)', async () => {
      await afterEachStep(async (late) => {
        const isLate = await passTime()
        expect((await late.finish()).status).toBe(isLate ? 'rejected' : 'fulfilled')
        if (!isLate) return
        await second(other, 'other')
        await assertHeldBy('other')
      })
    })
  },
)

describe('an e-mail address in a cluster', () => {
  it('never belongs to two users while one gives it up and takes it again (PERF-16)', async () => {
    await everyGap(held, async (begin) => {
      await setUp([])
      await adapter.createUser(user('one'))
      const meeting = await begin(
        async () => {
          await one.updateUser({ id: 'one', email: 'new@example.org' })
          await one.updateUser({ id: 'one', email: EMAIL })
        },
        () => other.createUser(user('other')),
      )
      const outcomes = await meeting.end()
      const owners = await Promise.all(['one', 'other'].map((id) => adapter.getUser(id)))
      const having = owners.filter((found) => found?.email === EMAIL)
      expect(having).toHaveLength(1)
      expect((await adapter.getUserByEmail(EMAIL))?.id).toBe(having[0]?.id)
      expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(1)
    })
  })

  it('is free as soon as its user no longer exists', async () => {
    await everyGap(held, async (begin) => {
      await setUp([])
      await adapter.createUser(user('one'))
      const meeting = await begin(
        () => one.deleteUser('one'),
        () => other.createUser(user('other')),
      )
      const [, created] = await meeting.end()
      expect(await adapter.getUser('one')).toBeNull()
      const found = (await adapter.getUserByEmail(EMAIL))?.id
      expect(found).toBe(created?.status === 'fulfilled' ? 'other' : undefined)
    })
  })
})

/** Asserts that every user with the account in its list is the one to which the account points. */
async function assertConsistent(): Promise<string | undefined> {
  const owner = (await adapter.getUserByAccount(KEY))?.id
  for (const id of ['one', 'other']) {
    const listed = await adapter.listAccountsByUserId(id)
    expect({ id, listed: listed.length }).toEqual({ id, listed: id === owner ? 1 : 0 })
  }
  return owner
}

describe('an account in a cluster', () => {
  const link: Call = (by, userId) => by.linkAccount({ ...ACCOUNT, userId })

  it('is linked to one of two users for every order of their commands (PERF-16)', async () => {
    const orders = await everyOrder(held, async (begin) => {
      await setUp(['one', 'other'])
      const meeting = await begin(
        () => link(one, 'one'),
        () => link(other, 'other'),
      )
      const winner = assertOneWon(await meeting.end())
      expect(await assertConsistent()).toBe(winner)
    })
    expect(orders).toBeGreaterThanOrEqual(9)
  })

  it('leaves no key when its user is deleted during linkAccount (PERF-16)', async () => {
    await everyOrder(held, async (begin) => {
      await setUp(['one', 'other'])
      const meeting = await begin(
        () => link(one, 'one'),
        () => other.deleteUser('one'),
      )
      await meeting.end()
      expect(await adapter.getUserByAccount(KEY)).toBeNull()
      expect(await adapter.getAccount('1', 'github')).toBeNull()
      expect(await outside.keys(prefix)).toEqual(['{email:other@example.org}', '{user:other}'])
    })
  })

  it('is listed whenever it is linked, also during unlinkAccount', async () => {
    for (const before of [true, false]) {
      await everyOrder(held, async (begin) => {
        await setUp(['one', 'other'])
        if (before) await link(adapter, 'one')
        const meeting = await begin(
          () => link(one, 'one'),
          () => other.unlinkAccount(KEY),
        )
        await meeting.end()
        await assertConsistent()
        await adapter.deleteUser('one')
        expect(await adapter.getAccount('1', 'github')).toBeNull()
      })
    }
  })

  const MEETINGS: readonly { name: string; work: Call }[] = [
    { name: 'unlinkAccount', work: (by) => by.unlinkAccount(KEY) },
    { name: 'another move', work: (by) => by.updateAccount({ ...KEY, userId: 'third' }) },
    { name: 'a deletion of who gets it', work: (by) => by.deleteUser('other') },
    { name: 'a deletion of who had it', work: (by) => by.deleteUser('one') },
  ]

  it.each(MEETINGS)(
    'is in at most one list while it moves to another user during $name',
    async ({ work }) => {
      await everyOrder(held, async (begin) => {
        await setUp(['one', 'other', 'third'])
        await link(adapter, 'one')
        const meeting = await begin(
          () => one.updateAccount({ ...KEY, userId: 'other' }),
          () => work(other, 'other'),
        )
        await meeting.end()
        await assertConsistent()
        for (const id of ['one', 'other', 'third']) await adapter.deleteUser(id)
        expect(await outside.keys(prefix)).toEqual([])
      })
    },
  )

  it('can be linked after an interrupted linkAccount, to the same user or another', async () => {
    for (const id of ['one', 'other'] as const) {
      for (let steps = 1; ; steps += 1) {
        await setUp(['one', 'other'])
        const interrupted = held[0].start(() => link(one, 'one'))
        const ended = await interrupted.step(steps)
        const stored = (await adapter.getAccount('1', 'github')) !== null
        const again = await Promise.allSettled([link(adapter, id)])
        expect(again[0].status).toBe(stored ? 'rejected' : 'fulfilled')
        expect(await assertConsistent()).toBe(stored ? 'one' : id)
        await interrupted.finish()
        expect(await assertConsistent()).toBe(stored ? 'one' : id)
        if (ended) break
      }
    }
  })
})

describe('a session in a cluster', () => {
  const create = (by: RedisAdapter) =>
    by.createSession({ sessionToken: 'token', userId: 'one', expires: inAnHour() })

  it('is listed or over when it begins during deleteSessionsByUserId (PERF-16)', async () => {
    await everyOrder(held, async (begin) => {
      await setUp(['one'])
      const meeting = await begin(
        () => create(one),
        () => other.deleteSessionsByUserId('one'),
      )
      await meeting.end()
      const found = await adapter.getSessionAndUser('token')
      expect(await adapter.listSessionsByUserId('one')).toHaveLength(found === null ? 0 : 1)
      await adapter.deleteSessionsByUserId('one')
      expect(await adapter.getSessionAndUser('token')).toBeNull()
    })
  })

  it('is over from the first command of deleteSessionsByUserId on (PERF-16)', async () => {
    for (let steps = 1; ; steps += 1) {
      await setUp(['one'])
      await create(adapter)
      const ending = held[0].start(() => one.deleteSessionsByUserId('one'))
      const ended = await ending.step(steps)
      expect(await adapter.getSessionAndUser('token')).toBeNull()
      await ending.finish()
      if (ended) break
    }
  })

  it('is over from the first command of deleteUser on, and leaves no key (PERF-16)', async () => {
    await everyOrder(held, async (begin) => {
      await setUp(['one'])
      await adapter.createSession({ sessionToken: 'old', userId: 'one', expires: inAnHour() })
      const meeting = await begin(
        () => one.deleteUser('one'),
        () => create(other),
      )
      await meeting.end()
      for (const token of ['old', 'token']) {
        expect(await adapter.getSessionAndUser(token)).toBeNull()
      }
      expect(await outside.keys(prefix)).toEqual([])
    })
  })

  it('moves its expiry once for every order of two compareAndSetSession (PERF-16)', async () => {
    const [from, to] = [inAnHour(), new Date(Date.now() + 7_200_000)]
    await everyOrder(held, async (begin) => {
      await setUp(['one'])
      await adapter.createSession({ sessionToken: 'token', userId: 'one', expires: from })
      const move = (by: RedisAdapter) => () =>
        by.compareAndSetSession({ sessionToken: 'token', from, to })
      const meeting = await begin(move(one), move(other))
      const moved = (await meeting.end()).filter(
        (each) => each.status === 'fulfilled' && each.value === true,
      )
      expect(moved).toHaveLength(1)
      expect((await adapter.getSessionAndUser('token'))?.session.expires).toEqual(to)
      // Who leads to the user has to live as long.
      expect(await redis.pexpiretime(`${prefix}:{session:token}`)).toBe(to.getTime())
    })
  })

  it('stays deleted when deleteSession and updateSession run together', async () => {
    await everyOrder(held, async (begin) => {
      await setUp(['one'])
      await create(adapter)
      const meeting = await begin(
        () => one.deleteSession('token'),
        () => other.updateSession({ sessionToken: 'token', expires: inAnHour() }),
      )
      await meeting.end()
      expect(await adapter.getSessionAndUser('token')).toBeNull()
      expect(await adapter.listSessionsByUserId('one')).toEqual([])
    })
  })

  it('is refused with a token in use, for every order of two createSession', async () => {
    await everyOrder(held, async (begin) => {
      await setUp(['one', 'other'])
      const meeting = await begin(
        () => create(one),
        () => other.createSession({ sessionToken: 'token', userId: 'other', expires: inAnHour() }),
      )
      const winner = assertOneWon(await meeting.end())
      expect((await adapter.getSessionAndUser('token'))?.user.id).toBe(winner)
    })
  })
})

describe('deleteUser in a cluster', () => {
  it('ends the user even if interrupted, and leaves no key when repeated (PERF-16)', async () => {
    for (let steps = 1; ; steps += 1) {
      await setUp(['one'])
      await adapter.linkAccount({ ...ACCOUNT, userId: 'one' })
      await adapter.createSession({ sessionToken: 'token', userId: 'one', expires: inAnHour() })
      const interrupted = held[0].start(() => one.deleteUser('one'))
      const ended = await interrupted.step(steps)
      expect(await adapter.getUser('one')).toBeNull()
      expect(await adapter.getUserByEmail('one@example.org')).toBeNull()
      expect(await adapter.getUserByAccount(KEY)).toBeNull()
      expect(await adapter.getSessionAndUser('token')).toBeNull()
      await adapter.deleteUser('one')
      expect(await outside.keys(prefix)).toEqual([])
      await interrupted.finish()
      expect(await outside.keys(prefix)).toEqual([])
      if (ended) break
    }
  })
})

describe('sign-ins in a cluster', () => {
  it('and session checks send the commands that the README lists (PERF-16)', async () => {
    const app = await createApp(one)
    const count = async (work: () => Promise<unknown>): Promise<number> => {
      const before = held[0].sent()
      await work()
      return held[0].sent() - before
    }
    // One command of the first sign-in asks once how the server evicts keys.
    const browser = app.openBrowser()
    expect(await count(() => browser.signIn(app.github))).toBe(16)
    expect(await count(() => browser.session())).toBe(2)
    expect(await count(() => app.openBrowser().signIn(app.github))).toBe(10)
  })
})
