import { DynamoDBAdapter } from '@auth/dynamodb-adapter'
import type { Adapter } from '@latchstring/core/adapters'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, connect } from '../test/server.ts'
import { everyGap, everyOrder, type Stepper } from '../../../test/adapters/steps.ts'
import { holdCommands } from '../test/steps.ts'
import { type DynamodbAdapter, dynamodbAdapter, isUniqueViolation } from './index.ts'

let connection: Connection
let adapter: DynamodbAdapter
let one: DynamodbAdapter
let other: DynamodbAdapter
let third: DynamodbAdapter
let published: Required<Adapter>
let steppers: readonly [Stepper, Stepper, Stepper]
let pair: readonly [Stepper, Stepper]

beforeAll(async () => {
  connection = await connect({ translate: { marshallOptions: { removeUndefinedValues: true } } })
  adapter = dynamodbAdapter(connection.client)
  const clients = [connection.another(), connection.another(), connection.another()] as const
  one = dynamodbAdapter(clients[0])
  other = dynamodbAdapter(clients[1])
  third = dynamodbAdapter(clients[2])
  // It has every method that is called here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  published = DynamoDBAdapter(clients[1]) as unknown as Required<Adapter>
  steppers = [holdCommands(clients[0]), holdCommands(clients[1]), holdCommands(clients[2])]
  pair = [steppers[0], steppers[1]]
})
afterAll(() => connection.close())

const expires = new Date(Date.now() + 3_600_000)
const userOf = (id: string) => ({ id, email: `${id}@example.com`, emailVerified: null })

async function createUser(): Promise<string> {
  const { id } = await adapter.createUser(userOf(crypto.randomUUID()))
  return id
}

async function signIn(): Promise<string> {
  const id = await createUser()
  await adapter.createSession({ sessionToken: id, userId: id, expires })
  return id
}

const leftOf = async (id: string): Promise<readonly unknown[]> =>
  (await connection.scan()).filter((row) => JSON.stringify(row).includes(id))

/** The session has its user as the user is. */
async function assertCurrent(id: string): Promise<void> {
  expect((await adapter.getSessionAndUser(id))?.user).toEqual(await adapter.getUser(id))
}

const statuses = (outcomes: readonly PromiseSettledResult<unknown>[]): readonly string[] =>
  outcomes.map(({ status }) => status).toSorted()

/** One of two calls got what both wanted. */
function assertOneWon(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  expect(statuses(outcomes)).toEqual(['fulfilled', 'rejected'])
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(isUniqueViolation(outcome.reason)).toBe(true)
  }
}

describe('a session that is opened while sessions are ended', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['those of its user', async (id) => other.deleteSessionsByUserId(id)],
    ['all', async () => other.deleteAllSessions()],
  ])(
    'is there with its user or gone without a rest, for every order of the commands: %s (REV-04)',
    async (_which, end) => {
      const found: boolean[] = []
      await everyOrder(pair, async (begin) => {
        const id = await createUser()
        const meeting = await begin(
          () => one.createSession({ sessionToken: id, userId: id, expires }),
          () => end(id),
        )
        expect(statuses(await meeting.end())).toEqual(['fulfilled', 'fulfilled'])
        const session = await adapter.getSessionAndUser(id)
        found.push(session !== null)
        if (session) await assertCurrent(id)
        await adapter.deleteSession(id)
        await adapter.deleteUser(id)
        expect(await leftOf(id)).toEqual([])
      })
      expect(new Set(found)).toEqual(new Set([true, false]))
    },
  )
})

