import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type OpenSqlAdapterOptions,
  type SqlAdapterOptions,
  openSqlAdapter,
  sqlAdapter,
  sqlFor,
} from './index.ts'

/** Options that no compiler has seen, such as those from a file. */
const unseen = (options: object): OpenSqlAdapterOptions => options

describe('unknown options of the SQL adapter', () => {
  it.each([
    [{ foo: 1 }, 'options: "foo" is not known.'],
    [{ timeuot: 5 }, 'Did you mean timeout?'],
    [{ db: {} }, 'options: "db" is not known.'],
    [{ tables: { usrs: 'a' } }, 'Did you mean users?'],
    [{ tables: { users: 'a', migrations: 'a' } }, 'the table "a" is taken by "users"'],
    [{ names: 'nextauth' }, 'names: "nextauth" is not known. Did you mean next-auth?'],
    [{ ids: 'foo' }, 'ids: "foo" is not known.'],
    [{ userFields: { a: 'strin' } }, 'userFields.a: "strin" is not known.'],
    [{ columns: { users: { emailVerifed: 'x' } } }, 'Did you mean emailVerified?'],
    [{ uniqueConstraints: 'yes' }, 'uniqueConstraints has to be true or false.'],
    [{ timeout: '10' }, 'timeout: "10" is not a whole number above 0.'],
    [{ poolSize: 0 }, 'poolSize: 0 is not a whole number above 0.'],
  ])('are refused when the adapter is opened: %j', (options, says) => {
    expect(() => openSqlAdapter(':memory:', unseen(options))).toThrow(says)
  })

  it('are refused by every other function that takes them', () => {
    expect(() => sqlFor('sqlite', unseen({ ids: 'foo' }))).toThrow('ids: "foo"')
    // Nothing is asked of the instance before the options are looked through.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const options = { db: {}, dialect: 'postgress' } as unknown as SqlAdapterOptions<object>
    expect(() => sqlAdapter(options)).toThrow('dialect: "postgress" is not sqlite, postgres')
    expect(() => sqlAdapter({ ...options, dialect: 'sqlite', ...unseen({ foo: 1 }) })).toThrow(
      'options: "foo" is not known.',
    )
  })

  it('are refused by the compiler, as are columns of unknown members', () => {
    const wrong = [
      // @ts-expect-error -- a letter is missing
      () => openSqlAdapter(':memory:', { columns: { users: { emailVerifed: 'x' } } }),
      // @ts-expect-error -- no such table
      () => openSqlAdapter(':memory:', { columns: { user: { email: 'x' } } }),
    ]
    for (const call of wrong) expect(call).toThrow('Did you mean')
  })
})

it('an options object with further members keeps the types of user members', async () => {
  const schema = {
    ids: 'uuid',
    tables: { users: 'people', migrations: 'done' },
    columns: { users: { role: 'kind' } },
    userFields: { role: 'text', seen: 'timestamp' },
  } as const
  const adapter = openSqlAdapter(':memory:', schema)
  try {
    await adapter.migrate()
    const { id } = await adapter.createUser({
      id: crypto.randomUUID(),
      email: 'ada@example.com',
      emailVerified: null,
      role: 'editor',
    })
    await adapter.createSession({ sessionToken: 't', userId: id, expires: new Date() })
    const found = await adapter.getSessionAndUser('t')
    expectTypeOf(found).exclude<null>().toHaveProperty('user')
    expectTypeOf<NonNullable<typeof found>['user']['role']>().toEqualTypeOf<string | null>()
    expectTypeOf<NonNullable<typeof found>['user']['seen']>().toEqualTypeOf<Date | null>()
    expect(found?.user.role).toBe('editor')
  } finally {
    await adapter.close()
  }
})
