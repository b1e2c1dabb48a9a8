import type { StoreMethods } from '../../config/adapter.ts'
import { leastBetween, mostBetween, readMoment, type Clocks, type Moment } from '../../kit/clock.ts'
import { AdapterError } from '../../errors/classes.ts'
import type { AdapterRevocation, ListedRevocation } from '../../types/adapter-revocation.ts'
import { EndedKeys, type Ended } from './ended-keys.ts'

/** The store of the feed. */
export type FeedStore = StoreMethods<'appendRevocations' | 'listRevocations' | 'getRevocation'>

/** The inputs of reading the feed: the options of the current request, and access to its store. */
export interface FeedUse extends Clocks {
  /** In milliseconds. */
  readonly window: number
  readonly grace: number
  readonly store: () => FeedStore
  /** Called once for each pull that failed. */
  readonly failed: (error: unknown) => void
}

/** By how much the clocks of instances may differ, in milliseconds. */
export const SKEW = 86_400_000

/** The key of `all`. */
export const EVERYONE = '*'

const PAGE = 1000
const COLD_PAGE = 10_000

/** A transaction with a smaller number may become visible after one with a greater number, for this long. */
const OVERLAP = 5000

/** How many entries at the end of the feed are read again after a process has started, when nothing says how old they are. */
const REREAD_ENTRIES = 10_000

/** A request waits no longer for a pull that another one began: some runtimes cancel it with that request. */
const PULL_TIMEOUT_MS = 2000

/** After a pull that failed, the next one is not begun at once. */
const RETRY_DELAY_MS = 1000

/** The latest ending of all sessions. */
interface Epoch extends Ended {
  /** When, in milliseconds since the epoch of the clock; before every session where there was none. */
  readonly at: number
}

interface Flight {
  readonly began: Moment
  readonly done: Promise<void>
}

/** Whether a pull has taken too long. */
const isLate = ({ began }: Flight, clocks: Clocks): boolean =>
  mostBetween(began, readMoment(clocks)) >= PULL_TIMEOUT_MS

