import { leastBetween, type Moment } from '../../kit/clock.ts'
import type { AdapterRevocation, ListedRevocation } from '../../types/adapter-revocation.ts'
import { SKEW } from './copy.ts'
import { entryName } from './lost.ts'

/** Entries that are asked for at once. A store answers that many in some milliseconds, in which others may have to wait. */
export const PAGE = 1000

/** A transaction with a smaller number may become visible after one with a greater number, for this long. */
const OVERLAP = 5000

/** How many entries at the end of the feed are read again after a process has started, when nothing says how old they are. */
const REREAD_ENTRIES = 10_000

/** Where a read begins. */
interface Start {
  /** The entry behind which it begins. Default: the beginning of the feed. */
  readonly after?: string | undefined
  /** The entry that comes next, as it was read before: a store that has gone back has another one there, or none. */
  readonly known?: ListedRevocation | undefined
}

/** What one read has found so far. */
export interface Stretch {
  /** The entry before the first of `entries`. */
  after: string | undefined
  /** The last ones, in the order of the feed. */
  readonly entries: ListedRevocation[]
}

/** Whether two are one entry, and the second is not another one that was given the number of one that is lost. */
export function isSame(one: ListedRevocation, other: ListedRevocation): boolean {
  return (
    one.cursor === other.cursor &&
    one.kind === other.kind &&
    one.key === other.key &&
    one.generation === other.generation &&
    one.at.getTime() === other.at.getTime()
  )
}

/** Names an entry among those with its number before and after the store went back. */
const nameOf = ({ cursor, kind, key }: ListedRevocation): string => `${cursor} ${kind} ${key}`

/** An entry that the store has, and since when. */
interface Stored {
  readonly entry: AdapterRevocation
  readonly since: Moment
}

/** Keeps the last entries of a read alone. */
function trim(stretch: Stretch): void {
  const { entries } = stretch
  if (entries.length <= 2 * REREAD_ENTRIES) return
  const cut = entries.splice(0, entries.length - REREAD_ENTRIES - 1)
  Object.assign(stretch, { after: cut.at(-1)?.cursor })
}

/** The place in the feed up to which a process knows it. */
export class Place {
  /** Where each read begins once the feed is known to its end: no entry before it can appear any more. */
  #start: Start = {}
  /** When entries behind that place were first seen. */
  #seen = new Map<string, Moment>()
  /** What the process appended, and what it saw behind that place: a later read finds it unless the store has gone back. */
  #stored = new Map<string, Stored>()
  /** The first read, which several requests may continue one after the other. */
  #first: Stretch = { after: undefined, entries: [] }
  #isComplete = false

  /** Whether the feed was once read to its end. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /** Whether so much is left of the first read that keys are looked up in the store meanwhile. */
  get isLong(): boolean {
    return !this.#isComplete && this.#first.entries.length >= PAGE
  }

  /** Where a read begins now. */
  get start(): Start {
    if (this.#isComplete) return this.#start
    const { after, entries } = this.#first
    return { after: entries.at(-2)?.cursor ?? after, known: entries.at(-1) }
  }

  /** The store has confirmed entries of this process. */
  append(entries: readonly AdapterRevocation[], since: Moment): void {
    for (const entry of entries) this.#expect(entry, since)
    // A process that only ends sessions never reads the feed.
    for (const name of this.#stored.keys()) {
      if (this.#stored.size <= REREAD_ENTRIES) return
      this.#stored.delete(name)
    }
  }

  /** What a read finds that begins at a time, unless the store has lost it. The first read says nothing of it. */
  expected(began: Moment): readonly AdapterRevocation[] {
    if (!this.#isComplete) return []
    return [...this.#stored.values()]
      .filter(({ since }) => leastBetween(since, began) >= OVERLAP)
      .map(({ entry }) => entry)
      .filter(({ expires }) => began.wall < expires.getTime() - SKEW)
  }

  /** What the store has confirmed, and may have lost without losing the entry at the start. */
  get stored(): readonly AdapterRevocation[] {
    return [...this.#stored.values()].map(({ entry }) => entry)
  }

  /**
   * A read has not found these.
   *
   * @returns those that no other read has missed before
   */
  lose(entries: readonly AdapterRevocation[]): readonly AdapterRevocation[] {
    return entries.filter((entry) => this.#stored.delete(entryName(entry)))
  }

  /** A read that begins at the start. */
  open(): Stretch {
    return this.#isComplete ? { after: this.#start.after, entries: [] } : this.#first
  }

  /**
   * Adds a page to what was read.
   *
   * @param from - the entry behind which the page begins
   * @returns the entry behind which to read on: another request may have continued the first read meanwhile
   */
  add(
    stretch: Stretch,
    page: readonly ListedRevocation[],
    from: string | undefined,
  ): string | undefined {
    const { entries } = stretch
    const last = entries.at(-1)?.cursor
    const at = last === from ? -1 : page.findIndex(({ cursor }) => cursor === last)
    if (last === undefined || last === from || at >= 0) entries.push(...page.slice(at + 1))
    trim(stretch)
    return entries.at(-1)?.cursor ?? from
  }

  /** Whether an entry had been known for the overlap at a time. */
  #isOld(entry: ListedRevocation, first: Moment | undefined, began: Moment): boolean {
    const { known } = this.#start
    if (known !== undefined && isSame(known, entry)) return true
    return first !== undefined && leastBetween(first, began) >= OVERLAP
  }

  /** From now on reads have to find an entry. */
  #expect(entry: AdapterRevocation, since: Moment): void {
    const name = entryName(entry)
    const before = this.#stored.get(name)
    if (before && before.entry.generation >= entry.generation) return
    this.#stored.set(name, { entry, since })
  }

  /**
   * Ends a read that came to the end of the feed. The start moves to the last entry that had been known for the overlap when
   * the read began, which has found what became visible before that entry meanwhile.
   */
  advance({ after, entries }: Stretch, began: Moment, ended: Moment): void {
    const young = entries.findIndex(
      (entry) => !this.#isOld(entry, this.#seen.get(nameOf(entry)), began),
    )
    let old = (young < 0 ? entries.length : young) - 1
    this.#seen = new Map(
      entries
        .slice(old + 1)
        .map((entry) => [nameOf(entry), this.#seen.get(nameOf(entry)) ?? ended]),
    )
    if (old < 0 && entries.length > REREAD_ENTRIES) old = entries.length - REREAD_ENTRIES
    for (const entry of this.expected(began)) this.#stored.delete(entryName(entry))
    for (const entry of entries.slice(0, old + 1)) this.#stored.delete(entryName(entry))
    for (const entry of entries.slice(old + 1)) this.#expect(entry, ended)
    if (old >= 0) this.#start = { after: entries[old - 1]?.cursor ?? after, known: entries[old] }
    this.#isComplete = true
    this.#first = { after: undefined, entries: [] }
  }
}