describe('the copy of the user in a session item', () => {
  it('is the latest user for every order of the commands of two changes, even if one is never completed', async () => {
    const id = await signIn()
    const orders = await everyOrder(pair, async (begin) => {
      const meeting = await begin(
        () => one.updateUser({ id, name: crypto.randomUUID() }),
        () => other.updateUser({ id, name: crypto.randomUUID() }),
      )
      if (meeting.secondEnded) await assertCurrent(id)
      expect(statuses(await meeting.end())).toEqual(['fulfilled', 'fulfilled'])
      await assertCurrent(id)
    })
    // At least the update, the copies, the user and the copy, in both.
    expect(orders).toBeGreaterThanOrEqual(25)
  })

  it('is the latest user for every order of the commands of createSession and updateUser', async () => {
    for (const way of ['first', 'second'] as const) {
      const inOrders = way === 'first' ? everyOrder : everyGap
      await inOrders(pair, async (begin) => {
        const id = await createUser()
        const create = (by: DynamodbAdapter) => () =>
          by.createSession({ sessionToken: id, userId: id, expires })
        const change = (by: DynamodbAdapter) => () => by.updateUser({ id, name: 'Ada' })
        const meeting = await (way === 'first'
          ? begin(create(one), change(other))
          : begin(change(one), create(other)))
        expect(statuses(await meeting.end())).toEqual(['fulfilled', 'fulfilled'])
        await assertCurrent(id)
        expect((await adapter.getSessionAndUser(id))?.user.name).toBe('Ada')
      })
    }
  })

  it('keeps a change made by the published adapter after the next change', async () => {
    await everyGap(pair, async (begin) => {
      const id = await signIn()
      const meeting = await begin(
        () => one.updateUser({ id, name: 'Ada' }),
        async () => published.updateUser({ id, image: 'ada.png' }),
      )
      expect(statuses(await meeting.end())).toEqual(['fulfilled', 'fulfilled'])
      const changed = { ...userOf(id), name: 'Ada', image: 'ada.png' }
      expect(await adapter.getUser(id)).toEqual(changed)
      await adapter.updateUser({ id, email: 'new' + userOf(id).email })
      expect((await adapter.getSessionAndUser(id))?.user).toEqual({
        ...changed,
        email: 'new' + userOf(id).email,
      })
    })
  })

  it('is missing after an interrupted call that would have renewed it', async () => {
    const id = await signIn()
    const [a, b, c] = steppers
    // The first one has read the user, and is late to put it in.
    const late = a.start(() => one.updateUser({ id, name: 'Ada' }))
    expect(await late.step(4)).toBe(false)
    const change = b.start(() => other.updateUser({ id, name: 'Ada Lovelace' }))
    expect(await change.step(4)).toBe(false)
    await late.finish()
    const lost = c.start(() => third.updateUser({ id, name: 'Countess' }))
    expect(await lost.step(3)).toBe(false)
    // It finds what the first one put in, and empties the copy; so does the third one, which gets no further.
    expect(await change.step(2)).toBe(false)
    expect(await lost.step(3)).toBe(false)
    await change.finish()
    await assertCurrent(id)
    await lost.finish()
    await assertCurrent(id)
  })

  it.each(['this', 'the published'])(
    'is deleted with its session for every order of a change and a sign-out, after a sign-in with %s adapter',
    async (by) => {
      for (const way of ['first', 'second'] as const) {
        await everyGap(pair, async (begin) => {
          const id = by === 'this' ? await signIn() : await createUser()
          if (by !== 'this')
            await published.createSession({ sessionToken: id, userId: id, expires })
          const end = (caller: DynamodbAdapter) => () => caller.deleteSession(id)
          const change = (caller: DynamodbAdapter) => () => caller.updateUser({ id, name: 'Ada' })
          const meeting = await (way === 'first'
            ? begin(end(one), change(other))
            : begin(change(one), end(other)))
          expect(statuses(await meeting.end())).toEqual(['fulfilled', 'fulfilled'])
          expect(await adapter.getSessionAndUser(id)).toBeNull()
          expect(
            (await leftOf(id)).filter((row) => JSON.stringify(row).includes('SESSION#')),
          ).toEqual([])
          await adapter.deleteUser(id)
          expect(await leftOf(id)).toEqual([])
        })
      }
    },
  )
})

describe('deleteUser', () => {
  const works = {
    'a change': (by: DynamodbAdapter, id: string) => by.updateUser({ id, name: 'Ada' }),
    'a new session': (by: DynamodbAdapter, id: string) =>
      by.createSession({ sessionToken: `${id}-2`, userId: id, expires }),
    'a new account': (by: DynamodbAdapter, id: string) =>
      by.linkAccount({ provider: 'github', providerAccountId: id, type: 'oauth', userId: id }),
  }

  it.each(Object.entries(works))(
    'leaves no item for every order of its commands and those of %s (SES-11)',
    async (name, work) => {
      for (const way of ['first', 'second'] as const) {
        await everyGap(pair, async (begin) => {
          const id = await signIn()
          const meeting = await (way === 'first'
            ? begin(
                () => one.deleteUser(id),
                () => work(other, id),
              )
            : begin(
                () => work(one, id),
                () => other.deleteUser(id),
              ))
          const [outcome] = await meeting.end()
          // A call never succeeds for a user who was deleted before.
          if (way === 'second' && name !== 'a change' && !meeting.firstEnded) {
            expect(outcome?.status).toBe('rejected')
          }
          expect(await adapter.getSessionAndUser(`${id}-2`)).toBeNull()
          expect(await adapter.getUserByEmail(userOf(id).email)).toBeNull()
          const left = await leftOf(id)
          // A claim without a user may stay: it is taken over.
          expect(left.filter((row) => !JSON.stringify(row).includes('CLAIM#'))).toEqual([])
        })
      }
    },
  )
})

