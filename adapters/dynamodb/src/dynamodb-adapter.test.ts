import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACCOUNT, ADA, AUTHENTICATOR, inAnHour } from '../../../test/adapters/samples.ts'
import { type Connection, connect, type Row } from '../test/server.ts'
import { type DynamodbAdapter, dynamodbAdapter, isUniqueViolation } from './index.ts'

let connection: Connection
let adapter: DynamodbAdapter
beforeEach(async () => {
  connection = await connect()
  adapter = dynamodbAdapter(connection.client)
})
afterEach(() => connection.close())

async function commandsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = connection.commands.length
  await work()
  return connection.commands.slice(before)
}

const keys = async (): Promise<readonly string[]> =>
  (await connection.scan()).map(({ pk, sk }) => `${String(pk)} ${String(sk)}`).toSorted()

async function fill(): Promise<void> {
  await adapter.createUser(ADA)
  await adapter.linkAccount(ACCOUNT)
  await adapter.createSession({ sessionToken: 'one', userId: 'ada', expires: inAnHour() })
  await adapter.createAuthenticator({ ...AUTHENTICATOR, userId: 'ada' })
  await adapter.createVerificationToken({ identifier: 'a', token: 'b', expires: inAnHour() })
}

const only = (rows: readonly Row[], start: string): Row => {
  const [row] = rows.filter(({ sk }) => String(sk).startsWith(start))
  if (row === undefined) throw new Error(`There is no item ${start}`)
  return row
}

describe('the items that dynamodbAdapter stores for a user', () => {
  it('are those the README lists', async () => {
    await fill()
    expect(await keys()).toEqual([
      'CLAIM#ACCOUNT#["github","1"] CLAIM#ACCOUNT#["github","1"]',
      'CLAIM#AUTHENTICATOR#a/b+c== CLAIM#AUTHENTICATOR#a/b+c==',
      'CLAIM#EMAIL#ada@example.com CLAIM#EMAIL#ada@example.com',
      'USER#ada ACCOUNT#github#1',
      'USER#ada AUTHENTICATOR#a/b+c==',
      'USER#ada SESSION#one',
      'USER#ada USER#ada',
      'USER#ada USER-OF-SESSION#one',
      'VT#a VT#b',
    ])
  })

  it('are all deleted by deleteUser', async () => {
    await fill()
    await adapter.useVerificationToken({ identifier: 'a', token: 'b' })
    await adapter.deleteUser('ada')
    expect(await keys()).toEqual([])
  })

  it('but for sessions are kept by deleteAllSessions, which reads a table of several pages', async () => {
    // A page of the service is what was read up to 1 MB, also where nothing of it was asked for.
    const users = Array.from({ length: 5 }, (_, index) => `user-${index}`)
    for (const id of users) {
      await adapter.createUser({
        ...ADA,
        id,
        email: `${id}@example.com`,
        name: 'x'.repeat(150_000),
      })
      const session = { sessionToken: `token-${id}`, userId: id, expires: inAnHour() }
      await adapter.createSession(session)
    }
    await fill()
    const isSession = (key: string): boolean => / (?:SESSION|USER-OF-SESSION)#/.test(key)
    const before = await keys()
    const commands = await commandsOf(() => adapter.deleteAllSessions())
    expect(commands.filter((name) => name === 'Scan').length).toBeGreaterThan(1)
    expect(before.filter(isSession)).toHaveLength(12)
    expect(await keys()).toEqual(before.filter((key) => !isSession(key)))
  })

  it('are the only ones that deleteAllSessions deletes in a table with items of the application', async () => {
    await fill()
    const items = [
      { pk: 'COURSE#1', sk: 'SESSION#2030-01-01' },
      { pk: 'USER#ada', sk: 'SESSION-PLAN#1' },
      { pk: 'USER#ada', sk: 'SESSION#of-the-application', GSI1PK: 'COURSE#1', GSI1SK: 'x' },
      { pk: 'TEAM#1', sk: 'USER-OF-SESSION#1', GSI1PK: 'SESSION#2030-01-01', GSI1SK: 'x' },
    ]
    const outside = connection.another()
    for (const Item of items) await outside.put({ TableName: connection.tableName, Item })
    await adapter.deleteAllSessions()
    expect(await adapter.getSessionAndUser('one')).toBeNull()
    expect(await keys()).toEqual(expect.arrayContaining(items.map(({ pk, sk }) => `${pk} ${sk}`)))
    expect((await keys()).filter((key) => key.endsWith('SESSION#one'))).toEqual([])
  })

  it('have their expiry in seconds, for the TTL of the table', async () => {
    const named = dynamodbAdapter(connection.client, { ttlAttribute: 'ttl' })
    const expires = new Date('2030-01-01T00:00:00.500Z')
    await named.createVerificationToken({ identifier: 'a', token: 'b', expires })
    expect(only(await connection.scan(), 'VT#')['ttl']).toBe(Date.UTC(2030, 0, 1) / 1000 + 0.5)
    expect(await named.useVerificationToken({ identifier: 'a', token: 'b' })).toEqual({
      identifier: 'a',
      token: 'b',
      expires,
    })
  })

  it('are all deleted even if they take several batches', async () => {
    await adapter.createUser(ADA)
    // More than the megabyte of a page, and more than a batch.
    const sessions = Array.from({ length: 80 }, (_, index) => `session-${index}`)
    const session = { userId: 'ada', expires: inAnHour(), agent: 'x'.repeat(20_000) }
    for (const sessionToken of sessions) await adapter.createSession({ ...session, sessionToken })
    const listing = await commandsOf(async () => {
      expect(await adapter.listSessionsByUserId('ada')).toHaveLength(80)
    })
    expect(listing).toEqual(['Query', 'Query'])
    expect(await adapter.deleteSessionsByUserId('ada', 'session-7')).toBe(79)
    await adapter.deleteUser('ada')
    expect(await keys()).toEqual([])
  }, 30_000)
})

