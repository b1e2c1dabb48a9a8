import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { passkeyNames } from '@latchstring/core/adapters'
import { describeSchema, prismaSchema, tableSql } from '@latchstring/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../../../test/adapters/samples.ts'
import { catchFailure } from '../../../test/adapters/expectations.ts'
import { countDuring, sentDuring } from '../../../test/wire/statements.ts'
import { createDatabase, type TestDatabase } from '../test/databases.ts'
import { type Connected, type Generated, generateClient } from '../test/generated-client.ts'
import { isUniqueViolation, prismaAdapter } from './index.ts'

const described = describeSchema({
  userFields: { nick: 'text', age: 'integer' },
  records: [passkeyNames],
})
const schema = {
  ...described,
  tables: described.tables.map((table) => ({
    ...table,
    indexes: table.indexes.map((index) => ({ ...index, ignoresCase: false })),
  })),
}

describe.each([
  { joins: true, statements: 1 },
  { joins: false, statements: 2 },
])('prismaAdapter over a client with relationJoins: $joins', ({ joins, statements: expected }) => {
  let database: TestDatabase
  let generated: Generated
  let connected: Connected

  beforeAll(async () => {
    database = await createDatabase()
    await database.run(schema.tables.flatMap((table) => tableSql('postgres', schema, table)))
    generated = await generateClient(prismaSchema('postgres', schema), { joins })
    connected = generated.connect(database.url)
  })

  afterAll(async () => {
    await connected.close()
    await generated.remove()
    await database.drop()
  })

  const counted = (work: () => Promise<unknown>): Promise<number> => countDuring(database, work)

  it(`checks a session with ${expected} statements`, async () => {
    const adapter = prismaAdapter(connected.client)
    const { id: userId } = await adapter.createUser(newUser())
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId, expires: new Date() })
    expect(await counted(() => adapter.getSessionAndUser(sessionToken))).toBe(expected)
  })

  it('reads from the primary of a client with read replicas, where a session that was just opened is (REV-01)', async () => {
    const { client } = connected
    // A stand-in for @prisma/extension-read-replicas, whose replicas lack everything.
    const behind = new Proxy(client, {
      get(target, name) {
        if (name === '$primary') return () => target
        const model: unknown = Reflect.get(target, name, target)
        if (typeof model !== 'object' || model === null || !('findMany' in model)) return model
        const reads = ['findFirst', 'findUnique']
        return new Proxy(model, {
          get: (whole, method): unknown =>
            reads.includes(String(method)) ? async () => null : Reflect.get(whole, method, whole),
        })
      },
    })
    const adapter = prismaAdapter(behind)
    const { id: userId } = await adapter.createUser(newUser())
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId, expires: new Date(Date.now() + 60_000) })
    expect(await adapter.getSessionAndUser(sessionToken)).not.toBeNull()
    expect(await adapter.getUser(userId)).not.toBeNull()
  })

  it(`finds the user of an account with ${expected} statements and the account to compare`, async () => {
    const adapter = prismaAdapter(connected.client)
    const { id: userId } = await adapter.createUser(newUser())
    const key = { provider: 'example', providerAccountId: crypto.randomUUID() }
    await adapter.linkAccount({ ...key, type: 'oauth', userId })
    expect(await counted(() => adapter.getUserByAccount(key))).toBe(expected)
  })

  it('deletes expired sessions and verification tokens and returns their number', async () => {
    const adapter = prismaAdapter(connected.client)
    const { id: userId } = await adapter.createUser(newUser())
    const now = new Date('1990-01-01T00:00:00Z')
    const times = [-1000, 0, 1000].map((offset) => new Date(now.getTime() + offset))
    const keys = times.map(() => crypto.randomUUID())
    for (const [index, expires] of times.entries()) {
      const sessionToken = keys[index] ?? ''
      await adapter.createSession({ sessionToken, userId, expires })
      await adapter.createVerificationToken({ identifier: userId, token: sessionToken, expires })
    }
    const limited = await adapter.deleteExpired({ now, limit: 1 })
    expect(limited).toEqual({ sessions: 1, verificationTokens: 0 })
    expect(await adapter.deleteExpired(now)).toEqual({ sessions: 1, verificationTokens: 2 })
    expect(await adapter.deleteExpired(now)).toEqual({ sessions: 0, verificationTokens: 0 })
    expect(await adapter.getSessionAndUser(keys[2] ?? '')).not.toBeNull()
  })

  it('sends BEGIN and COMMIT for a transaction', async () => {
    const adapter = prismaAdapter(connected.client)
    const insert: unknown = expect.stringMatching(/^INSERT INTO "public"\."users"/)
    const create = () =>
      Promise.resolve(adapter.transaction?.((within) => within.createUser(newUser())))
    expect(await sentDuring(database, create)).toEqual(['BEGIN', insert, 'COMMIT'])
  })

  it('finds users by address in any letter case through an index', async () => {
    const adapter = prismaAdapter(connected.client)
    const { id } = await adapter.createUser(newUser(`Ada.${crypto.randomUUID()}@Example.com`))
    const { email } = (await adapter.getUser(id)) ?? { email: '' }
    expect(email).toBe(email.toLowerCase())
    const [query = ''] = await sentDuring(database, () =>
      adapter.getUserByEmail(email.toUpperCase()),
    )
    const plan = await database.explain(query.replaceAll(/\$\d+/g, `'1'`))
    expect(plan).toContain('users_email_key')
    expect(await adapter.getUserByEmail(email.toUpperCase())).toMatchObject({ id })
  })

  it('finds a user by an address that was stored in capital letters', async () => {
    const adapter = prismaAdapter(connected.client)
    const email = `Grace.${crypto.randomUUID()}@Example.com`
    await database.run([`insert into users (id, email) values ('old-${email}', '${email}')`])
    expect(await adapter.getUserByEmail(email)).toMatchObject({ id: `old-${email}`, email })
  })

  it('stores members of an account that the model has no field for', async () => {
    const adapter = prismaAdapter(connected.client)
    const { id: userId } = await adapter.createUser(newUser())
    const key = { provider: 'example', providerAccountId: crypto.randomUUID() }
    await adapter.linkAccount({
      ...key,
      type: 'oauth',
      userId,
      athlete: { id: 1 },
      expires_at: 1.5,
    })
    await adapter.updateAccount({ ...key, expires_at: 2, team: 'blue' })
    expect(await adapter.listAccountsByUserId(userId)).toEqual([
      { ...key, type: 'oauth', userId, athlete: { id: 1 }, expires_at: 2, team: 'blue' },
    ])
  })

  it('reports a duplicate row as a unique violation', async () => {
    const adapter = prismaAdapter(connected.client)
    const user = await adapter.createUser(newUser())
    const error = await catchFailure(() => adapter.createUser(newUser(user.email)))
    expect(isUniqueViolation(new Error('wrapped', { cause: error }))).toBe(true)
    expect(isUniqueViolation(new Error('P2002'))).toBe(false)
  })

  it('reports an invalid value without repeating it', async () => {
    const adapter = prismaAdapter(connected.client)
    const user = { ...newUser(), name: { secret: 'hunter2' } }
    // @ts-expect-error -- what a custom `profile` function can do in JavaScript
    const error = await catchFailure(() => adapter.createUser(user))
    expect(String(error)).toContain('`name`')
    expect(String(error)).not.toContain('hunter2')
  })

  it('rejects a member without a field in the model, and names it', async () => {
    const adapter = prismaAdapter(connected.client)
    await expect(adapter.createUser(Object.assign(newUser(), { shoeSize: 44 }))).rejects.toThrow(
      'The model "user" has no field "shoeSize"',
    )
  })

  it('is frozen, and its methods work without `this`', async () => {
    const adapter = prismaAdapter(connected.client)
    expect(Object.isFrozen(adapter)).toBe(true)
    const { createUser, getUser } = adapter
    const user = await createUser(newUser())
    expect(await getUser(user.id)).toEqual(user)
  })

  it('has methods only for the models of its client', () => {
    const { user, account } = connected.client
    const $transaction = connected.client.$transaction.bind(connected.client)
    const adapter = prismaAdapter({ user, account, $transaction })
    expect(adapter.capabilities).toMatchObject({
      atomicConsume: false,
      tokenReads: false,
      revocation: false,
    })
    expect(adapter).not.toHaveProperty('getSessionAndUser')
    expect(adapter).not.toHaveProperty('useVerificationToken')
    expect(adapter).not.toHaveProperty('getAccount')
  })

  it('has no `transaction` where the database has no transactions', () => {
    const adapter = prismaAdapter(connected.client, { transactions: false })
    expect(adapter.capabilities.transactions).toBe(false)
    expect(adapter).not.toHaveProperty('transaction')
  })

  it('types users as the model does', async () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url))
    await writeFile(join(generated.folder, 'app.ts'), TYPED_APP)
    await writeFile(join(generated.folder, 'tsconfig.json'), JSON.stringify(projectFor(root)))
    const tsc = join(
      dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin/tsc',
    )
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', generated.folder], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
  })
})

