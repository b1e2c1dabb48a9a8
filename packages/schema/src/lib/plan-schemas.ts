import type { PlanContext, Refusal } from './plan-types.ts'
import { findTable } from './schema.ts'

/**
 * Refuses tables in another schema of the `search_path` than the first: statements without a schema read and change those of another
 * application there as long as its own are missing.
 */
export function refuseOtherSchemas({ present, schema }: PlanContext): readonly Refusal[] {
  const { schema: looked = '', missingSchema: missing, elsewhere } = present
  if (missing !== undefined) {
    const { name } = findTable(schema, 'users')
    const why = `The search_path of the connection begins with "${missing}", which does not exist.`
    const byHand = `create schema "${missing}"; then plan again. Or leave it out of the search_path.`
    return [{ kind: 'schema', table: name, name, why, byHand }]
  }
  return schema.tables.flatMap(({ name }): readonly Refusal[] => {
    const other = elsewhere?.get(name)
    if (other === undefined) return []
    const why = `The schema "${looked}" has no such table, but "${other}", which is later in the search_path, does.`
    const byHand =
      `If the tables in "${other}" are meant, name that schema alone: ?options=-c%20search_path%3D${other} in the URL. If not, ` +
      `leave "${other}" out of the search_path of this connection, or give the tables other names (--tables).`
    return [{ kind: 'schema', table: name, name, why, byHand }]
  })
}
