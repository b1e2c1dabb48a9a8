import { createRequire } from 'node:module'
import type { Listening } from './statements.ts'

/** What a driver of SQLite has, as its own methods or as those of its class: better-sqlite3, libsql, node:sqlite. */
export interface SqliteDatabase {
  prepare(sql: string): object
  exec(sql: string): unknown
}

/** A listener, and the function that stops it. */
export interface SqliteListening extends Listening {
  stop(): void
}

type Method = (...parameters: unknown[]) => unknown

/** Those that carry out a statement. */
const METHODS = ['all', 'get', 'iterate', 'run'] as const

function methodOf(target: object, name: string): Method | undefined {
  const found: unknown = Reflect.get(target, name)
  if (typeof found !== 'function') return undefined
  return function (this: unknown, ...parameters) {
    const result: unknown = Reflect.apply(found, this, parameters)
    return result
  }
}

function listenToStatement(statement: object, note: () => void): void {
  // In libsql one of them calls another.
  let within = false
  for (const name of METHODS) {
    const method = methodOf(statement, name)
    if (method === undefined) continue
    const noted: Method = (...parameters) => {
      if (within) return Reflect.apply(method, statement, parameters)
      note()
      within = true
      try {
        return Reflect.apply(method, statement, parameters)
      } finally {
        within = false
      }
    }
    Object.assign(statement, { [name]: noted })
  }
}

/** Writes down what an open database carries out, or every database whose class has this prototype. */
export function listenToSqlite(database: SqliteDatabase): SqliteListening {
  const statements: string[] = []
  const own = Object.getOwnPropertyDescriptors(database)
  const prepare = methodOf(database, 'prepare')
  const exec = methodOf(database, 'exec')
  Object.assign(database, {
    prepare(this: unknown, sql: string): unknown {
      const statement = prepare === undefined ? null : Reflect.apply(prepare, this, [sql])
      if (typeof statement === 'object' && statement !== null) {
        listenToStatement(statement, () => statements.push(sql))
      }
      return statement
    },
    exec(this: unknown, sql: string): unknown {
      // Takes several statements at once. No recorded statement contains a semicolon.
      const several = sql.split(';').map((statement) => statement.trim())
      statements.push(...several.filter((statement) => statement !== ''))
      return exec === undefined ? undefined : Reflect.apply(exec, this, [sql])
    },
  })
  return {
    statements,
    stop() {
      for (const name of ['prepare', 'exec'] as const) {
        const { [name]: before } = own
        if (before === undefined) Reflect.deleteProperty(database, name)
        else Object.defineProperty(database, name, before)
      }
    },
  }
}

const isPrototype = (found: unknown): found is SqliteDatabase =>
  typeof found === 'object' && found !== null && 'prepare' in found && 'exec' in found

/** Writes down what every `@libsql/client` carries out on databases in files, in the native module below it. */
export function listenToLibsql(): SqliteListening {
  const require = createRequire(import.meta.url)
  const below: unknown = createRequire(require.resolve('@libsql/client'))('libsql')
  const prototype: unknown = typeof below === 'function' ? Reflect.get(below, 'prototype') : null
  if (!isPrototype(prototype)) throw new TypeError('libsql is not made as it was.')
  return listenToSqlite(prototype)
}
