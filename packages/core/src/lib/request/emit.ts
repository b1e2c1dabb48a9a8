import type { ResolvedConfig } from '../config/resolved-config.ts'
import { asError } from '../errors/auth-error.ts'
import { EventError } from '../errors/classes.ts'
import type { Events } from '../types/events.ts'

/** Runs an event handler. One that throws is logged and changes nothing else. */
export async function emit<K extends keyof Events>(
  { events, log }: Pick<ResolvedConfig, 'events' | 'log'>,
  name: K,
  message: Parameters<NonNullable<Events[K]>>[0],
): Promise<void> {
  // Name and message belong together by the signature; the union of handlers does not know that.
  const handle = events[name] as ((message: unknown) => unknown) | undefined
  try {
    await handle?.(message)
  } catch (cause) {
    log.error(new EventError(`The ${name} event handler threw.`, { err: asError(cause) }))
  }
}
