import { expect, test } from 'vitest'
import { isUniqueViolation, uniqueViolation } from './index.ts'

const withMembers = (members: object): Error => Object.assign(new Error('x'), members)

test.each([
  ['of the kit', uniqueViolation('There is a user with this id already.')],
  ['of PostgreSQL', withMembers({ code: '23505' })],
  ['of MySQL and MariaDB', withMembers({ code: 'ER_DUP_ENTRY' })],
  ['of better-sqlite3, for a unique index', withMembers({ code: 'SQLITE_CONSTRAINT_UNIQUE' })],
  ['of libSQL, for a primary key', withMembers({ extendedCode: 'SQLITE_CONSTRAINT_PRIMARYKEY' })],
  ['of node:sqlite, for a unique index', withMembers({ errcode: 2067 })],
  ['of node:sqlite, for a primary key', withMembers({ errcode: 1555 })],
  ['of D1', new Error('D1_ERROR: UNIQUE constraint failed: users.email')],
  ['of Prisma', withMembers({ code: 'P2002' })],
  ['of MongoDB', withMembers({ code: 11_000 })],
])('isUniqueViolation recognizes the error %s, also as a cause', (_, error) => {
  expect(isUniqueViolation(error)).toBe(true)
  const wrapped = new Error('outer', { cause: new Error('inner', { cause: error }) })
  expect(isUniqueViolation(wrapped)).toBe(true)
})

test.each([
  ['a foreign key of PostgreSQL', withMembers({ code: '23503' })],
  ['a foreign key of SQLite', withMembers({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY', errcode: 787 })],
  ['a missing row of Prisma', withMembers({ code: 'P2025' })],
  ['a message only', new Error('23505')],
  ['a message that quotes another', new Error('x D1_ERROR: UNIQUE constraint failed')],
  ['a code without an error', { code: '23505' }],
  ['a text', '23505'],
  ['nothing', undefined],
])('isUniqueViolation is false for another error: %s', (_, error) => {
  expect(isUniqueViolation(error)).toBe(false)
})

test('isUniqueViolation returns for errors that cause each other', () => {
  const [one, other] = [new Error('one'), new Error('other')]
  one.cause = other
  other.cause = one
  expect(isUniqueViolation(one)).toBe(false)
})

test('uniqueViolation has the message that names the key', () => {
  expect(uniqueViolation('There is such an account.').message).toBe('There is such an account.')
})
