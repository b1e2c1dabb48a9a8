/**
 * An id as it is in a key. A key has one pair of braces, and what is in it decides about the slot in a cluster, so an id may not
 * end it.
 */
export const toKeyPart = (id: string): string => id.replaceAll('%', '%25').replaceAll('}', '%7D')

/** A part of a key that {@link toKeyPart} gives for no id. */
export const NO_ID = '%'

/**
 * An id that may not be given: scripts take an empty one for that, and an id that is empty is one that nothing has.
 */
export const toOptionalKeyPart = (id: string | undefined): string =>
  id === '' ? NO_ID : toKeyPart(id ?? '')

/** Kinds of keys. What belongs to a user alone is kept under the key of the user, in the same slot. */
export type KeyKind =
  | 'user'
  | 'email'
  | 'account'
  | 'authenticator'
  | 'session'
  | 'token'
  | 'budget'
  | 'feed'
  | 'row'
  | 'rows'

/** Names the key of something, by an id that {@link toKeyPart} gave. */
export type NameKey = (kind: KeyKind, id: string) => string

/**
 * Makes what names keys.
 *
 * @throws TypeError when the prefix cannot be used
 */
export function keyNames(prefix: string): NameKey {
  // What comes before the first brace is the prefix, so that those of two applications never give the same name.
  if (!/^[^{}]+$/.test(prefix)) {
    throw new TypeError('The option prefix of redisAdapter has to be a string without braces.')
  }
  return (kind, id) => `${prefix}:{${kind}:${id}}`
}
