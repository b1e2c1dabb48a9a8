import type { AdapterRevocation } from '../../types/adapter-revocation.ts'

/** Entries that are appended at once. */
const TOGETHER = 500

/** Names what an entry ends. */
export const entryName = ({ kind, key }: Pick<AdapterRevocation, 'kind' | 'key'>): string =>
  `${kind} ${key}`

/** What a process knows and a store that went back may have lost. */
export class Lost {
  readonly #entries: Map<string, AdapterRevocation>

  /** @param known - everything that the process knows */
  constructor(known: readonly AdapterRevocation[]) {
    this.#entries = new Map(known.map((entry) => [entryName(entry), entry]))
  }

  get entries(): readonly AdapterRevocation[] {
    return [...this.#entries.values()]
  }

  /** The store has an entry. */
  found(entry: AdapterRevocation): void {
    const name = entryName(entry)
    const lost = this.#entries.get(name)
    if (lost && lost.generation <= entry.generation) this.#entries.delete(name)
  }

  /**
   * Appends what the store lacks, once all of it was read: other processes may not know these.
   *
   * @throws AdapterError when the store fails; what was appended is not appended again
   */
  async restore(
    append: (entries: readonly AdapterRevocation[]) => Promise<unknown>,
  ): Promise<void> {
    const lost = this.entries
    for (let at = 0; at < lost.length; at += TOGETHER) {
      const some = lost.slice(at, at + TOGETHER)
      await append(some)
      for (const entry of some) this.#entries.delete(entryName(entry))
    }
  }
}
