import { fileURLToPath } from 'node:url'
import type { SqlDialect } from '@latchstring/schema'
import { UsageError } from './arguments.ts'

/** A URL of a database, read. */
export interface DatabaseUrl {
  readonly dialect: SqlDialect
  readonly url: string
  /** The name in messages, without user, password and parameters. */
  readonly name: string
  /** The path of the file, for SQLite. */
  readonly path: string
  /** Texts that are hidden in all output. */
  readonly secrets: readonly string[]
}

const SCHEMES: readonly (readonly [RegExp, SqlDialect, string])[] = [
  [/^postgres(?:ql)?:\/\//, 'postgres', 'PostgreSQL'],
  [/^(?:mysql|mariadb):\/\//, 'mysql', 'MySQL'],
  [/^file:/, 'sqlite', 'SQLite'],
]

const EXPECTED =
  'Use postgres://user:password@host:5432/database, mysql://user:password@host:3306/database ' +
  'or file:./data.db, with special characters in the user and password percent-encoded.'

/** A text too short is no secret, and taking it out would spoil every message. */
const SHORTEST = 3

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function findSecrets(url: string): readonly string[] {
  const [, userInfo = ''] = /^\w+:\/\/([^/?#]*)@/.exec(url) ?? []
  const password = userInfo.slice(userInfo.indexOf(':') + 1)
  const parameters = [...url.matchAll(/[?&][^=&#]*=([^&#]*)/g)].map(([, value = '']) => value)
  const secrets = [userInfo.includes(':') ? password : '', ...parameters.filter(isLong)]
  return [url, ...secrets.flatMap((secret) => [secret, decode(secret)])].filter(
    ({ length }) => length >= SHORTEST,
  )
}

/** Values such as `require` or `utf8mb4` are words of messages and no secrets. */
const isLong = (value: string): boolean => value.length >= 12

function toPath(url: string): string {
  const [file = ''] = url.split('?')
  return file.startsWith('file://') ? fileURLToPath(file) : decode(file.slice('file:'.length))
}

/**
 * Reads the URL of a database.
 *
 * @throws UsageError when it is not one; the message does not repeat it
 */
export function readDatabaseUrl(url: string): DatabaseUrl {
  const [, dialect, product] = SCHEMES.find(([scheme]) => scheme.test(url)) ?? []
  const secrets = findSecrets(url)
  if (dialect === undefined || product === undefined) {
    throw new UsageError(`The URL of the database has an unknown scheme. ${EXPECTED}`)
  }
  if (!URL.canParse(url))
    throw new UsageError(`The URL of the database cannot be read. ${EXPECTED}`)
  if (dialect === 'sqlite') {
    const path = toPath(url)
    return { dialect, url, path, secrets: secrets.slice(1), name: `${product} in ${path}` }
  }
  const { host, pathname } = new URL(url)
  if (dialect === 'mysql' && pathname.length < 2) {
    throw new UsageError(`The URL names no database. ${EXPECTED}`)
  }
  const name = `${product}, ${host === '' ? 'local socket' : host}${decode(pathname)}`
  return { dialect, url, path: '', secrets, name }
}