describe('dynamodbAdapter, given members of any kind,', () => {
  it.each([
    ['pk', 'x', 'uses itself'],
    ['type', 'x', 'uses itself'],
    ['#user', 'x', 'uses itself'],
    ['expires', 'x', 'would delete it'],
    ['born', '2030-01-01T00:00:00.000Z', 'would be read as a Date'],
    ['born', new Date(Number.NaN), 'invalid Date'],
    ['call', () => 1, 'neither a JSON value'],
    ['deep', { in: [new Map()] }, 'neither a JSON value'],
  ])(
    'refuses %s, which DynamoDB cannot store, and names the member',
    async (member, value, message) => {
      const creating = adapter.createUser({ ...ADA, [member]: value })
      await expect(creating).rejects.toThrow(message)
      await expect(creating).rejects.toThrow(`"${member}"`)
      expect(await keys()).toEqual([])
    },
  )

  it('returns text as text even if it looks like a date or a number', async () => {
    const name = '2030-01-01T00:00:00.000Z'
    await adapter.createUser({ ...ADA, name })
    expect((await adapter.getUser('ada'))?.name).toBe(name)
  })

  it('returns them unchanged under the client settings usual with tables of Auth.js', async () => {
    const other = await connect({
      translate: {
        marshallOptions: {
          convertEmptyValues: true,
          removeUndefinedValues: true,
          convertClassInstanceToMap: true,
        },
      },
    })
    try {
      const usual = dynamodbAdapter(other.client)
      const user = { ...ADA, emailVerified: new Date(), plan: { seats: 3 } }
      await usual.createUser(user)
      expect(await usual.getUser('ada')).toEqual(user)
    } finally {
      await other.close()
    }
  })
})

