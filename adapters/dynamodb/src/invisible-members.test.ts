import { DynamoDBAdapter, format } from '@auth/dynamodb-adapter'
import type { Adapter } from '@latchstring/core/adapters'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AUTHENTICATOR } from '../../../test/adapters/samples.ts'
import { type Connection, connect, type Row } from '../test/server.ts'
import { holdCommands } from '../test/steps.ts'
import { type DynamodbAdapter, dynamodbAdapter, isUniqueViolation } from './index.ts'

// Times that the published adapter keeps exactly: it cuts off what its arithmetic leaves of a millisecond.
const expires = new Date('2030-01-01T00:00:00.250Z')
const later = new Date('2030-02-01T00:00:00.500Z')
const USER = {
  id: 'ada',
  email: 'Ada@example.com',
  emailVerified: null,
  name: 'Ada',
  image: 'ada.png',
  plan: { seats: 3, since: null },
}
const KEY = { provider: 'github', providerAccountId: '1' }
const ACCOUNT = { ...KEY, type: 'oauth', userId: 'ada', access_token: 'access', id: 'row' } as const
const SESSION = { sessionToken: 'one', userId: 'ada', expires, agent: 'Firefox' }
const TOKEN = { identifier: 'ada@example.com', token: 'hash', expires }
const CREDENTIAL = { ...AUTHENTICATOR, userId: 'ada' }

/** What the published adapter shows of an item: what its own function leaves of it. */
const shown = (row: Row): object => format.from({ ...row }) ?? {}

