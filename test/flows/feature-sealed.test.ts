import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { AuthConfig } from '@latchstring/core'
import type { AdapterRecords, StoredRecord } from '@latchstring/core/adapters'
import type { Feature } from '@latchstring/core/features'
import { createApp, ENV } from '@latchstring/test-kit/app'
import { ADA, passwords, PEOPLE, storePeople } from '@latchstring/test-kit/people'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

const [OLD, NEW, OTHER] = [
  'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
  'w4Kd9sPz7RgYc1nBv6QmXe3TjLh8UfAo5iS',
  'b7Lx2vQn9WmTz4KcRy6PfHs1JdGa8EoUi3N',
] as const

const GRACE = PEOPLE.grace

const fields = {
  userId: { kind: 'id' },
  id: { kind: 'id' },
  secret: { kind: 'text', max: 60, secret: 'sealed' },
  spare: { kind: 'text', max: 60, secret: 'sealed', nullable: true },
  hash: { kind: 'text', secret: 'hash' },
  label: { kind: 'text', personal: true },
} as const
const key = ['userId', 'id'] as const
const keys = { name: 'auth_vault_keys', fields, key, owner: 'userId' } as const
const others = { name: 'auth_vault_others', fields, key, owner: 'userId' } as const
const TABLES = { keys, others } as const

type Values = Readonly<Record<string, string | null>>
type TableName = keyof typeof TABLES

interface VaultSystem {
  put(userId: string, secret: string, table?: TableName): Promise<unknown>
  get(userId: string, table?: TableName): Promise<Values | null>
  all(userId: string): Promise<readonly Values[]>
  label(userId: string, label: string): Promise<Values | null>
}

/** A feature that keeps one secret of each user in each of two tables. */
const vault = (): Feature<object, VaultSystem> => ({
  name: 'vault',
  tables: [keys, others],
  system: {
    put: async ({ records }, userId, secret, table = 'keys') =>
      records.insert(TABLES[table], { userId, id: '1', secret, hash: 'h', label: 'l' }),
    get: async ({ records }, userId, table = 'keys') =>
      records.get(TABLES[table], { userId, id: '1' }),
    all: async ({ records }, userId) => (await records.find(keys, 'userId', userId)).rows,
    async label({ records }, userId, label) {
      const row = await records.get(keys, { userId, id: '1' })
      return row && records.change(keys, row, { label })
    },
  },
})

let adapter: ReturnType<typeof openSqlAdapter>
let log: string[]

beforeEach(async () => {
  adapter = openSqlAdapter(':memory:', { records: [keys, others] })
  await adapter.migrate()
  await storePeople(adapter)
  log = []
  const opened = adapter
  onTestFinished(async () => opened.close())
})

/** An instance with some secrets. */
function start(secret: readonly string[], made: 'object' | 'function' = 'object') {
  const feature = vault()
  const note = (...said: readonly unknown[]): void => void log.push(said.map(String).join(' '))
  const config: AuthConfig = {
    secret: [...secret],
    adapter,
    providers: [passwords()],
    logger: { error: note, warn: note, debug: note },
  }
  const app =
    made === 'object'
      ? createApp({ ...config, features: [feature] })
      : createApp(config, { env: ENV, features: [feature] }, 'each time')
  return app.auth.system(feature)
}

function requireRecords(): AdapterRecords {
  if (adapter.records) return adapter.records
  throw new Error('The store has no records.')
}

async function stored(userId: string, table: TableName = 'keys'): Promise<StoredRecord> {
  const row = await requireRecords().get(TABLES[table], { userId, id: '1' })
  if (row) return row
  throw new Error('The store has no such row.')
}

/** Writes values past the core. */
async function overwrite(userId: string, values: object, table: TableName = 'keys') {
  const { values: before, version } = await stored(userId, table)
  const row = { values: { ...before, ...values }, version: version + 1 }
  expect(await requireRecords().change(TABLES[table], row, version)).toBe(true)
}

async function sealedOf(userId: string, table?: TableName): Promise<string> {
  const { secret } = (await stored(userId, table)).values
  if (typeof secret === 'string') return secret
  throw new Error('The row has no secret.')
}

const unopened = (why: string) => ({
  type: 'AdapterError',
  message: `"secret" of a row of the table "auth_vault_keys" does not open: ${why}.`,
})
const MOVED = unopened('it was changed, or sealed for another field, row or table')
const UNKNOWN = unopened(
  'it was sealed with a secret that the configuration does not have. Name that one after the new one, as in `secret: [new, old]`',
)

