/** Bits of an entry, and how many of them are set: about one key in a hundred that was never added is taken for one that was. */
const BITS = 10
const HASHES = 7

/** Two hashes of a text in one pass (FNV-1a with two offsets); keys are random, or hashes themselves. */
function hashPair(text: string): readonly [number, number] {
  let one = 0x811c9dc5
  let other = 0x9747b28c
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    one = Math.imul(one ^ unit, 0x01000193)
    other = Math.imul(other ^ unit, 0x85ebca6b)
  }
  // An even step would leave half of the places out.
  return [one >>> 0, ((other ^ (other >>> 15)) | 1) >>> 0]
}

/** A set that forgets nothing, takes ten bits for each key, and may hold a key for one of its own that is not. */
export class BloomFilter {
  readonly capacity: number
  readonly #bits: Uint32Array
  #size = 0

  /** @param capacity - how many keys it has room for; a power of two */
  constructor(capacity: number) {
    this.capacity = capacity
    this.#bits = new Uint32Array(Math.ceil((capacity * BITS) / 32))
  }

  get isFull(): boolean {
    return this.#size >= this.capacity
  }

  add(key: string): void {
    const [start, step] = hashPair(key)
    const places = this.#bits.length * 32
    for (let index = 0; index < HASHES; index++) {
      const place = (start + index * step) % places
      const word = place >>> 5
      this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (place & 31))
    }
    this.#size += 1
  }

  /** `false` is certain; `true` has to be looked up. */
  mayHave(key: string): boolean {
    const [start, step] = hashPair(key)
    const places = this.#bits.length * 32
    for (let index = 0; index < HASHES; index++) {
      const place = (start + index * step) % places
      if (((this.#bits[place >>> 5] ?? 0) & (1 << (place & 31))) === 0) return false
    }
    return true
  }
}
