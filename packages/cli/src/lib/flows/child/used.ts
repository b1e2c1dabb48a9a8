/** Something that the application asked for and that the flows leave alone. */
export interface Used {
  readonly kind: 'package' | 'connection' | 'program' | 'column'
  /** Such as `pg.Pool().query` or `127.0.0.1:5432`. */
  readonly what: string
}

/** Thrown where the application asks for something that the flows leave alone. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked'
  readonly code = 'ERR_LATCHSTRING_NOT_ASKED'
}

/** What was asked for since the process started, the newest last. One process signs in for one application. */
const used: Used[] = []

/** Whether the application is still being loaded. */
const state = { isLoading: true }

/** From now on what is left alone throws. */
export const endLoading = (): void => void (state.isLoading = false)

export const isLoading = (): boolean => state.isLoading

/** How many things were asked for. */
export const countUsed = (): number => used.length

/** What was asked for after the first `count`. */
export const usedSince = (count: number): readonly Used[] => used.slice(count)

/** Notes that something was asked for, and makes the error that says so. */
export function refuse(one: Used): NotAsked {
  used.push(one)
  return new NotAsked(`"latchstring doctor --flows" leaves ${one.what} alone.`)
}

/** Columns that the library has in the table of users, and what JavaScript itself asks an object for. */
const COLUMNS: ReadonlySet<string> = new Set(
  'id name email emailVerified image then toJSON constructor'.split(' '),
)

/** A user of the store in memory. Who reads a column of the application asks for something that is not here. */
export function withColumns<T extends object>(user: T): T {
  return new Proxy(user, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver)
      if (value === undefined && typeof key === 'string' && !COLUMNS.has(key)) {
        used.push({ kind: 'column', what: `the column \`${key}\` of users` })
      }
      return value
    },
  })
}
