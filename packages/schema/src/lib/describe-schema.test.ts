import { readFileSync } from 'node:fs'
import { passkeyNames } from '@latchstring/core/adapters'
import { describe, expect, it } from 'vitest'
import { type SchemaOptions, describeSchema } from '../index.ts'

/** Options as they come from a file, which no compiler has seen. */
function refuse(options: unknown): string {
  try {
    // That they are of another type is the point.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    describeSchema(options as SchemaOptions)
  } catch (error) {
    if (error instanceof TypeError) return error.message
    throw error
  }
  return 'nothing is refused'
}

describe('the options of describeSchema', () => {
  it.each([
    [{ foo: 1 }, 'options: "foo" is not known.'],
    [{ table: {} }, 'Did you mean tables?'],
    [{ tables: { usrs: 'a' } }, 'tables: "usrs" is not known. Did you mean users?'],
    [{ tables: { users: 1 } }, 'tables.users has to be a string.'],
    [{ tables: 'users' }, 'tables has to be an object.'],
    [{ tables: { migrations: 'm' } }, 'tables: "migrations" is not known.'],
    [{ tables: { users: 'a', accounts: 'A' } }, 'the table "A" is taken by "users"'],
    [{ tables: { users: 'accounts' } }, 'tables.accounts: the table "accounts" is taken'],
    [{ tables: { users: 'auth.users' } }, 'search_path'],
    [{ tables: { users: '1st' } }, 'not begin with a digit'],
    [{ names: 'nextauth' }, 'names: "nextauth" is not known. Did you mean next-auth?'],
    [{ names: 'toString' }, 'names: "toString" is not known.'],
    [{ sessionControl: 'yes' }, 'sessionControl has to be true or false.'],
    [
      { tables: { revocations: 'endings' } },
      'tables.revocations: this table exists with sessionControl: true only.',
    ],
    [
      { columns: { budgets: { key: 'name' } } },
      'columns.budgets: this table exists with sessionControl: true only.',
    ],
    [{ records: {} }, 'records has to be true, or a list of tables.'],
    [{ records: ['passkeys'] }, 'records: a table is an object with name, fields and key.'],
    [{ records: [{ ...passkeyNames, key: ['name'] }] }, '"name" has to be a field of the kind id'],
    [
      { records: [passkeyNames], tables: { auth_passkeys_names: 'users' } },
      'the table "users" is taken by "auth_passkeys_names"',
    ],
    [{ tables: { auth_passkeys_names: 'a' } }, 'tables: "auth_passkeys_names" is not known.'],
    [{ records: [passkeyNames, passkeyNames] }, 'auth_passkeys_names is there twice'],
    [{ ids: 'foo' }, 'ids: "foo" is not known. Known are text, uuid, integer.'],
    [{ userFields: { a: 'strin' } }, 'userFields.a: "strin" is not known.'],
    [{ userFields: { a: 'boolaen' } }, 'Did you mean boolean?'],
    [{ userFields: { email: 'text' } }, 'every user has a member of this name already'],
    [{ userFields: { _a: 'text' } }, 'must begin with a letter'],
    [{ userFields: [] }, 'userFields has to be an object.'],
    [
      { columns: { users: { emailVerifed: 'x' } } },
      'columns.users: "emailVerifed" is not known. Did you mean emailVerified?',
    ],
    [{ columns: { accounts: { role: 'x' } }, userFields: { role: 'text' } }, '"role" is not known'],
    [{ columns: { user: {} } }, 'columns: "user" is not known. Did you mean users?'],
    [{ columns: { users: { email: 7 } } }, 'columns.users.email has to be a string.'],
    [{ columns: { users: { email: 'name' } } }, 'the column "name" is taken by "name"'],
    [{ rowIds: ['users'] }, 'rowIds: "users" is not known.'],
    [{ rowIds: 'sessions' }, 'rowIds has to be a list of tables.'],
    [[], 'options has to be an object.'],
    [null, 'options has to be an object.'],
  ])('%j are refused with the reason', (options, says) => {
    expect(refuse(options)).toContain(says)
  })

  it('may be undefined, contain columns for custom members, and begin with an underscore', () => {
    expect(refuse({ names: undefined, tables: { users: undefined }, columns: undefined })).toBe(
      'nothing is refused',
    )
    const { tables } = describeSchema({
      tables: { users: '_users' },
      columns: { users: { role: 'kind', emailVerified: 'verified_at' } },
      userFields: { role: 'text' },
    })
    expect(tables[0]?.name).toBe('_users')
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['kind', 'verified_at']),
    )
  })

  it('may have the further members that the caller declares', () => {
    const options: object = { driver: 'x', tables: { migrations: 'm' } }
    const further = { options: ['driver'], tables: ['migrations'] }
    expect(describeSchema(options, further).tables).toHaveLength(5)
    const twice: object = { tables: { migrations: 'users' } }
    expect(() => describeSchema(twice, further)).toThrow('the table "users" is taken')
  })
})

describe('the types of the options of describeSchema', () => {
  it('refuse unknown columns', () => {
    const wrong = [
      // @ts-expect-error -- a letter is missing
      (): unknown => describeSchema({ columns: { users: { emailVerifed: 'x' } } }),
      // @ts-expect-error -- sessions have no address
      (): unknown => describeSchema({ columns: { sessions: { email: 'x' } } }),
      (): unknown =>
        describeSchema({
          userFields: { role: 'text' },
          // @ts-expect-error -- the custom member is another one
          columns: { users: { rule: 'x' } },
        }),
    ]
    for (const call of wrong) expect(call).toThrow('is not known')
  })
})

it('the column sizes equal those in docs/migrations.md', () => {
  const page = readFileSync(new URL('../../../../docs/migrations.md', import.meta.url), 'utf8')
  const rows = describeSchema().tables.flatMap(({ key, columns }) =>
    columns
      .filter(({ kind }) => kind === 'text' || kind === 'integer' || kind === 'json')
      .map(({ member, values: { least, most } }) =>
        [`\`${key}.${member}\``, String(least), most === Infinity ? 'any' : String(most)].join(' '),
      ),
  )
  const written = page
    .split('\n')
    .filter((line) => /^\| `\w+\.\w+`/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, 4)
        .map((cell) => cell.trim())
        .join(' '),
    )
  expect(written).toEqual(rows)
})
