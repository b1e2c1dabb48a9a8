import type { Plan, Refusal } from '@latchstring/schema'
import type { TestDatabase } from './databases.ts'
import { type Ran, parse, run } from './run.ts'

type Where = Pick<TestDatabase, 'url'>

/** Runs `latchstring migrate`. */
export const migrate = ({ url }: Where, ...options: readonly string[]): Promise<Ran> =>
  run(['migrate', '--url', url, ...options])

/** What `latchstring migrate --plan` says. */
export async function readPlan(database: Where, ...options: readonly string[]): Promise<Plan> {
  return parse((await migrate(database, '--plan', '--json', ...options)).out)
}

/** Refusals in short. */
export const places = (refused: readonly Refusal[]): readonly string[] =>
  refused.map(({ kind, table, name }) => `${kind} ${table}.${name}`)

/** A database with tables of its own. */
export async function createWith(
  create: () => Promise<TestDatabase>,
  statements: readonly string[] = [],
): Promise<TestDatabase> {
  const database = await create()
  for (const statement of statements) await database.query(statement)
  return database
}
