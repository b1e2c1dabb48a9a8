import { isObject } from '../kit/json.ts'

/** Marks what JSON has no form for. No profile has a member by this name, since JSON from outside is never encoded with it. */
const MARK = '\u0001'

const marked = (kind: string, value: unknown): object => ({ [MARK]: [kind, value] })

/** A value in a form that JSON keeps: dates and large numbers stay what they are, functions are left out. */
export function encodeEvidence(value: unknown): unknown {
  if (value instanceof Date) return marked('date', value.getTime())
  if (typeof value === 'bigint') return marked('bigint', String(value))
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (Array.isArray(value)) return value.map(encodeEvidence)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== MARK)
      .map(([name, member]) => [name, encodeEvidence(member)]),
  )
}

function decodeMarked([kind, value]: readonly unknown[]): unknown {
  return kind === 'date' ? new Date(Number(value)) : BigInt(String(value))
}

/** What {@link encodeEvidence} was given. */
export function decodeEvidence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeEvidence)
  if (!isObject(value)) return value
  const held = value[MARK]
  if (Array.isArray(held)) return decodeMarked(held)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, decodeEvidence(member)]),
  )
}
