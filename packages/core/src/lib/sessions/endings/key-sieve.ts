/** Bits for each key, two of which are set: of the other keys, at most about one in fifty gets through. */
const BITS = 16

/** How many keys the first one has room for. Few bits stay in the processor's cache; a look at many others is waited for. */
const FIRST = 1024

/** How many characters at the end are looked at. Ids that are random, and those that count, differ there. */
const CHARACTERS = 6

/** FNV-1a of the end of a key. */
function hash(key: string): number {
  let value = 0x811c9dc5
  for (let at = Math.max(0, key.length - CHARACTERS); at < key.length; at++) {
    value = Math.imul(value ^ key.charCodeAt(at), 0x01000193)
  }
  return value ^ (value >>> 15)
}

/** The two bits of a key in its word. */
const toBits = (value: number): number => (1 << (value >>> 27)) | (1 << (value >>> 22))

/**
 * Says of nearly every key that a map does not have it. A text that was just parsed has no hash yet, and looking it up in a
 * map takes several times as long, on each read of a session.
 */
export class KeySieve {
  readonly #capacity: number
  #words: Int32Array | undefined
  #size = 0

  /** @param map - whose keys it has from the beginning, with room for as many again */
  constructor(map?: ReadonlyMap<string, unknown>) {
    this.#capacity = Math.max(FIRST, 2 ** Math.ceil(Math.log2(2 * (map?.size ?? 0))))
    for (const key of map?.keys() ?? []) this.add(key)
  }

  /** Whether another one has to be made: with more keys, too many others would get through. */
  get isFull(): boolean {
    return this.#size >= this.#capacity
  }

  add(key: string): void {
    this.#words ??= new Int32Array((this.#capacity * BITS) / 32)
    const value = hash(key)
    const at = value & (this.#words.length - 1)
    this.#words[at] = (this.#words[at] ?? 0) | toBits(value)
    this.#size += 1
  }

  /** False for a key that was never added. */
  mayHave(key: string): boolean {
    if (!this.#words) return false
    const value = hash(key)
    const bits = toBits(value)
    return ((this.#words[value & (this.#words.length - 1)] ?? 0) & bits) === bits
  }
}
