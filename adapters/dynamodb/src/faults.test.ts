import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failEvery, type Work } from '../test/faults.ts'
import { type Connection, connect } from '../test/server.ts'
import { type DynamodbAdapter, dynamodbAdapter } from './index.ts'

let connection: Connection
let adapter: DynamodbAdapter
beforeAll(async () => {
  connection = await connect()
  adapter = dynamodbAdapter(connection.client)
})
afterAll(() => connection.close())

/** Calls `work` with each of its commands failing in each way, and `check` afterwards. */
const everyFault = (work: Work, check: Work, prepare?: Work): Promise<number> =>
  failEvery(connection, work, check, prepare)

const userOf = (number: string) => ({
  id: `user-${number}`,
  email: `${number}@example.com`,
  emailVerified: null,
})
const accountOf = (number: string) =>
  ({
    provider: 'github',
    providerAccountId: number,
    type: 'oauth',
    userId: `user-${number}`,
  }) as const
const sessionOf = (number: string) => ({
  sessionToken: number,
  userId: `user-${number}`,
  expires: new Date(Date.now() + 3_600_000),
})

async function fill(number: string): Promise<void> {
  await adapter.createUser(userOf(number))
  await adapter.linkAccount(accountOf(number))
  await adapter.createSession(sessionOf(number))
}

const ownedBy = async (number: string): Promise<readonly unknown[]> =>
  (await connection.scan()).filter((row) => JSON.stringify(row).includes(number))

/** What is left of a user can be deleted whatever happened before. */
async function assertDeletable(number: string): Promise<void> {
  await adapter.deleteUser(`user-${number}`)
  expect(await adapter.getSessionAndUser(number)).toBeNull()
  expect(await adapter.getUserByEmail(userOf(number).email)).toBeNull()
  expect(await adapter.getUserByAccount(accountOf(number))).toBeNull()
}

