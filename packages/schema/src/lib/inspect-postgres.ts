import type { Inspector, PresentColumn, Row } from './present.ts'
import {
  assemble,
  isTrue,
  toIndexKey,
  readList,
  tableList,
  readText,
  takenNames,
} from './inspect-rows.ts'

/** The tables of the schema in which statements without a schema make new ones. */
const tables = (list: string): string => `pg_class t
  join pg_namespace n on n.oid = t.relnamespace and n.nspname = current_schema()
  where t.relname in (${list}) and t.relkind in ('r', 'p')`

/** What a statement without a schema means in another schema, because the first of the path lacks it. */
const elsewhere = (list: string): string => `
  select t.relname as name, n.nspname as schema from pg_class t
  join pg_namespace n on n.oid = t.relnamespace
    and n.nspname <> current_schema() and n.nspname not like 'pg\\_%'
    and n.nspname <> 'information_schema'
  where t.relname in (${list}) and t.relkind in ('r', 'p', 'v', 'm', 'f') and pg_table_is_visible(t.oid)`

/** The database quotes a name only where it has to. */
const unquote = (key: string): string =>
  key.startsWith('"') ? key.slice(1, -1).replaceAll('""', '"') : key

/** The schema of new tables, and the path, which may name schemas that do not exist. */
const place = `
  select current_schema() as schema, current_user as role, current_setting('search_path') as path,
    array_to_json(current_schemas(false))::text as schemas`

/** The first schema that the path names, if it does not exist. The one with the name of the role often does not. */
function missingSchema(row: Row): string | undefined {
  const names = readText(row, 'path')
    .split(',')
    .map((name) => unquote(name.trim()))
  const named = names.filter((name) => name !== '' && name !== '$user')
  const [first] = named
  const isOfRole = names.includes('$user') && readText(row, 'schema') === readText(row, 'role')
  return first === undefined || isOfRole || readList(row, 'schemas').includes(first)
    ? undefined
    : first
}

const columns = (list: string): string => `
  select t.name as "table", a.attname as name,
    case y.typtype
      when 'd' then format_type(y.typbasetype, y.typtypmod)
      when 'e' then 'enum ' || format_type(a.atttypid, null)
      else format_type(a.atttypid, a.atttypmod)
    end as type,
    not a.attnotnull as nullable,
    a.atthasdef or a.attidentity <> '' as filled,
    case when coalesce(b.typname, y.typname) = 'citext' then 'of citext'
      -- As JSON, because versions before 12 have no such column.
      when to_jsonb(l) ->> 'collisdeterministic' = 'false' then l.collname::text
    end as collation
  from (select t.oid, t.relname as name from ${tables(list)}) t
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  join pg_type y on y.oid = a.atttypid
  left join pg_type b on b.oid = y.typbasetype
  left join pg_collation l on l.oid = a.attcollation
  order by t.name, a.attnum`

const indexes = (list: string): string => `
  select t.name as "table", i.relname as name, x.indisunique as is_unique,
    x.indisprimary as is_primary, x.indisvalid and x.indisready as valid,
    x.indpred is null and m.amname in ('btree', 'hash') as whole,
    array_to_json(array(
      select pg_get_indexdef(x.indexrelid, k, true) from generate_series(1, x.indnkeyatts) k
    ))::text as keys
  from (select t.oid, t.relname as name from ${tables(list)}) t
  join pg_index x on x.indrelid = t.oid
  join pg_class i on i.oid = x.indexrelid
  join pg_am m on m.oid = i.relam
  order by t.name, i.relname`

const foreignKeys = (list: string): string => `
  select t.name as "table", f.relname as target, c.confdeltype = 'c' as cascades,
    array_to_json(array(
      select a.attname from unnest(c.conkey) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
      order by k.place
    ))::text as columns
  from (select t.oid, t.relname as name from ${tables(list)}) t
  join pg_constraint c on c.conrelid = t.oid and c.contype = 'f'
  join pg_class f on f.oid = c.confrelid
  order by t.name, c.conname`

/** Tables, views, sequences and indexes share their names. */
const names = `
  select r.relname as name, r.relkind in ('r', 'p') as is_table from pg_class r
  join pg_namespace n on n.oid = r.relnamespace and n.nspname = current_schema()`

const indexKey = (key: string): string => (/[()]/.test(key) ? toIndexKey(key) : unquote(key))

function readCollation(row: Row): Pick<PresentColumn, 'collation'> {
  const collation = readText(row, 'collation')
  return collation === '' ? {} : { collation }
}

/** Reads the catalogue of PostgreSQL. */
export const inspectPostgres: Inspector = async (query, schema) => {
  const list = tableList(schema)
  const columnRows = await query(columns(list))
  const indexRows = await query(indexes(list))
  const keyRows = await query(foreignKeys(list))
  const nameRows = await query(names)
  const elsewhereRows = await query(elsewhere(list))
  const [placeRow = {}] = await query(place)
  const wanted = new Set(schema.tables.map(({ name }) => name))
  const missing = missingSchema(placeRow)
  return {
    schema: readText(placeRow, 'schema'),
    ...(missing === undefined ? {} : { missingSchema: missing }),
    elsewhere: new Map(
      elsewhereRows
        .map((row) => [readText(row, 'name'), readText(row, 'schema')] as const)
        .filter(([name]) => wanted.has(name)),
    ),
    ...takenNames(nameRows, (row) => readText(row, 'name')),
    tables: assemble({
      columns: columnRows.map((row) => ({
        table: readText(row, 'table'),
        name: readText(row, 'name'),
        type: readText(row, 'type'),
        nullable: isTrue(row, 'nullable'),
        filled: isTrue(row, 'filled'),
        virtual: false,
        ...readCollation(row),
      })),
      indexes: indexRows.map((row) => ({
        table: readText(row, 'table'),
        name: readText(row, 'name'),
        unique: isTrue(row, 'is_unique'),
        primary: isTrue(row, 'is_primary'),
        keys: readList(row, 'keys').map(indexKey),
        whole: isTrue(row, 'whole'),
        valid: isTrue(row, 'valid'),
      })),
      foreignKeys: keyRows.map((row) => ({
        table: readText(row, 'table'),
        columns: readList(row, 'columns'),
        target: readText(row, 'target'),
        cascades: isTrue(row, 'cascades'),
      })),
    }),
  }
}
