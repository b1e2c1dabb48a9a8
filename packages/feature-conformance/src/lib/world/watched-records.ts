import type { AnyFeature } from '@latchstring/core/features'

/** What fields with `secret` have held, as the feature reads and writes them. */
export type SecretTexts = Readonly<Record<'sealed' | 'hash', Set<string>>>

/** No text has been seen so far. */
export const noSecrets = (): SecretTexts => ({ sealed: new Set(), hash: new Set() })

/** Shorter texts are found where nothing was given away. */
const SHORTEST = 8

type Table = NonNullable<AnyFeature['tables']>[number]

/** Notes what the secret fields of a row hold. */
export function noteSecrets({ fields }: Table, row: unknown, secrets: SecretTexts): void {
  for (const [name, { secret }] of Object.entries(fields)) {
    const text: unknown = Reflect.get(Object(row), name)
    if (secret && typeof text === 'string' && text.length >= SHORTEST) secrets[secret].add(text)
  }
}

/** Whether a feature has fields that are secret. */
export const keepsSecrets = ({ tables = [] }: Pick<AnyFeature, 'tables'>): boolean =>
  tables.some(({ fields }) => Object.values(fields).some(({ secret }) => secret !== undefined))

const rowsIn = (value: unknown): readonly unknown[] => {
  const rows: unknown = Reflect.get(Object(value), 'rows')
  return Array.isArray(rows) ? rows : [value]
}

type Verb = (table: Table, ...given: readonly unknown[]) => Promise<unknown>

/** A context whose verbs on rows note what secret fields hold; the rows are the same objects. */
export function watchRecords<Context extends object>(
  context: Context,
  secrets: SecretTexts,
): Context {
  const records: unknown = Reflect.get(context, 'records')
  if (typeof records !== 'object' || records === null) return context
  const watched = Object.entries(records).map(([name, verb]: [string, Verb]): [string, unknown] => [
    name,
    async (table: Table, ...given: readonly unknown[]): Promise<unknown> => {
      for (const one of given) noteSecrets(table, one, secrets)
      const answer = await verb(table, ...given)
      for (const row of rowsIn(answer)) noteSecrets(table, row, secrets)
      return answer
    },
  ])
  // Each verb takes and gives what it took and gave.
  const verbs: object = Object.freeze(Object.fromEntries<unknown>(watched))
  return { ...context, records: verbs }
}