describe('a failing DynamoDB command', () => {
  it('in createUser leaves the address free for the next user', async () => {
    const failures = await everyFault(
      (number) => adapter.createUser(userOf(number)),
      async (number) => {
        const { email } = userOf(number)
        const next = { ...userOf(number), id: `next-${number}` }
        const known = await adapter.getUserByEmail(email)
        const user = known ?? (await adapter.createUser(next))
        expect(await adapter.getUserByEmail(email)).toEqual(user)
        const rows = await connection.scan()
        expect(rows.filter((row) => row['email'] === email)).toHaveLength(1)
        await adapter.deleteUser(user.id)
        expect(await ownedBy(number)).toEqual([])
      },
    )
    // Four commands, in two ways.
    expect(failures).toBe(8)
  })

  it('in createUser leaves the user with the same id unchanged', async () => {
    await everyFault(
      (number) => adapter.createUser({ ...userOf(number), email: `new-${number}@example.com` }),
      async (number) => {
        expect(await adapter.getUser(`user-${number}`)).toEqual(userOf(number))
        expect(await adapter.getUserByEmail(`new-${number}@example.com`)).toBeNull()
      },
      (number) => adapter.createUser(userOf(number)),
    )
  })

  it('in linkAccount leaves the account free for the next call', async () => {
    const failures = await everyFault(
      (number) => adapter.linkAccount(accountOf(number)),
      async (number) => {
        const account = accountOf(number)
        if ((await adapter.getUserByAccount(account)) === null) await adapter.linkAccount(account)
        expect((await adapter.getUserByAccount(account))?.id).toBe(`user-${number}`)
        await expect(adapter.linkAccount(account)).rejects.toThrow('already')
        await adapter.deleteUser(`user-${number}`)
        expect(await ownedBy(number)).toEqual([])
      },
      (number) => adapter.createUser(userOf(number)),
    )
    expect(failures).toBe(10)
  })

  it('in unlinkAccount leaves the account either linked or free', async () => {
    const failures = await everyFault(
      (number) => adapter.unlinkAccount(accountOf(number)),
      async (number) => {
        const next = {
          ...userOf(number),
          id: `next-${number}`,
          email: `next-${number}@example.com`,
        }
        await adapter.createUser(next)
        if ((await adapter.getUserByAccount(accountOf(number))) === null) {
          await adapter.linkAccount({ ...accountOf(number), userId: next.id })
          expect((await adapter.getUserByAccount(accountOf(number)))?.id).toBe(next.id)
        }
        await adapter.deleteUser(next.id)
        await assertDeletable(number)
      },
      fill,
    )
    expect(failures).toBeGreaterThanOrEqual(6)
  })

  it('in createSession leaves no session of a user who is deleted', async () => {
    const failures = await everyFault(
      (number) => adapter.createSession(sessionOf(number)),
      async (number) => {
        const found = await adapter.getSessionAndUser(number)
        if (found !== null) expect(found.user.id).toBe(`user-${number}`)
        await assertDeletable(number)
        expect(await ownedBy(number)).toEqual([])
      },
      (number) => adapter.createUser(userOf(number)),
    )
    expect(failures).toBe(6)
  })

  it('in a change of address leaves the user found by the address it has', async () => {
    const failures = await everyFault(
      (number) => adapter.updateUser({ id: `user-${number}`, email: `new-${number}@example.com` }),
      async (number) => {
        const user = await adapter.getUser(`user-${number}`)
        expect(await adapter.getUserByEmail(user?.email ?? '')).toEqual(user)
        const again = await adapter.updateUser({
          id: `user-${number}`,
          email: `new-${number}@example.com`,
        })
        expect((await adapter.getSessionAndUser(number))?.user).toEqual(again)
        for (const email of [userOf(number).email, `mid-${number}@example.com`]) {
          await adapter.createUser({ ...userOf(number), id: `next-${email}`, email })
          await adapter.deleteUser(`next-${email}`)
        }
        await assertDeletable(number)
      },
      async (number) => {
        await fill(number)
        await adapter.updateUser({ id: `user-${number}`, email: `mid-${number}@example.com` })
      },
    )
    expect(failures).toBeGreaterThanOrEqual(14)
  })

  it('before a change of address leaves the new address free', async () => {
    let free = 0
    await everyFault(
      (number) => adapter.updateUser({ id: `user-${number}`, email: `new-${number}@example.com` }),
      async (number) => {
        const user = await adapter.getUser(`user-${number}`)
        const email = `new-${number}@example.com`
        const taking = adapter.createUser({ ...userOf(number), id: `next-${number}`, email })
        const [outcome] = await Promise.allSettled([taking])
        if (user?.email === email) expect(outcome.status).toBe('rejected')
        else if (outcome.status === 'fulfilled') free += 1
      },
      (number) => adapter.createUser(userOf(number)),
    )
    // The user, the claim of its address, the index and the new claim, in two ways. While it is unknown whether the change
    // itself has happened, the address stays with the user.
    expect(free).toBe(8)
  })

  it('in updateUser is repaired by the next call', async () => {
    const failures = await everyFault(
      (number) => adapter.updateUser({ id: `user-${number}`, name: 'Ada' }),
      async (number) => {
        const next = await adapter.updateUser({ id: `user-${number}`, image: 'ada.png' })
        expect((await adapter.getSessionAndUser(number))?.user).toEqual(next)
        await assertDeletable(number)
        expect(await ownedBy(number)).toEqual([])
      },
      fill,
    )
    expect(failures).toBe(10)
  })

  it('in deleteSession or updateSession is repaired by the next call', async () => {
    const expires = new Date('2030-01-01T00:00:00.123Z')
    const change = (sessionToken: string): Promise<unknown> =>
      adapter.updateSession({ sessionToken, expires })
    await everyFault(
      change,
      async (number) => {
        await change(number)
        expect((await adapter.getSessionAndUser(number))?.session.expires).toEqual(expires)
      },
      fill,
    )
    await everyFault(
      (number) => adapter.deleteSession(number),
      async (number) => {
        await adapter.deleteSession(number)
        expect(await adapter.getSessionAndUser(number)).toBeNull()
      },
      fill,
    )
  })

  it('in deleteUser is repaired by the next call', async () => {
    const failures = await everyFault(
      (number) => adapter.deleteUser(`user-${number}`),
      async (number) => {
        await assertDeletable(number)
        const next = { ...userOf(number), id: `next-${number}` }
        await adapter.createUser(next)
        await adapter.linkAccount({ ...accountOf(number), userId: next.id })
        await adapter.deleteUser(next.id)
        expect(await ownedBy(number)).toEqual([])
      },
      fill,
    )
    expect(failures).toBeGreaterThanOrEqual(10)
  })

  it('in useVerificationToken never returns a token twice', async () => {
    const expires = new Date(Date.now() + 60_000)
    const got = new Map<string, number>()
    const use = async (number: string): Promise<void> => {
      const ids = { identifier: number, token: number }
      const token = await adapter.useVerificationToken(ids)
      if (token !== null) got.set(number, (got.get(number) ?? 0) + 1)
    }
    await everyFault(
      use,
      async (number) => {
        await use(number)
        expect(got.get(number) ?? 0).toBeLessThanOrEqual(1)
      },
      (number) => adapter.createVerificationToken({ identifier: number, token: number, expires }),
    )
  })
})
