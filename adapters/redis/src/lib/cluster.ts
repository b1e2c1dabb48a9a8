import type { RunScript } from './client.ts'
import type { NameKey } from './keys.ts'

/** Context of the steps in a cluster. */
export interface Cluster {
  readonly run: RunScript
  readonly key: NameKey
  /** Milliseconds until a claim expires, after which other calls may take the address. */
  readonly claimTimeout: number
}

/** A reply that is a text, or `''` for nothing. */
export const toText = (reply: unknown): string => (typeof reply === 'string' ? reply : '')

/** A reply that is a list. */
export const toList = (reply: unknown): readonly unknown[] => (Array.isArray(reply) ? reply : [])

/** A reply that is a list of texts. */
export const toTexts = (reply: unknown): readonly string[] => toList(reply).map(toText)

/** Ignores failures of cleanup: reads ignore leftover records. */
export async function clearUp(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined)
}
