import { timingSafeEqual } from 'node:crypto'

/** A stored hash that was read, with what it costs to compare a password with it. */
export interface ReadHash {
  /** Bytes of memory that one comparison needs. */
  readonly memory: number
  /** Processor time of one comparison, in milliseconds on a machine of 2024, roughly. */
  readonly time: number
  /** Whether a password is the one that was hashed, in the spelling that was typed. */
  readonly matches: (password: string) => Promise<boolean>
}

/** A form in which hashes are stored. */
export interface PasswordFormat {
  readonly name: string
  /** Reads a hash, or gives `undefined` where it has another form. */
  readonly read: (stored: string) => ReadHash | undefined
}

/** Whether two hashes are equal, in a time that does not depend on where they differ. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
