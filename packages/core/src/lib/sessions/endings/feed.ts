import type { StoreMethods } from '../../config/adapter.ts'
import { mostBetween, readMoment, type Clocks, type Moment } from '../../kit/clock.ts'
import type { Host } from '../../kit/host.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import { AdapterError } from '../../errors/classes.ts'
import { Copy, SKEW } from './copy.ts'
import { inTime, isLate, type Flight } from './flight.ts'
import { Lost } from './lost.ts'
import { isSame, PAGE, Place } from './place.ts'

/** The store of the feed. */
export type FeedStore = StoreMethods<'appendRevocations' | 'listRevocations' | 'getRevocation'>

/** Conditions of the feed that are logged. */
export type FeedNews = 'revocation-long-feed' | 'revocation-store-went-back'

/** The inputs of reading the feed: the options of the current request, and access to its store. */
export interface FeedUse extends Clocks {
  /** In milliseconds. */
  readonly window: number
  readonly grace: number
  readonly host: Host
  readonly store: () => FeedStore
  /** Called once for each pull that failed. */
  readonly failed: (error: unknown) => void
  readonly noticed: (news: FeedNews, detail?: string) => void
}

/** After a pull that failed, the next one is not begun at once. */
const RETRY_DELAY_MS = 1000

/**
 * The copy of the feed of endings in a process. It pulls when a session is read: in the background from half of its maximum
 * age on, and before the answer when it is older than that.
 */
export class Feed extends Copy {
  /** How often a session was looked up in it. */
  readonly reads: { times: number } = { times: 0 }
  /** When the last pull that succeeded began. */
  #pulled: Moment | undefined
  #failed: { readonly at: Moment; readonly error: unknown } | undefined
  #flight: Flight | undefined
  #next: Promise<void> | undefined
  #place = new Place()
  /** What was known when the store went back, and it was not seen to have since. */
  #lost: Lost | undefined

  /** Whether the feed has not been read to its end: what the copy lacks may be in the store. */
  get isPartial(): boolean {
    return !this.#place.isComplete
  }

  /** The age of the copy at a time, in milliseconds; infinite before the first pull. */
  age(at: Moment): number {
    return this.#pulled ? mostBetween(this.#pulled, at) : Number.POSITIVE_INFINITY
  }

  /**
   * Reads the feed from its place to the end, and adds the entries.
   *
   * @param moved - called after each page that is followed by another
   * @returns whether the store still had the entry at that place
   */
  async #readOn(use: FeedUse, began: Moment, moved: () => void): Promise<boolean> {
    const place = this.#place
    const { listRevocations } = use.store()
    const { after, known } = place.start
    const stretch = place.open()
    const expected = new Lost(place.expected(began))
    const read = (from: string | undefined): ReturnType<FeedStore['listRevocations']> =>
      listRevocations({ ...(from === undefined ? {} : { after: from }), limit: PAGE })
    let page = await read(after)
    if (known && !page.some((entry) => isSame(entry, known))) {
      // Another request may have noticed it as well.
      if (this.#place === place) this.#startOver(place, known.expires, use)
      return false
    }
    for (let from = after; ; page = await read(from)) {
      const now = use.clock()
      for (const entry of page) {
        this.add(entry, now)
        this.#lost?.found(entry)
        expected.found(entry)
      }
      from = place.add(stretch, page, from)
      if (page.length < PAGE) break
      moved()
    }
    this.#lose(place.lose(expected.entries), use)
    place.advance(stretch, began, readMoment(use))
    return true
  }