/** Keys that the published adapter looks for. */
const LAYOUT = [/^USER#[^#]+ (?:USER|ACCOUNT|SESSION)#/, /^VT#[^#]+ VT#/] as const

const isReadable = ({ pk, sk }: Row): boolean =>
  LAYOUT.some((keys) => keys.test(`${String(pk)} ${String(sk)}`))

describe.each(['next-auth', 'sign-in'])('the published adapter on the table %s', (tableName) => {
  let connection: Connection
  let adapter: DynamodbAdapter
  let published: Required<Adapter>
  beforeEach(async () => {
    connection = await connect({ tableName })
    adapter = dynamodbAdapter(connection.client, { tableName })
    // It has every method that is called here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    published = DynamoDBAdapter(connection.another(), { tableName }) as unknown as Required<Adapter>
  })
  afterEach(() => connection.close())

  /** The items that it can read show these records and nothing else, and no others can be read. */
  async function assertShown(...records: readonly object[]): Promise<void> {
    const rows = await connection.scan()
    const readable = rows.filter(isReadable).map(shown)
    const others = rows.filter((row) => !isReadable(row))
    expect(readable).toHaveLength(records.length)
    expect(readable).toEqual(expect.arrayContaining([...records]))
    // It looks for both keys of the index, which are the same for users and sessions, or those of accounts.
    for (const { GSI1PK, GSI1SK } of others) {
      expect(GSI1PK === undefined || GSI1PK !== GSI1SK).toBe(true)
      expect(String(GSI1PK)).not.toMatch(/^ACCOUNT#/)
    }
  }

  it('returns a user as stored, after each change (ALT-06)', async () => {
    await adapter.createUser(USER)
    expect(await published.getUser('ada')).toEqual(USER)
    expect(await published.getUserByEmail(USER.email)).toEqual(USER)
    await assertShown(USER)
    await adapter.updateUser({ id: 'ada', name: 'Ada Lovelace' })
    const renamed = { ...USER, name: 'Ada Lovelace' }
    expect(await published.getUser('ada')).toEqual(renamed)
    await adapter.updateUser({ id: 'ada', email: 'new@example.com', emailVerified: later })
    const moved = { ...renamed, email: 'new@example.com', emailVerified: later }
    expect(await published.getUserByEmail('new@example.com')).toEqual(moved)
    expect(await published.getUserByEmail(USER.email)).toBeNull()
    await assertShown(moved)
    const taking = adapter.createUser({ ...USER, id: 'eve', email: 'new@example.com' })
    await expect(taking).rejects.toSatisfy(isUniqueViolation)
    await assertShown(moved)
  })

  it('returns a user without an address as stored', async () => {
    const { email: _, ...rest } = USER
    // Providers may give no address, whatever the type says.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    await adapter.createUser(rest as typeof USER)
    expect(await published.getUser('ada')).toEqual(rest)
    await assertShown(rest)
  })

  it('returns an account as stored, after each change (ALT-06)', async () => {
    await adapter.createUser(USER)
    await adapter.linkAccount(ACCOUNT)
    expect(await published.getUserByAccount(KEY)).toEqual(USER)
    await assertShown(USER, ACCOUNT)
    await adapter.updateAccount({ ...KEY, access_token: 'renewed' })
    await assertShown(USER, { ...ACCOUNT, access_token: 'renewed' })
    expect(await published.unlinkAccount(KEY)).toEqual({ ...ACCOUNT, access_token: 'renewed' })
    await adapter.linkAccount(ACCOUNT)
    await adapter.unlinkAccount(KEY)
    expect(await published.getUserByAccount(KEY)).toBeNull()
    await assertShown(USER)
  })

  it('returns a session as stored, after each change (ALT-06)', async () => {
    await adapter.createUser(USER)
    await adapter.createSession(SESSION)
    expect(await published.getSessionAndUser('one')).toEqual({ session: SESSION, user: USER })
    await assertShown(USER, SESSION)
    const changed = { ...SESSION, expires: later, agent: 'Lynx' }
    await adapter.updateSession(changed)
    expect(await published.getSessionAndUser('one')).toEqual({ session: changed, user: USER })
    await adapter.compareAndSetSession({ sessionToken: 'one', from: later, to: expires })
    const back = { ...changed, expires }
    expect(await published.getSessionAndUser('one')).toEqual({ session: back, user: USER })
    await adapter.updateUser({ id: 'ada', name: 'Ada Lovelace' })
    const user = { ...USER, name: 'Ada Lovelace' }
    expect(await published.getSessionAndUser('one')).toEqual({ session: back, user })
    await assertShown(user, back)
    expect(await published.deleteSession('one')).toEqual(back)
    expect(await adapter.getSessionAndUser('one')).toBeNull()
  })

  it('returns a verification token as stored (ALT-06)', async () => {
    await adapter.createVerificationToken(TOKEN)
    await assertShown(TOKEN)
    const { identifier, token } = TOKEN
    expect(await published.useVerificationToken({ identifier, token })).toEqual(TOKEN)
  })

  it('returns nothing of an authenticator', async () => {
    await adapter.createUser(USER)
    await adapter.createAuthenticator(CREDENTIAL)
    await adapter.updateAuthenticatorCounter(CREDENTIAL.credentialID, 1)
    await assertShown(USER)
  })

  it('returns the user it deletes as stored, and deletes the copies in its sessions', async () => {
    await adapter.createUser(USER)
    await adapter.linkAccount(ACCOUNT)
    await adapter.createSession(SESSION)
    expect(await published.deleteUser('ada')).toEqual(USER)
    expect((await connection.scan()).filter(({ pk }) => pk === 'USER#ada')).toEqual([])
  })

  it('deletes a user with many sessions before the copies in them', async () => {
    await adapter.createUser(USER)
    const tokens = Array.from({ length: 20 }, (_, index) => `session-${index}`)
    for (const sessionToken of tokens) await adapter.createSession({ ...SESSION, sessionToken })
    // It deletes 25 items at most.
    expect(await published.deleteUser('ada')).toEqual(USER)
    expect(await adapter.getUser('ada')).toBeNull()
    for (const token of tokens) expect(await adapter.getSessionAndUser(token)).toBeNull()
  })

  it('never sees a state between the commands of one call (ALT-06)', async () => {
    const client = connection.another()
    const stepper = holdCommands(client)
    const stepped = dynamodbAdapter(client, { tableName })
    const works = [
      () => stepped.createUser(USER),
      () => stepped.linkAccount(ACCOUNT),
      () => stepped.createSession(SESSION),
      () => stepped.updateUser({ id: 'ada', email: 'new@example.com' }),
    ]
    const given = new Set([USER, ACCOUNT, SESSION].flatMap((record) => Object.keys(record)))
    const seen = new Set<string>()
    for (const work of works) {
      const call = stepper.start(work)
      while (!(await call.step(1))) {
        for (const row of await connection.scan()) {
          const members = isReadable(row) ? Object.keys(shown(row)) : []
          for (const member of members) seen.add(member)
        }
      }
    }
    expect([...seen].toSorted()).toEqual([...given].toSorted())
  })
})

describe('an item that an earlier version stored', () => {
  it('is returned without the members meant for the adapter itself (ALT-06)', async () => {
    const connection = await connect()
    try {
      const adapter = dynamodbAdapter(connection.client)
      const own = { '#revision': 2, '#claimed': true, '#storedBy': 'x', '#nextEmail': 'b@x' }
      const TableName = connection.tableName
      const put = (Item: object) => connection.client.put({ TableName, Item: { ...Item } })
      await put({ pk: 'USER#ada', sk: 'USER#ada', type: 'USER', ...USER, ...own })
      const index = { GSI1PK: 'SESSION#one', GSI1SK: 'SESSION#one' }
      const item = { ...SESSION, expires: 1_900_000_000, '#milliseconds': 1_899_999_999_500 }
      const copy = { '#user': { id: 'ada', name: 'Old' }, '#revision': 1 }
      await put({ pk: 'USER#ada', sk: 'SESSION#one', type: 'SESSION', ...index, ...item, ...copy })
      expect(await adapter.getUser('ada')).toEqual(USER)
      expect(await adapter.getSessionAndUser('one')).toEqual({
        session: { ...SESSION, expires: new Date(1_900_000_000_000) },
        user: USER,
      })
    } finally {
      await connection.close()
    }
  })
})