describe.each(['object', 'function'] as const)('With a configuration that is an %s', (made) => {
  test('a sealed field is plain for its feature, and encrypted in the store', async () => {
    const system = start([OLD], made)
    await system.put(ADA.id, 'JBSWY3DP')
    expect(await system.get(ADA.id)).toMatchObject({ secret: 'JBSWY3DP', spare: null, hash: 'h' })
    expect(await system.all(ADA.id)).toMatchObject([{ secret: 'JBSWY3DP', label: 'l' }])
    const { values } = await stored(ADA.id)
    expect(values).toMatchObject({ spare: null, hash: 'h', label: 'l' })
    expect(values['secret']).toMatch(/^s1\.[\da-f]{24}(\.[\w-]+){3}$/)
    expect(JSON.stringify(values)).not.toContain('JBSWY3DP')
  })

  test('VLT-16 opens with every secret, and is sealed with the newest when its row is changed', async () => {
    await start([OLD], made).put(ADA.id, 'JBSWY3DP')
    const before = await sealedOf(ADA.id)
    // While the new secret is rolled out: one instance seals with the old one still, another with the new one.
    const [first, second] = [start([OLD, NEW], made), start([NEW, OLD], made)]
    expect(await first.get(ADA.id)).toMatchObject({ secret: 'JBSWY3DP' })
    expect(await second.label(ADA.id, 'phone')).toMatchObject({ secret: 'JBSWY3DP' })
    expect((await sealedOf(ADA.id)).slice(0, 27)).not.toBe(before.slice(0, 27))
    expect(await first.get(ADA.id)).toMatchObject({ secret: 'JBSWY3DP', label: 'phone' })
    expect(await start([NEW], made).get(ADA.id)).toMatchObject({ secret: 'JBSWY3DP' })
    expect(await first.label(ADA.id, 'tablet')).toMatchObject({ secret: 'JBSWY3DP' })
    expect((await sealedOf(ADA.id)).slice(0, 27)).toBe(before.slice(0, 27))
  })

  test('a value of an unknown secret is an error, and no row that is missing', async () => {
    await start([OLD], made).put(ADA.id, 'JBSWY3DP')
    const system = start([OTHER], made)
    await expect(system.get(ADA.id)).rejects.toMatchObject(UNKNOWN)
    await expect(system.all(ADA.id)).rejects.toMatchObject(UNKNOWN)
    await expect(system.label(ADA.id, 'x')).rejects.toMatchObject(UNKNOWN)
    expect(await system.get(GRACE.id)).toBeNull()
    expect(await start([OTHER, OLD], made).get(ADA.id)).toMatchObject({ secret: 'JBSWY3DP' })
  })
})

describe('A sealed value does not open', () => {
  test('FAC-08 in the row of another user', async () => {
    const system = start([OLD])
    await system.put(ADA.id, 'secret of Ada')
    await system.put(GRACE.id, 'secret of Grace')
    const [ada, grace] = [await sealedOf(ADA.id), await sealedOf(GRACE.id)]
    await overwrite(ADA.id, { secret: grace })
    await overwrite(GRACE.id, { secret: ada })
    await expect(system.get(ADA.id)).rejects.toMatchObject(MOVED)
    await expect(system.all(GRACE.id)).rejects.toMatchObject(MOVED)
    await overwrite(ADA.id, { secret: ada })
    expect(await system.get(ADA.id)).toMatchObject({ secret: 'secret of Ada' })
  })

  test('VLT-14 in another field or table', async () => {
    const system = start([OLD])
    await system.put(ADA.id, 'one')
    await system.put(ADA.id, 'two', 'others')
    const [one, two] = [await sealedOf(ADA.id), await sealedOf(ADA.id, 'others')]
    await overwrite(ADA.id, { secret: two })
    await expect(system.get(ADA.id)).rejects.toMatchObject(MOVED)
    await overwrite(ADA.id, { secret: one, spare: one })
    await expect(system.get(ADA.id)).rejects.toThrow('"spare" of a row')
    await overwrite(ADA.id, { spare: null })
    expect(await system.get(ADA.id)).toMatchObject({ secret: 'one' })
  })

  test('once a character of it is another one', async () => {
    const system = start([OLD])
    await system.put(ADA.id, 'JBSWY3DP')
    const sealed = await sealedOf(ADA.id)
    for (const at of [30, 55, sealed.length - 1]) {
      const other = sealed.charAt(at) === 'A' ? 'E' : 'A'
      await overwrite(ADA.id, { secret: sealed.slice(0, at) + other + sealed.slice(at + 1) })
      await expect(system.get(ADA.id)).rejects.toMatchObject({ type: 'AdapterError' })
    }
  })

  test.each(['JBSWY3DP', '', 's1.', 's1.0.0.0.0'])('as plain text: %j', async (plain) => {
    const system = start([OLD])
    await system.put(ADA.id, 'JBSWY3DP')
    await overwrite(ADA.id, { secret: plain })
    await expect(system.get(ADA.id)).rejects.toMatchObject(unopened('it is not sealed'))
  })

  test('and no line of the log has it', async () => {
    const system = start([OLD])
    await system.put(ADA.id, 'JBSWY3DP')
    const sealed = await sealedOf(ADA.id)
    await start([OTHER])
      .get(ADA.id)
      .catch((error: unknown) => log.push(String(error)))
    expect(log.join('\n')).toContain('does not open')
    expect(log.join('\n')).not.toContain(sealed)
  })
})

test('Rows of tenants open by the secret of the configuration that is asked', async () => {
  const feature = vault()
  let secret: string = OLD
  const { auth } = createApp(
    { adapter, providers: [passwords()] },
    { env: ENV, features: [feature] },
    (config) => () => ({ ...config, secret }),
  )
  const system = auth.system(feature)
  await system.put(ADA.id, 'secret of Ada')
  secret = OTHER
  await system.put(GRACE.id, 'secret of Grace')
  expect(await system.get(GRACE.id)).toMatchObject({ secret: 'secret of Grace' })
  await expect(system.get(ADA.id)).rejects.toMatchObject(UNKNOWN)
  secret = OLD
  expect(await system.get(ADA.id)).toMatchObject({ secret: 'secret of Ada' })
  await expect(system.get(GRACE.id)).rejects.toMatchObject(UNKNOWN)
})

test.each(['x', '€', '𝄞', '\u{FEFF}'])(
  'The longest text of a sealed field is stored and read: %s',
  async (character) => {
    const system = start([OLD])
    const text = character.repeat(60 / character.length)
    await system.put(ADA.id, text)
    expect(await system.get(ADA.id)).toMatchObject({ secret: text })
  },
)

test('A text that is longer than a sealed field takes is refused, and nothing stored', async () => {
  const system = start([OLD])
  await expect(system.put(ADA.id, 'x'.repeat(61))).rejects.toThrow('longer than 60')
  expect(await system.get(ADA.id)).toBeNull()
})