const TYPED_APP = `
import { type Adapter, passkeyNames } from '@latchstring/core/adapters'
import { prismaAdapter } from '@latchstring/adapter-prisma'
import type { PrismaClient } from './generated/client.ts'

declare const prisma: PrismaClient
const adapter = prismaAdapter(prisma)
export const accepted: Adapter = adapter

const user = await adapter.getUser('1')
export const nick: string | null | undefined = user?.nick
export const age: number | null | undefined = user?.age
// @ts-expect-error -- no such field
export const missing = user?.shoeSize

const found = await adapter.getSessionAndUser('1')
export const sameNick: string | null | undefined = found?.user.nick
await adapter.updateUser({ id: '1', nick: 'Ada' })
// @ts-expect-error -- not of this type
await adapter.updateUser({ id: '1', nick: 1 })

export const keeps: boolean = adapter.records.keeps(passkeyNames)
const { authPasskeysNames: _, ...others } = prisma
// @ts-expect-error -- there is no model of a table that is data
export const none = prismaAdapter(others).records
`

const projectFor = (root: string): object => ({
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'Preserve',
    moduleResolution: 'Bundler',
    allowImportingTsExtensions: true,
    types: [],
    typeRoots: [join(root, 'node_modules/@types')],
    customConditions: ['@latchstring/source'],
    paths: {
      '@latchstring/adapter-prisma': [join(root, 'adapters/prisma/src/index.ts')],
      '@latchstring/core/adapters': [join(root, 'packages/core/src/adapters.ts')],
    },
  },
  files: ['app.ts'],
})

describe('prismaAdapter over a client without the models', () => {
  it('throws an error that says how to generate them', () => {
    const client = { user: { fields: {} }, $transaction: () => 0 }
    // @ts-expect-error -- what a client without the models is to JavaScript
    expect(() => prismaAdapter(client)).toThrow('needs a Prisma Client with the model "account"')
  })
})
