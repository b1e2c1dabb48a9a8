import { isCausedBy } from '@latchstring/adapter-kit'

// SQLSTATE undefined_table and undefined_column, and MySQL's names for them.
const CODES: ReadonlySet<unknown> = new Set([
  '42P01',
  '42703',
  'ER_NO_SUCH_TABLE',
  'ER_BAD_FIELD_ERROR',
])

// SQLite has one code for all that a statement can get wrong.
const MESSAGE = /\bno such (?:table|column)\b|\bhas no column named\b/

const saysSo = (error: Error): boolean =>
  CODES.has(Reflect.get(error, 'code')) || MESSAGE.test(error.message)

/**
 * Whether an error says that a table or a column is not there: tables that something else made may lack those that few
 * applications need. Looks through the errors it is wrapped in.
 */
export const saysMissing = (error: unknown): error is Error => isCausedBy(error, saysSo)

type Method = (...args: never[]) => Promise<unknown>

/** The same methods, whose errors about what is not there say what to do about it. */
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
  // Each method takes and gives what it did.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Object.fromEntries(entries) as Methods
}
