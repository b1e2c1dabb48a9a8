import { isObject } from '../kit/json.ts'
import { isAuthError } from './auth-error.ts'

const MIGRATE = 'Run: npx @latchstring/cli migrate --apply'

const MISSING_TABLE =
  /no such (?:table|column)|relation "[^"]*" does not exist|Table '[^']*' doesn't exist|column "?[^"]*"? does not exist|Unknown column|does not exist in the current database/

/** Methods on the tables that an application has by an option of the adapter. */
const CONTROL = /(?:(?:Revocation|Device)\w*|\bspend)\(/

/** Verbs on tables that are data. */
const RECORDS = /\brecords\.\w+\(/

/** Causes of an error, outermost first. Another library may have made a circle of them. */
export function* listCauses(error: Error): Generator<object> {
  let cause: unknown = error.cause
  for (let depth = 0; depth < 8 && isObject(cause); depth += 1) {
    yield cause
    cause = Reflect.get(cause, 'err') ?? Reflect.get(cause, 'cause')
  }
}

/** Whether a cause says something. */
export function says(error: Error, text: RegExp): boolean {
  return [...listCauses(error)].some((one) => one instanceof Error && text.test(one.message))
}

/** Codes by which drivers and adapters refuse a value for its length; the last ones are PostgreSQL's for columns and for indexes. */
const TOO_LONG: ReadonlySet<unknown> = new Set([
  'VALUE_TOO_LONG',
  'ER_DATA_TOO_LONG',
  'P2000',
  'SQLITE_TOOBIG',
  '22001',
  '54000',
])

/** As DynamoDB refuses keys and items. */
const TOO_LARGE = /\bsize\b.* has exceeded the (?:maximum|size limit)/i

/** Whether a store refused a value for its length, which is no outage. */
export const refusesLength = (error: Error): boolean =>
  [error, ...listCauses(error)].some(
    (cause) =>
      TOO_LONG.has(Reflect.get(cause, 'code')) ||
      (cause instanceof Error &&
        cause.name === 'ValidationException' &&
        TOO_LARGE.test(cause.message)),
  )

/** The advice about a store that failed. */
export function adviseOnStore({ error }: { readonly error: Error }): string | undefined {
  if (!says(error, MISSING_TABLE)) return undefined
  if (RECORDS.test(error.message)) return `${MIGRATE} --records all`
  return CONTROL.test(error.message) || says(error, CONTROL)
    ? `${MIGRATE} --session-control`
    : MIGRATE
}

/**
 * The description of a failed store of budgets: the code of its driver, and advice if it is the store of the adapter. The message
 * of the driver is left out, because it may contain a key.
 *
 * @returns a text for the log, or nothing where nothing is known
 */
export function describeFailedStore(error: Error): string | undefined {
  const codes = [error, ...listCauses(error)].flatMap((cause): readonly string[] => {
    const code: unknown = Reflect.get(cause, 'code')
    return typeof code === 'string' && /^\w{1,64}$/.test(code) ? [code] : []
  })
  const code = codes.at(-1)
  // The tables of a store of the application's own are not ours to create.
  const advice = isAuthError(error) ? adviseOnStore({ error }) : undefined
  return [code && `It reported ${code}.`, advice].filter(Boolean).join(' ') || undefined
}
