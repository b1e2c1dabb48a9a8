import assert from 'node:assert/strict'
import type { Awaitable } from '@latchstring/core/adapters'

/** A key with letters that collations treat as equal to others. */
export const lookAlikeKey = (): string =>
  `Straße-café-i-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

const swapCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** Replaces the first letter or digit by its full-width form. */
const widen = (text: string): string =>
  text.replace(/[a-z\d]/i, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0))

/** Changes after which a text looks the same but is another one. */
const ANY: readonly ((text: string) => string)[] = [
  (text) => `${text} `,
  widen,
  (text) => `${text}\u00AD`,
  (text) => `${text}\u0301`,
]

const WORDS: readonly ((text: string) => string)[] = [
  (text) => text.replace('é', 'e'),
  (text) => text.replace('é', 'è'),
  (text) => text.normalize('NFD'),
  (text) => text.replace('ß', 'ss'),
  (text) => text.replace('-i-', '-ı-'),
]

const apply = (text: string, changes: readonly ((text: string) => string)[]): readonly string[] =>
  changes.map((change) => change(text)).filter((other) => other !== text)

/** Texts that some stores treat as equal to a text of {@link lookAlikeKey}. */
export const lookAlikes = (key: string): readonly string[] =>
  apply(key, [swapCase, ...ANY, ...WORDS])

/** Texts that look like an id that the store has generated. */
export const lookAlikesOfId = (id: string): readonly string[] => apply(id, [swapCase, ...ANY])

/** Texts that look like an address, except those in other letter case. */
export const lookAlikesOfAddress = (address: string): readonly string[] =>
  apply(address, [...ANY, ...WORDS])

/** Asserts that a call returns its empty result, or rejects because the id is invalid in the store. */
export async function assertNone(call: () => Awaitable<unknown>, none: unknown): Promise<void> {
  let given: unknown
  try {
    given = await call()
  } catch {
    return
  }
  assert.deepEqual(given, none)
}

/** Makes a call that may reject. */
export async function attempt(call: () => Awaitable<unknown>): Promise<void> {
  try {
    await call()
  } catch {
    // The test checks the store afterwards.
  }
}