  /** Forgets the place in a store that has lost the entry there; one that was deleted because it had expired is no loss. */
  #startOver({ stored }: Place, expires: Date, use: FeedUse): void {
    const now = use.clock()
    this.#place = new Place()
    if (now < expires.getTime() - SKEW) this.#lose([...this.entries(now), ...stored], use)
  }

  /** Keeps what a store that went back may have lost, until it has it again. */
  #lose(entries: readonly AdapterRevocation[], use: FeedUse): void {
    if (entries.length === 0) return
    this.#lost = new Lost([...(this.#lost?.entries ?? []), ...entries])
    use.noticed('revocation-store-went-back', `Noticed at ${new Date(use.clock()).toISOString()}.`)
  }

  /**
   * Appends entries to the store; this process goes by them when it adds them.
   *
   * @throws AdapterError when the store fails
   */
  async append(entries: readonly AdapterRevocation[], use: FeedUse): Promise<void> {
    await use.store().appendRevocations(entries)
    this.#place.append(entries, readMoment(use))
  }

  /** Appends again what the store has lost. What fails is tried with the next pull. */
  async #restore(lost: Lost, use: FeedUse): Promise<void> {
    try {
      await lost.restore(async (entries) => this.append(entries, use))
      if (this.#lost === lost) this.#lost = undefined
    } catch (error) {
      use.failed(error)
    }
  }

  async #pull(use: FeedUse, began: Moment, moved: () => void): Promise<void> {
    try {
      while (!(await this.#readOn(use, began, moved)));
      // Of two that overlap, the one that began later may have ended first.
      if (!this.#pulled || this.#pulled.steady < began.steady) this.#pulled = began
      this.#failed = undefined
    } catch (error) {
      this.#failed = { at: readMoment(use), error }
      use.failed(error)
      throw error
    }
    if (this.#lost) await this.#restore(this.#lost, use)
  }

  #begin(use: FeedUse): Flight {
    const began = readMoment(use)
    let isUsable: (() => void) | undefined
    const partial = new Promise<void>((resolve) => {
      isUsable = resolve
    })
    const moved = (): void => {
      flight.moved = readMoment(use)
      if (!this.#place.isLong) return
      use.noticed('revocation-long-feed')
      isUsable?.()
    }
    const done = this.#pull(use, began, moved).finally(() => {
      if (this.#flight === flight) this.#flight = undefined
    })
    const flight: Flight = { began, moved: began, done, usable: Promise.race([done, partial]) }
    // Nothing may wait for them, and what failed has been logged.
    flight.usable.catch(() => undefined)
    use.host.keepAlive?.(done.catch(() => undefined))
    this.#flight = flight
    return flight
  }

  /** Waits until a pull has ended, or what is left of the feed can be looked up by key. */
  async #reach({ usable, done }: Flight): Promise<void> {
    await usable
    // Another pull may have come to the end before this one, of what was there when it read.
    if (!this.isPartial) await done
  }

  /** Goes on with a first read that takes long, and does not wait for it: until its end keys are looked up in the store. */
  #isReading(use: FeedUse): boolean {
    if (!this.#place.isLong) return false
    const flight = this.#flight
    if (!(flight && !isLate(flight, use)) && !this.#isWaitingToRetry(use)) this.#begin(use)
    return true
  }

  /** The pull on its way that may be waited for. One that has taken too long is held to be cancelled. */
  #shared(use: FeedUse): Flight | undefined {
    const flight = this.#flight
    return flight && !use.host.endsWithRequest && !isLate(flight, use) ? flight : undefined
  }

  /**
   * Begins a pull in the background, unless there is one.
   *
   * @returns what has to be waited for where nothing goes on in the background
   */
  refresh(use: FeedUse): Promise<void> | undefined {
    if (this.#flight && !isLate(this.#flight, use)) return undefined
    if (this.#isWaitingToRetry(use)) return undefined
    if (use.host.endsWithRequest && !use.host.keepAlive) {
      // The copy is still new enough.
      return this.#waitForOwn(use).catch(() => undefined)
    }
    this.#begin(use)
    return undefined
  }

  #isWaitingToRetry(clocks: Clocks): boolean {
    return (
      this.#failed !== undefined &&
      mostBetween(this.#failed.at, readMoment(clocks)) < RETRY_DELAY_MS
    )
  }

  /**
   * Waits until the copy is newer than the window, or the rest of the feed can be looked up by key. Where the store is away, the
   * last copy is used for the grace.
   *
   * @throws AdapterError when the store is away for longer, or has never answered
   */
  async catchUp(use: FeedUse): Promise<void> {
    if (this.#isReading(use)) return
    let problem: unknown = this.#failed?.error
    if (!this.#isWaitingToRetry(use)) {
      try {
        await this.#wait(use)
        return
      } catch (error) {
        problem = error
      }
    }
    if (this.age(readMoment(use)) >= use.grace) throw problem
  }

  async #wait(use: FeedUse): Promise<void> {
    const shared = this.#shared(use)
    if (shared) {
      if (await inTime(this.#reach(shared))) return
      // Given up: it may have been cancelled, which says nothing of the store. Another one may have ended meanwhile.
      if (this.age(readMoment(use)) < use.window) return
      if (this.#isWaitingToRetry(use)) throw this.#failed?.error
    }
    await this.#waitForOwn(use)
  }

  async #waitForOwn(use: FeedUse): Promise<void> {
    if (await inTime(this.#reach(this.#begin(use)))) return
    // There is nothing to go by yet.
    if (this.#pulled === undefined) return this.#reach(this.#shared(use) ?? this.#begin(use))
    const error = new AdapterError('The store did not return the feed of endings in time.')
    // The next reads use the copy: a page reads the session several times, and waits once.
    this.#failed = { at: readMoment(use), error }
    throw error
  }

  /**
   * Starts a new pull: the copy afterwards has every entry from before the call, or the rest can be looked up by key.
   *
   * @throws AdapterError when the store cannot tell
   */
  async pullNow(use: FeedUse): Promise<void> {
    if (this.#isReading(use)) return undefined
    const flight = this.#flight
    if (!flight || use.host.endsWithRequest) return this.#reach(this.#begin(use))
    // All calls while one is on its way share the one after it.
    this.#next ??= inTime(this.#reach(flight))
      .catch(() => false)
      .then(() => {
        this.#next = undefined
        return this.#reach(this.#begin(use))
      })
    return this.#next
  }

  /**
   * Waits until the feed has been read to its end.
   *
   * @throws AdapterError when the store cannot tell
   */
  async complete(use: FeedUse): Promise<void> {
    if (this.isPartial || this.age(readMoment(use)) >= use.window) {
      await (this.#shared(use) ?? this.#begin(use)).done
    }
  }
}