describe('the commands that dynamodbAdapter sends', () => {
  it('are those the README lists for each method', async () => {
    const session = { sessionToken: 'one', userId: 'ada', expires: inAnHour() }
    const lookUp = { provider: 'github', providerAccountId: '1' }
    expect(await commandsOf(() => adapter.getUserByAccount(lookUp))).toEqual(['GetItem', 'Query'])
    expect(await commandsOf(() => adapter.getUserByEmail(ADA.email))).toEqual(['GetItem', 'Query'])
    expect(await commandsOf(() => adapter.createUser(ADA))).toEqual([
      'Query',
      'PutItem',
      'PutItem',
      'UpdateItem',
    ])
    expect(await commandsOf(() => adapter.linkAccount(ACCOUNT))).toEqual([
      'Query',
      'PutItem',
      'PutItem',
      'UpdateItem',
      'GetItem',
    ])
    expect(await commandsOf(() => adapter.createSession(session))).toEqual([
      'BatchWriteItem',
      'GetItem',
      'UpdateItem',
    ])
    expect(await commandsOf(() => adapter.getSessionAndUser('one'))).toEqual(['Query'])
    expect(await commandsOf(() => adapter.getUser('ada'))).toEqual(['GetItem'])
    expect(await commandsOf(() => adapter.getUserByEmail(ADA.email))).toEqual([
      'GetItem',
      'GetItem',
    ])
    expect(await commandsOf(() => adapter.getUserByAccount(lookUp))).toEqual([
      'GetItem',
      'BatchGetItem',
    ])
    expect(await commandsOf(() => adapter.updateUser({ id: 'ada', name: 'Ada' }))).toEqual([
      'UpdateItem',
      'GetItem',
      'Query',
      'GetItem',
      'UpdateItem',
    ])
    const from = session.expires
    const to = new Date(from.getTime() + 1)
    const move = (): Promise<unknown> =>
      adapter.compareAndSetSession({ sessionToken: 'one', from, to })
    expect(await commandsOf(move)).toEqual(['Query', 'UpdateItem', 'UpdateItem'])
    expect(await commandsOf(() => adapter.getSessionAndUser('one'))).toEqual(['Query'])
    expect(await commandsOf(() => adapter.deleteSession('one'))).toEqual([
      'Query',
      'BatchWriteItem',
    ])
  })

  it('use the configured names of table and index', async () => {
    const other = await connect({ tableName: 'sign-in' })
    try {
      const named = dynamodbAdapter(other.client, { tableName: 'sign-in' })
      await named.createUser(ADA)
      expect(await named.getUserByEmail('ada@example.com')).toMatchObject({ id: 'ada' })
    } finally {
      await other.close()
    }
  })

  it('are repeated when a response is lost, and store the user and the account once', async () => {
    for (let command = 1; command <= 4; command += 1) {
      const id = `user-${command}`
      connection.arm({ command, when: 'unanswered' })
      await adapter.createUser({ ...ADA, id, email: `${id}@example.com` })
      expect(connection.arm({ command: command + 1, when: 'unanswered' })).toBe(true)
      const account = { ...ACCOUNT, providerAccountId: id, userId: id }
      await adapter.linkAccount(account)
      expect(connection.arm(null)).toBe(true)
      expect(await adapter.getAccount(id, 'github')).toEqual(account)
      expect((await adapter.getUserByEmail(`${id}@example.com`))?.id).toBe(id)
    }
  })

  it('reject with the error of the SDK when they fail', async () => {
    const lost = dynamodbAdapter(connection.client, { tableName: 'missing' })
    await expect(lost.getUser('ada')).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })
})

describe('the copy of the user in a session item', () => {
  it('follows updateUser', async () => {
    await fill()
    await adapter.updateUser({ id: 'ada', name: 'Ada Lovelace', email: 'new@example.com' })
    expect((await adapter.getSessionAndUser('one'))?.user).toEqual({
      ...ADA,
      name: 'Ada Lovelace',
      email: 'new@example.com',
    })
  })

  it('is the latest user after concurrent changes', async () => {
    await adapter.createUser(ADA)
    const tokens = Array.from({ length: 8 }, (_, index) => `session-${index}`)
    await Promise.all(
      tokens.flatMap((sessionToken, index) => [
        adapter.createSession({ sessionToken, userId: 'ada', expires: inAnHour() }),
        adapter.updateUser({ id: 'ada', name: `name ${index}` }),
      ]),
    )
    const user = await adapter.getUser('ada')
    for (const token of tokens) expect((await adapter.getSessionAndUser(token))?.user).toEqual(user)
  })
})

const copies = async (): Promise<readonly Row[]> =>
  (await connection.scan()).filter(({ sk }) => String(sk).startsWith('USER-OF-SESSION#'))

const expiryOfCopies = async (): Promise<readonly unknown[]> =>
  (await copies()).map((copy) => copy['expires'])

describe('the item with the copy of the user beside a session', () => {
  it('expires with its session after every change of the expiry', async () => {
    await fill()
    expect(await expiryOfCopies()).toEqual([only(await connection.scan(), 'SESSION#')['expires']])
    const times = [1_900_000_000.5, 1_900_000_001.25]
    const [to, later] = times.map((seconds) => new Date(seconds * 1000))
    if (to === undefined || later === undefined) throw new Error('There are two times.')
    await adapter.updateSession({ sessionToken: 'one', expires: to })
    expect(await expiryOfCopies()).toEqual([times[0]])
    await adapter.compareAndSetSession({ sessionToken: 'one', from: to, to: later })
    expect(await expiryOfCopies()).toEqual([times[1]])
  })

  it.each([
    ['deleteSession', () => adapter.deleteSession('one')],
    ['deleteSessionsByUserId', () => adapter.deleteSessionsByUserId('ada')],
  ])('is deleted by %s', async (_, end) => {
    await fill()
    await end()
    expect(await copies()).toEqual([])
  })

  it.each([
    ['missing', undefined],
    ['empty', {}],
    ['damaged', { user: 'Ada' }],
    ['of another user', { user: { id: 'eve', email: 'eve@example.com' } }],
  ])('that is %s is not used', async (_, damage) => {
    await fill()
    const key = { pk: 'USER#ada', sk: 'USER-OF-SESSION#one' }
    const index = { GSI1PK: 'SESSION#one', GSI1SK: 'USER' }
    const TableName = connection.tableName
    await connection.another().delete({ TableName, Key: key })
    if (damage) {
      await connection.another().put({ TableName, Item: { ...key, ...index, ...damage } })
    }
    expect((await adapter.getSessionAndUser('one'))?.user).toEqual(ADA)
  })

  it('is not a session without the session item', async () => {
    await fill()
    const Key = { pk: 'USER#ada', sk: 'SESSION#one' }
    await connection.another().delete({ TableName: connection.tableName, Key })
    expect(await copies()).toHaveLength(1)
    expect(await adapter.getSessionAndUser('one')).toBeNull()
    await adapter.updateUser({ id: 'ada', name: 'Ada' })
    expect(await adapter.getSessionAndUser('one')).toBeNull()
    expect(await adapter.listSessionsByUserId('ada')).toEqual([])
  })
})

