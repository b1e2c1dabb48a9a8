import { isObject } from '../kit/values.ts'
import type { Awaitable } from '../types/utility.ts'
import { asError, isAuthError } from './auth-error.ts'

/** Characters that are found wherever they are: a driver may cut a value, or put something between its characters. */
const PIECE = 8

/** A shorter text may be in a message by chance. */
const SHORTEST = 4

/** Causes of causes that are looked at, as in the log. */
const DEEPEST = 8

/** A text without secrets. */
export type Hide = (text: string) => string

/** How a driver may write a text into its message: as it is, in JSON, in SQL, or in an address. */
function spellings(secret: string): readonly string[] {
  const all = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll("'", "''"),
    // Halves of characters have no place in an address.
    encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '')),
  ]
  return [...new Set(all)]
}

function piecesOf(texts: readonly string[]): ReadonlySet<string> {
  const pieces = new Set<string>()
  for (const text of texts) {
    for (let at = 0; at + PIECE <= text.length; at += 1) pieces.add(text.slice(at, at + PIECE))
  }
  return pieces
}

function hidePieces(text: string, pieces: ReadonlySet<string>, mask: string): string {
  let kept = ''
  let end = 0
  for (let at = 0; at + PIECE <= text.length; at += 1) {
    if (!pieces.has(text.slice(at, at + PIECE))) continue
    const goesOn = end > 0 && at <= end
    if (!goesOn) kept += text.slice(end, at) + mask
    end = at + PIECE
  }
  return kept + text.slice(end)
}

/**
 * Hides secrets in texts, also where a part of one is left.
 *
 * @param mask - what stands in their place
 */
export function hiding(secrets: readonly string[], mask: string): Hide {
  const known = secrets.filter(({ length }) => length >= SHORTEST)
  const short = known.filter(({ length }) => length < PIECE)
  // Made with the first text: there is none as long as nothing fails.
  let pieces: ReadonlySet<string> | undefined
  return (text) => {
    pieces ??= piecesOf(known.flatMap(spellings))
    const kept = short.reduce((left, secret) => left.replaceAll(secret, mask), text)
    return pieces.size === 0 ? kept : hidePieces(kept, pieces, mask)
  }
}

/** Members of errors of drivers that are logged. Others may be parameters, requests or answers, and are left out. */
const MEMBERS: readonly string[] = ['type', 'code', 'ref', 'errno', 'syscall']

function hideInMember(value: unknown, hide: Hide, depth: number): unknown {
  if (typeof value === 'string') return hide(value)
  if (depth >= DEEPEST) return typeof value === 'object' ? undefined : value
  if (value instanceof Error) return hideInError(value, hide, depth + 1)
  if (Array.isArray(value)) {
    return value.map((member: unknown) => hideInMember(member, hide, depth + 1))
  }
  if (!isObject(value)) return value
  if (Reflect.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, hideInMember(member, hide, depth + 1)]),
  )
}

/**
 * A copy of an error, with its causes, without secrets. It is an instance of the same class. Of one that is not of the library no other members
 * are left than those that are logged.
 */
export function hideInError(error: Error, hide: Hide, depth: number = 0): Error {
  // An object with the prototype of an error is one.
  const copy = Object.create(Reflect.getPrototypeOf(error)) as Error
  const own = isAuthError(error) ? Reflect.ownKeys(error) : MEMBERS
  for (const name of new Set([...own, 'name', 'message', 'stack', 'cause'])) {
    const value: unknown = Reflect.get(error, name)
    if (value === undefined) continue
    Object.defineProperty(copy, name, {
      value: hideInMember(value, hide, depth),
      configurable: true,
      writable: true,
      enumerable: Object.prototype.propertyIsEnumerable.call(error, name),
    })
  }
  return copy
}

/** What was thrown, without secrets; as it is where there are none. */
export function hideInThrown(thrown: unknown, secrets: readonly string[], mask: string): unknown {
  return secrets.length === 0 ? thrown : hideInError(asError(thrown), hiding(secrets, mask))
}

/** Does something whose failures are thrown on without secrets. */
export async function withoutSecrets<Result>(
  secrets: readonly string[],
  mask: string,
  work: () => Awaitable<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    throw hideInThrown(thrown, secrets, mask)
  }
}
