import { isCausedBy } from '@latchstring/adapter-kit'

// SQLSTATE undefined_table and undefined_column, and MySQL's names for them.
const CODES: ReadonlySet<unknown> = new Set([
  '42P01',
  '42703',
  'ER_NO_SUCH_TABLE',
  'ER_BAD_FIELD_ERROR',
])

// SQLite has one code for all errors of a statement.
const MESSAGE = /\bno such (?:table|column)\b|\bhas no column named\b/

const saysSo = (error: Error): boolean =>
  CODES.has(Reflect.get(error, 'code')) || MESSAGE.test(error.message)

/**
 * Whether an error means that a table or a column is missing: tables of another tool may lack those that few applications need.
 * Checks the causes of the error too.
 */
export const saysMissing = (error: unknown): error is Error => isCausedBy(error, saysSo)

type Method = (...args: never[]) => Promise<unknown>

/** Wraps methods, so that an error about a missing table or column contains the fix. */
export function explained<Methods extends Readonly<Record<string, Method>>>(
  methods: Methods,
): Methods {
  const entries = Object.entries(methods).map(([name, method]) => {
    const call: Method = async (...args) => {
      try {
        return await method(...args)
      } catch (error) {
        if (!saysMissing(error)) throw error
        throw new Error(
          `${name}() needs a table or a column that does not exist: ${error.message}. ` +
            'Run `latchstring migrate --apply` with the options of the adapter, or its migrate().',
          { cause: error },
        )
      }
    }
    return [name, call] as const
  })
  // Each method keeps its arguments and its result.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Object.fromEntries(entries) as Methods
}
