import type { AdapterRevocation, RevocationKind } from '../../types/adapter-revocation.ts'
import { EndedKeys, type Ended } from './ended-keys.ts'

/** The key of `all`. */
export const EVERYONE = '*'

/** By how much the clocks of instances may differ, in milliseconds. */
export const SKEW = 86_400_000

/** Sentinel: all sessions were never ended. */
const NEVER: Ended = { generation: 0, reason: '', at: Number.NEGATIVE_INFINITY, expires: 0 }

/** The endings that a process knows. None is forgotten before it expires, whatever the store says later. */
export class Copy {
  readonly sessions: EndedKeys = new EndedKeys()
  readonly providers: EndedKeys = new EndedKeys()
  #epoch = NEVER
  #users = new Map<string, Ended>()
  #pruneAt = 1024

  /** The latest ending of all sessions. Its `at` is before every session where there was none. */
  get epoch(): Ended {
    return this.#epoch
  }

  user(id: string): Ended | undefined {
    return this.#users.get(id)
  }

  /** Adds an ending, of this process or from the store. */
  add({ kind, key, generation, reason, at, expires }: AdapterRevocation, now: number): void {
    const entry = { generation, reason, at: at.getTime(), expires: expires.getTime() }
    if (kind === 'session') this.sessions.add(key, entry, now)
    else if (kind === 'provider') this.providers.add(key, entry, now)
    else if (kind === 'user') this.#applyToUser(key, entry, now)
    else if (generation > this.#epoch.generation) this.#epoch = entry
  }

  #applyToUser(id: string, entry: Ended, now: number): void {
    if ((this.#users.get(id)?.generation ?? 0) >= entry.generation) return
    this.#users.set(id, entry)
    if (this.#users.size <= this.#pruneAt) return
    for (const [key, { expires }] of this.#users) if (expires <= now) this.#users.delete(key)
    this.#pruneAt = 2 * Math.max(512, this.#users.size)
  }

  /** The endings that are kept as they are and still count, as a store has them. */
  entries(now: number): readonly AdapterRevocation[] {
    const all: readonly (readonly [RevocationKind, Iterable<readonly [string, Ended]>])[] = [
      ['all', this.#epoch === NEVER ? [] : [[EVERYONE, this.#epoch]]],
      ['user', this.#users],
      ['session', this.sessions.entries()],
      ['provider', this.providers.entries()],
    ]
    return all.flatMap(([kind, kept]) =>
      [...kept]
        .filter(([, { expires }]) => now < expires - SKEW)
        .map(([key, { at, expires, ...entry }]) => ({
          kind,
          key,
          ...entry,
          at: new Date(at),
          expires: new Date(expires),
        })),
    )
  }
}