describe('an e-mail address in DynamoDB', () => {
  it('is given to one of two new users for every order of their commands (LNK-04)', async () => {
    await everyOrder(pair, async (begin) => {
      const [id, next] = [crypto.randomUUID(), crypto.randomUUID()]
      const meeting = await begin(
        () => one.createUser(userOf(id)),
        () => other.createUser({ ...userOf(id), id: next }),
      )
      assertOneWon(await meeting.end())
      const rows = (await leftOf(`${id}@`)).filter((row) => JSON.stringify(row).includes('"USER"'))
      expect(rows).toHaveLength(1)
      const user = await adapter.getUserByEmail(userOf(id).email)
      expect(await published.getUserByEmail(userOf(id).email)).toEqual(user)
    })
  })

  it('belongs only to the user whose call claimed it', async () => {
    const [id, next] = [crypto.randomUUID(), crypto.randomUUID()]
    const interrupted = steppers[0].start(() => one.createUser(userOf(id)))
    expect(await interrupted.step(2)).toBe(false)
    const { email } = userOf(id)
    expect(await adapter.getUserByEmail(email)).toBeNull()
    expect(await published.getUserByEmail(email)).toBeNull()
    const user = await adapter.createUser({ ...userOf(id), id: next })
    expect((await interrupted.finish()).status).toBe('rejected')
    expect(await adapter.getUserByEmail(email)).toEqual(user)
    expect(await adapter.getUser(id)).toBeNull()
  })

  it('keeps a change made before createUser has ended', async () => {
    const id = crypto.randomUUID()
    const email = `new-${id}@example.com`
    const interrupted = steppers[0].start(() => one.createUser(userOf(id)))
    expect(await interrupted.step(3)).toBe(false)
    await adapter.updateUser({ id, email })
    await interrupted.finish()
    expect((await published.getUserByEmail(email))?.id).toBe(id)
    expect(await published.getUserByEmail(userOf(id).email)).toBeNull()
  })

  it('is given to one user for every order of the commands of updateUser and createUser (LNK-04)', async () => {
    for (const way of ['first', 'second'] as const) {
      const inOrders = way === 'first' ? everyOrder : everyGap
      await inOrders(pair, async (begin) => {
        const [id, next] = [await createUser(), crypto.randomUUID()]
        const email = userOf(next).email
        const change = (by: DynamodbAdapter) => () => by.updateUser({ id, email })
        const create = (by: DynamodbAdapter) => () => by.createUser(userOf(next))
        const meeting = await (way === 'first'
          ? begin(change(one), create(other))
          : begin(create(one), change(other)))
        assertOneWon(await meeting.end())
        const users = [await adapter.getUser(id), await adapter.getUser(next)]
        const owners = users.filter((user) => user?.email === email)
        expect(owners).toHaveLength(1)
        expect(await adapter.getUserByEmail(email)).toEqual(owners[0])
        expect(await published.getUserByEmail(email)).toEqual(owners[0])
      })
    }
  })

  it('is free once its user has another, for every order of the commands of two changes', async () => {
    await everyGap(pair, async (begin) => {
      const id = await createUser()
      const emails = [`one-${id}@example.com`, `other-${id}@example.com`] as const
      const meeting = await begin(
        () => one.updateUser({ id, email: emails[0] }),
        () => other.updateUser({ id, email: emails[1] }),
      )
      expect(statuses(await meeting.end())).toEqual(['fulfilled', 'fulfilled'])
      const user = await adapter.getUser(id)
      for (const email of [...emails, userOf(id).email]) {
        const creating = adapter.createUser({ ...userOf(id), id: crypto.randomUUID(), email })
        if (email === user?.email) await expect(creating).rejects.toSatisfy(isUniqueViolation)
        else await creating
      }
      expect(await adapter.getUserByEmail(user?.email ?? '')).toEqual(user)
    })
  })
})

describe('an account in DynamoDB', () => {
  it('belongs only to the user whose call claimed it', async () => {
    const [id, next] = [await createUser(), await createUser()]
    const account = { provider: 'github', providerAccountId: id, type: 'oauth' } as const
    const interrupted = steppers[0].start(() => one.linkAccount({ ...account, userId: id }))
    expect(await interrupted.step(2)).toBe(false)
    expect(await adapter.getUserByAccount(account)).toBeNull()
    expect(await published.getUserByAccount(account)).toBeNull()
    await adapter.linkAccount({ ...account, userId: next })
    expect((await interrupted.finish()).status).toBe('rejected')
    expect((await adapter.getUserByAccount(account))?.id).toBe(next)
    expect(await adapter.listAccountsByUserId(id)).toEqual([])
  })

  it('is linked to one of two users for every order of their commands (LNK-04)', async () => {
    await everyGap(pair, async (begin) => {
      const [id, next] = [await createUser(), await createUser()]
      const account = { provider: 'github', providerAccountId: id, type: 'oauth' } as const
      const meeting = await begin(
        () => one.linkAccount({ ...account, userId: id }),
        () => other.linkAccount({ ...account, userId: next }),
      )
      assertOneWon(await meeting.end())
      const lists = [
        await adapter.listAccountsByUserId(id),
        await adapter.listAccountsByUserId(next),
      ].flat()
      expect(lists).toHaveLength(1)
      const owner = await adapter.getUserByAccount(account)
      expect(owner?.id).toBe(lists[0]?.userId)
      expect(await published.getUserByAccount(account)).toEqual(owner)
    })
  })
})