/** Whether a promise is settled before {@link PULL_TIMEOUT_MS} is over; a rejection is thrown. */
async function inTime(work: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PULL_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The copy of the feed of endings in a process. It pulls when a session is read: in the background from half of its maximum
 * age on, and before the answer when it is older than that.
 */
export class Feed {
  /** How often a session was looked up in it. */
  readonly reads: { times: number } = { times: 0 }
  #epoch: Epoch = { generation: 0, reason: '', at: Number.NEGATIVE_INFINITY, expires: 0 }
  #users = new Map<string, Ended>()
  #pruneAt = 1024
  readonly #sessions = new EndedKeys()
  readonly #providers = new EndedKeys()
  /** When the last pull that succeeded began. */
  #pulled: Moment | undefined
  #failed: { readonly at: Moment; readonly error: unknown } | undefined
  #flight: Flight | undefined
  #next: Promise<void> | undefined
  /** Where each pull begins: no entry before it can appear any more. */
  #safe: string | undefined
  /** When entries behind that place were first seen, in the order of the feed. */
  #seen = new Map<string, Moment>()

  get epoch(): Epoch {
    return this.#epoch
  }

  user(id: string): Ended | undefined {
    return this.#users.get(id)
  }

  get sessions(): EndedKeys {
    return this.#sessions
  }

  get providers(): EndedKeys {
    return this.#providers
  }

  /** The age of the copy at a time, in milliseconds; infinite before the first pull. */
  age(at: Moment): number {
    return this.#pulled ? mostBetween(this.#pulled, at) : Number.POSITIVE_INFINITY
  }

  /** Adds an ending, of this process or from a pull. */
  add({ kind, key, generation, reason, at, expires }: AdapterRevocation, now: number): void {
    const entry = { generation, reason, expires: expires.getTime() }
    if (kind === 'session') this.#sessions.add(key, entry, now)
    else if (kind === 'provider') this.#providers.add(key, entry, now)
    else if (kind === 'user') this.#applyToUser(key, entry, now)
    else if (generation > this.#epoch.generation) {
      this.#epoch = { ...entry, at: at.getTime() }
    }
  }

  #applyToUser(id: string, entry: Ended, now: number): void {
    if ((this.#users.get(id)?.generation ?? 0) >= entry.generation) return
    this.#users.set(id, entry)
    if (this.#users.size <= this.#pruneAt) return
    for (const [key, { expires }] of this.#users) if (expires <= now) this.#users.delete(key)
    this.#pruneAt = 2 * Math.max(512, this.#users.size)
  }

  /** Reads on from a position to the end, and adds the entries. */
  async #readFrom(after: string | undefined, use: FeedUse): Promise<readonly ListedRevocation[]> {
    const { listRevocations } = use.store()
    const limit = this.#pulled ? PAGE : COLD_PAGE
    const tail: ListedRevocation[] = []
    let from = after
    for (;;) {
      const page = await listRevocations({ ...(from === undefined ? {} : { after: from }), limit })
      const now = use.clock()
      for (const entry of page) this.add(entry, now)
      tail.push(...page)
      if (tail.length > 2 * REREAD_ENTRIES) tail.splice(0, tail.length - REREAD_ENTRIES - 1)
      from = page.at(-1)?.cursor
      if (page.length < limit || from === undefined) return tail
    }
  }

  /**
   * Moves the safe place to the last entry that had been known for the overlap when the pull began, which has found whatever
   * became visible before it meanwhile.
   */
  #advance(entries: readonly ListedRevocation[], began: Moment, ended: Moment): void {
    const seen = new Map<string, Moment>()
    let isOld = true
    for (const { cursor } of entries) {
      const first = this.#seen.get(cursor)
      isOld &&= first !== undefined && leastBetween(first, began) >= OVERLAP
      if (isOld) this.#safe = cursor
      else seen.set(cursor, first ?? ended)
    }
    if (entries.length > REREAD_ENTRIES && seen.size === entries.length) {
      this.#safe = entries.at(-REREAD_ENTRIES)?.cursor
    }
    this.#seen = seen
  }

  async #pull(use: FeedUse, began: Moment): Promise<void> {
    try {
      const entries = await this.#readFrom(this.#safe, use)
      this.#advance(entries, began, readMoment(use))
      // Of two that overlap, the one that began later may have ended first.
      if (!this.#pulled || this.#pulled.steady < began.steady) this.#pulled = began
      this.#failed = undefined
    } catch (error) {
      this.#failed = { at: readMoment(use), error }
      use.failed(error)
      throw error
    }
  }

  #begin(use: FeedUse): Flight {
    const began = readMoment(use)
    const flight: Flight = {
      began,
      done: this.#pull(use, began).finally(() => {
        if (this.#flight === flight) this.#flight = undefined
      }),
    }
    this.#flight = flight
    return flight
  }

  /** The pull on its way, or a new one; one that has taken too long is held to be cancelled. */
  #join(use: FeedUse): Flight {
    const flight = this.#flight
    return flight && !isLate(flight, use) ? flight : this.#begin(use)
  }

  /** Begins a pull in the background, unless there is one. */
  refresh(use: FeedUse): void {
    if (this.#flight && !isLate(this.#flight, use)) return
    if (this.#isWaitingToRetry(use)) return
    this.#begin(use).done.catch(() => undefined)
  }

  #isWaitingToRetry(clocks: Clocks): boolean {
    return (
      this.#failed !== undefined &&
      mostBetween(this.#failed.at, readMoment(clocks)) < RETRY_DELAY_MS
    )
  }

  /**
   * Waits until the copy is newer than the window. Where the store is away, the last copy is used for the grace.
   *
   * @throws AdapterError when the store is away for longer, or has never answered
   */
  async catchUp(use: FeedUse): Promise<void> {
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
    if (await inTime(this.#join(use).done)) return
    // It may have been cancelled with its request, and there is nothing to go by yet.
    if (this.#pulled === undefined) return this.#join(use).done
    const error = new AdapterError('The store did not return the feed of endings in time.')
    // The next reads use the copy: a page reads the session several times, and waits once.
    this.#failed = { at: readMoment(use), error }
    throw error
  }

  /**
   * Starts a new pull: the copy afterwards has every entry from before the call.
   *
   * @throws AdapterError when the store cannot tell
   */
  async pullNow(use: FeedUse): Promise<void> {
    const flight = this.#flight
    if (!flight) return this.#begin(use).done
    // All calls while one is on its way share the one after it.
    this.#next ??= inTime(flight.done)
      .catch(() => false)
      .then(() => {
        this.#next = undefined
        return this.#begin(use).done
      })
    return this.#next
  }
}
