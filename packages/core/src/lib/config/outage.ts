import type { Clocks } from '../kit/clock.ts'
import { memoize } from '../kit/cache.ts'
import { AdapterError } from '../errors/classes.ts'
import type { Log } from '../logger/logger.ts'
import type { Adapter } from '../types/adapter.ts'

/*
 * What a process knows about a store that is away. Calls that would wait for its deadline again fail at once, but for one now and then
 * that tries, and the log has one line when it goes and one when it is back.
 */

/** Milliseconds after which a failure was one that was waited for: the store did not refuse, it did not answer. */
const WAITED = 1000

/** Milliseconds in which no call is tried after one that was waited for. */
const PAUSE = 2000

/** Milliseconds after which a call that tries counts as given up: some runtimes cancel it with its request, and it never settles. */
const GIVEN_UP = 30_000

/** A look-up has no reason of its own to fail, as a write has that breaks a rule of the store. */
const isLookUp = (name: string): boolean =>
  /^(?:(?:get|list)[A-Z]|records\.(?:get|find)$)/.test(name)

interface Away {
  /** In milliseconds since the epoch. */
  readonly since: number
  readonly first: string
  /** Look-ups that failed with none that was answered between them. */
  failures: number
  /** By the steady clock; `undefined` where the store refuses at once, so that asking it costs nothing. */
  until?: number | undefined
  isReported?: boolean
  /** When the call began that tries. */
  tried?: number | undefined
}

/** A call that failed; `began` by the steady clock. */
interface FailedCall extends Clocks {
  readonly began: number
  readonly log: Log
}

/** The calls of one store, in a process. */
export class Outage {
  #away: Away | undefined

  /**
   * Called before a call.
   *
   * @throws AdapterError while the store is known not to answer
   */
  begin(name: string, { steady }: Clocks, log: Log): void {
    const away = this.#away
    if (away?.until === undefined) return
    const now = steady()
    const isTried = away.tried !== undefined && now < away.tried + GIVEN_UP
    if (now < away.until || isTried) throw this.#report(name, away, log)
    away.tried = now
  }

  /** Called after a call that was answered. */
  answered({ clock }: Clocks, log: Log): void {
    const away = this.#away
    if (!away) return
    this.#away = undefined
    if (!away.isReported) return
    const seconds = Math.round((clock() - away.since) / 1000)
    log.warn('store-back', `It was away for ${seconds} s, since ${toText(away.since)}.`)
  }

  /**
   * Called after a call that failed.
   *
   * @returns the error of a store that is known to be away: its cause has been logged
   */
  failed(name: string, { began, log, clock, steady }: FailedCall): AdapterError | undefined {
    const known = this.#away
    if (!known && !isLookUp(name)) return undefined
    const away = (this.#away ??= { since: clock(), first: name, failures: 0 })
    const now = steady()
    if (isLookUp(name)) away.failures += 1
    away.until = now - began >= WAITED ? now + PAUSE : undefined
    away.tried = undefined
    if (!known || away.failures < 2) return undefined
    this.#away = { ...away, isReported: true }
    return this.#report(name, away, log)
  }

  /** The error of a further call, without a cause and a stack: the first failure has these in the log. */
  #report(name: string, away: Away, log: Log): AdapterError {
    const { since, first, isReported } = away
    if (!isReported) log.warn('store-away', `It is away since ${toText(since)}: ${first}() failed.`)
    const error = new AdapterError(
      `The adapter failed in ${name}(): the store is away since ${toText(since)}.`,
    )
    error.stack = `${error.name}: ${error.message}`
    return error
  }
}

const toText = (time: number): string => new Date(time).toISOString()

/** The outage of a store, which all configurations with it share. */
export const outageOf: (adapter: Adapter) => Outage = memoize((_adapter: Adapter) => new Outage())
