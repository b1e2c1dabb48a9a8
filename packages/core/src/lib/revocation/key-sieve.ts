/** 64 KiB of bits: of {@link EndedKeys}'s 50,000 keys, one in ten of the others gets through. */
const BITS = 2 ** 19

/** How many characters at the end are looked at. Ids that are random, and those that count, differ there. */
const CHARACTERS = 6

/** FNV-1a of the end of a key. */
function place(key: string): number {
  let hash = 0x811c9dc5
  for (let at = Math.max(0, key.length - CHARACTERS); at < key.length; at++) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 19)) & (BITS - 1)
}

/**
 * Says of nearly every key that a map does not have it. A text that was just parsed has no hash yet, and looking it up in a
 * map takes several times as long, on each read of a session.
 */
export class KeySieve {
  #bits: Uint32Array | undefined

  add(key: string): void {
    this.#bits ??= new Uint32Array(BITS / 32)
    const at = place(key)
    this.#bits[at >>> 5] = (this.#bits[at >>> 5] ?? 0) | (1 << (at & 31))
  }

  /** False for a key that was never added. */
  mayHave(key: string): boolean {
    if (!this.#bits) return false
    const at = place(key)
    return ((this.#bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0
  }
}
