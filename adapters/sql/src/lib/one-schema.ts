import { type Kysely, sql } from 'kysely'
import type { Layout } from './layout.ts'
import type { Database } from './rows.ts'

/** The path of a connection, and a table that statements without a schema find in another schema of it than the first. */
interface Path {
  readonly own: string | null
  readonly role: string
  readonly path: string
  /** Those of the path that there are, as JSON. */
  readonly schemas: string
  readonly name: string | null
  readonly schema: string | null
}

/** The name in an entry of a path, which is quoted where it has to be. */
const unquote = (entry: string): string =>
  entry.startsWith('"') ? entry.slice(1, -1).replaceAll('""', '"') : entry

/** Refuses a path that begins with a schema which does not exist. The one with the name of the role often does not. */
function refuseMissingSchema({ own, role, path, schemas }: Path): void {
  const names = path.split(',').map((entry) => unquote(entry.trim()))
  const [first] = names.filter((name) => name !== '' && name !== '$user')
  const present: unknown = JSON.parse(schemas)
  const isThere = Array.isArray(present) && present.includes(first)
  if (first === undefined || isThere || (names.includes('$user') && own === role)) return
  throw new Error(
    `The search_path of the connection begins with "${first}", which does not exist in PostgreSQL or is closed to the role, so that the ` +
      `tables would be those of the next schema. Create it (create schema "${first}"), or leave it out of the search_path.`,
  )
}

/** Refuses tables that statements without a schema find in another schema of the path than the first, such as another application's. */
async function refuseOtherSchemas(db: Kysely<Database>, { schema }: Layout): Promise<void> {
  const names = schema.tables.map(({ name }) => sql.lit(name))
  const { rows } = await sql<Path>`
    select p.*, e.name, e.schema from (
      select current_schema()::text as own, current_user::text as role, current_setting('search_path') as path,
        array_to_json(current_schemas(false))::text as schemas
    ) p left join (
      select t.relname::text as name, n.nspname::text as schema from pg_class t
      join pg_namespace n on n.oid = t.relnamespace and n.nspname <> current_schema()
        and n.nspname <> 'information_schema' and left(n.nspname, 3) <> 'pg_'
      where t.relname in (${sql.join(names)}) and t.relkind in ('r', 'p', 'v', 'm', 'f')
        and pg_table_is_visible(t.oid)
      limit 1
    ) e on true`.execute(db)
  const [found] = rows
  if (found === undefined) return
  refuseMissingSchema(found)
  if (found.name === null) return
  throw new Error(
    `The table "${found.name}" is in the schema "${found.schema}" of PostgreSQL, and not in "${found.own}", the first one in the ` +
      `search_path. It may be another application's. If it is this one's, name its schema alone ` +
      `(?options=-c%20search_path%3D${found.schema} in the URL, or alter role … set search_path); if not, make the tables in ` +
      `"${found.own}" (latchstring migrate --apply, or migrate() of the adapter, without "${found.schema}" in the search_path).`,
  )
}

/** Waits until it is known that no table is in another schema; a check that failed is made again by the next call. */
export type CheckSchema = () => Promise<void> | undefined

/**
 * The check of one adapter, which is made until it has succeeded once. No call waits for the check of another: where work ends with its
 * request, that may never be settled.
 */
export function createSchemaCheck(db: Kysely<Database>, layout: Layout): CheckSchema {
  if (layout.dialect !== 'postgres') return () => undefined
  let checked = false
  const check = async (): Promise<void> => {
    await refuseOtherSchemas(db, layout)
    checked = true
  }
  return () => (checked ? undefined : check())
}

type Method = (...args: never[]) => Promise<unknown>

/** Wraps methods, so that the first call waits for the check. */
export function withSchemaCheck<Methods extends object>(
  methods: Methods,
  check: CheckSchema,
): Methods {
  const entries = Object.entries(methods).map(([name, method]: [string, Method]) => {
    const call: Method = async (...args) => {
      const checking = check()
      if (checking !== undefined) await checking
      return method(...args)
    }
    return [name, call] as const
  })
  // Each method keeps its arguments and its result.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Object.fromEntries(entries) as Methods
}
