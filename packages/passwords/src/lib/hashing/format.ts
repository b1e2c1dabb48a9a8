import { timingSafeEqual } from 'node:crypto'

/** A stored hash that was read, with what it costs to compare a password with it. */
export interface ReadHash {
  /** Bytes of memory that one comparison needs. */
  readonly memory: number
  /** Processor time of one comparison, in milliseconds on a machine of 2024, roughly. */
  readonly time: number
  /** Whether a password is the one that was hashed, in the spelling that was typed. */
  readonly matches: (password: string) => Promise<boolean>
  /** Whether it is asked once, with the text that was typed. */
  readonly asTyped?: true
  /** Whether the hash says nothing about the end of a password, so that it must not be hashed anew. */
  readonly cuts?: (password: string) => boolean
}

/** A form in which hashes are stored. */
export interface PasswordFormat {
  readonly name: string
  /** Reads a hash, or gives `undefined` where it has another form. */
  readonly read: (stored: string) => ReadHash | undefined
}

/** Bytes of the shortest hash that is compared: one that a column has cut off would be right for many passwords. */
export const SHORTEST_HASH = 16

/** Bytes of the longest hash that is compared. */
export const LONGEST_HASH = 128

/** Whether two hashes are equal, in a time that does not depend on where they differ. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length >= SHORTEST_HASH && a.length === b.length && timingSafeEqual(a, b)
