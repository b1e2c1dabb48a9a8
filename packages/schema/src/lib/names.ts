import type { NamesPreset, Table, TableKey, TableNames } from './schema.ts'

/** Applications have budgets of their own, so the last one says what is limited. */
const CONTROL_NAMES = {
  revocations: 'revocations',
  budgets: 'limit_budgets',
}

export const TABLE_NAMES: Readonly<Record<NamesPreset, TableNames>> = {
  latchstring: {
    users: 'users',
    accounts: 'accounts',
    sessions: 'sessions',
    verificationTokens: 'verification_tokens',
    authenticators: 'authenticators',
    ...CONTROL_NAMES,
  },
  'next-auth': {
    users: 'users',
    accounts: 'accounts',
    sessions: 'sessions',
    verificationTokens: 'verification_token',
    authenticators: 'authenticators',
    ...CONTROL_NAMES,
  },
}

const snakeCase = (member: string): string =>
  member.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

export const COLUMN_NAME: Readonly<Record<NamesPreset, (member: string) => string>> = {
  latchstring: snakeCase,
  'next-auth': (member) => member,
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,50}$/

/** Refuses what could not be written into every statement as it is. */
export function assertIdentifier(name: string, where: string): void {
  if (IDENTIFIER.test(name)) return
  const schema = /^\w+\.\w+$/.test(name)
    ? ' The schema of a table is not part of its name: with PostgreSQL, the search_path of the connection decides.'
    : ''
  throw new TypeError(
    `${where}: ${JSON.stringify(name)} must be up to 51 letters, digits and underscores, and not begin with a digit.${schema}`,
  )
}

/** One record, in the words that tables are called by. */
const WORDS: Readonly<Record<TableKey, string>> = {
  users: 'user',
  accounts: 'account',
  sessions: 'session',
  verificationTokens: 'verificationToken',
  authenticators: 'authenticator',
  revocations: 'revocation',
  budgets: 'limitBudget',
}

/** Whether a table is one that is described here, and not data. */
export const isDescribed = (key: string): key is TableKey => Object.hasOwn(WORDS, key)

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** Names that tables of this kind often have: in the documentation of other adapters, and by habit. */
export function usualNames(key: Table['key']): readonly string[] {
  if (!isDescribed(key)) return []
  const word = WORDS[key]
  return [word, snakeCase(word), capital(word)].flatMap((name) => [name, `${name}s`])
}
