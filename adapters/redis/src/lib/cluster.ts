import type { RunScript } from './client.ts'
import type { NameKey } from './keys.ts'

/** What the steps in a cluster are made with. */
export interface Cluster {
  readonly run: RunScript
  readonly key: NameKey
  /** Milliseconds in which what was begun has to be done; afterwards others may take what it was about. */
  readonly patience: number
}

/** A reply that is a text, or `''` for nothing. */
export const toText = (reply: unknown): string => (typeof reply === 'string' ? reply : '')

/** A reply that is a list. */
export const toList = (reply: unknown): readonly unknown[] => (Array.isArray(reply) ? reply : [])

/** A reply that is a list of texts. */
export const toTexts = (reply: unknown): readonly string[] => toList(reply).map(toText)

/** Waits for work that only clears up: what it leaves behind is seen through by whoever reads it. */
export async function clearUp(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined)
}
