import { CallbackRouteError } from '../errors/classes.ts'
import { isObject } from '../kit/json.ts'

/** Marks what JSON has no form for. No profile has a member by this name, since JSON from outside is never encoded with it. */
const MARK = '\u0001'

const marked = (kind: string, value: unknown): object => ({ [MARK]: [kind, value] })

/** A profile is not as deep as this, and what has itself as a member has no end. */
const DEEPEST = 64

/**
 * A value in a form that JSON keeps: dates and large numbers stay what they are, functions are left out.
 *
 * @throws CallbackRouteError for a value that has no end
 */
export function encodeEvidence(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) {
    throw new CallbackRouteError(
      'The user or the profile of a sign-in that has to wait is nested too deeply, or has itself as a member. Return plain data.',
    )
  }
  const inside = (member: unknown): unknown => encodeEvidence(member, depth + 1)
  if (value instanceof Date) return marked('date', value.getTime())
  if (typeof value === 'bigint') return marked('bigint', String(value))
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (Array.isArray(value)) return value.map(inside)
  if (!isObject(value)) return value
  // Ids and decimals of drivers say themselves what they are in JSON.
  if (typeof value['toJSON'] === 'function') return inside(value['toJSON']())
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== MARK)
      .map(([name, member]) => [name, inside(member)]),
  )
}

function decodeMarked([kind, value]: readonly unknown[]): unknown {
  return kind === 'date'
    ? new Date(typeof value === 'number' ? value : Number.NaN)
    : BigInt(String(value))
}

/** What {@link encodeEvidence} was given. */
export function decodeEvidence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => decodeEvidence(one))
  if (!isObject(value)) return value
  const held = value[MARK]
  if (Array.isArray(held)) return decodeMarked(held)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, decodeEvidence(member)]),
  )
}