describe('e-mail addresses in dynamodbAdapter', () => {
  it('belong to one of 16 users created at once', async () => {
    const ids = Array.from({ length: 16 }, (_, index) => `user-${index}`)
    await Promise.all(
      ids.map((id) => adapter.createUser({ ...ADA, id, email: `${id}@example.com` })),
    )
    const email = 'wanted@example.com'
    const outcomes = await Promise.allSettled(ids.map((id) => adapter.updateUser({ id, email })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const users = await Promise.all(ids.map((id) => adapter.getUser(id)))
    const owners = users.filter((user) => user?.email === email)
    expect(owners).toHaveLength(1)
    expect(await adapter.getUserByEmail(email)).toEqual(owners[0])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(isUniqueViolation(outcome.reason)).toBe(true)
    }
  })

  it('find the user only by the current address after concurrent changes', async () => {
    await adapter.createUser(ADA)
    const emails = Array.from({ length: 4 }, (_, index) => `address-${index}@example.com`)
    await Promise.allSettled(emails.map((email) => adapter.updateUser({ id: 'ada', email })))
    const user = await adapter.getUser('ada')
    for (const email of [...emails, ADA.email]) {
      expect(await adapter.getUserByEmail(email)).toEqual(email === user?.email ? user : null)
      if (email !== user?.email) await adapter.createUser({ ...ADA, id: email, email })
    }
    const again = adapter.createUser({ ...ADA, id: 'eve', email: user?.email ?? '' })
    await expect(again).rejects.toSatisfy(isUniqueViolation)
  })

  it('may be missing at first, and be added later', async () => {
    const noEmail: string | null = null
    // Providers may give no address, whatever the type says.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    await adapter.createUser({ ...ADA, email: noEmail as unknown as string })
    expect(await adapter.getUserByEmail('')).toBeNull()
    expect(await keys()).toEqual(['USER#ada USER#ada'])
    await adapter.updateUser({ id: 'ada', email: ADA.email })
    expect((await adapter.getUserByEmail(ADA.email))?.id).toBe('ada')
  })
})

describe('dynamodbAdapter, given a record whose id is taken,', () => {
  it('leaves the stored user unchanged', async () => {
    await adapter.createUser(ADA)
    const again = adapter.createUser({ ...ADA, email: 'new@example.com' })
    await expect(again).rejects.toSatisfy(isUniqueViolation)
    expect(await adapter.getUser('ada')).toEqual(ADA)
  })

  it('leaves the stored authenticator unchanged', async () => {
    await fill()
    const before = await adapter.getAuthenticator('a/b+c==')
    if (before === null) throw new Error('There is no authenticator.')
    const again = adapter.createAuthenticator({ ...before, counter: 7 })
    await expect(again).rejects.toSatisfy(isUniqueViolation)
    expect(await adapter.getAuthenticator('a/b+c==')).toEqual(before)
  })
})

describe('dynamodbAdapter', () => {
  it('is frozen', () => {
    expect(Object.isFrozen(adapter)).toBe(true)
    expect(Object.isFrozen(adapter.capabilities)).toBe(true)
  })

  it('does not let updates move accounts and sessions to other users', async () => {
    await fill()
    await expect(adapter.updateAccount({ ...ACCOUNT, userId: 'eve' })).rejects.toThrow('moved')
    const moved = adapter.updateSession({ sessionToken: 'one', userId: 'eve' })
    await expect(moved).rejects.toThrow('moved')
  })

  it('refuses a provider whose id would make keys ambiguous', async () => {
    await adapter.createUser(ADA)
    await expect(adapter.linkAccount({ ...ACCOUNT, provider: 'a#b' })).rejects.toThrow('"a#b"')
  })
})
