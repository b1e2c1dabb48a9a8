import assert from 'node:assert/strict'
import type { Awaitable } from '@latchstring/core/adapters'

/** A text under which something is stored, with letters that collations take for others. */
export const lookAlikeKey = (): string =>
  `Straße-café-i-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

const swapCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** The first letter or digit in the width of East Asian letters. */
const widen = (text: string): string =>
  text.replace(/[a-z\d]/i, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0))

/** What can be done to any text so that it looks the same to somebody, and is another one. */
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

/** Texts that some store or other takes for one that {@link lookAlikeKey} gave. */
export const lookAlikes = (key: string): readonly string[] =>
  apply(key, [swapCase, ...ANY, ...WORDS])

/** The same of an id that the store gave. */
export const lookAlikesOfId = (id: string): readonly string[] => apply(id, [swapCase, ...ANY])

/** The same of an address, whose letter case is another matter. */
export const lookAlikesOfAddress = (address: string): readonly string[] =>
  apply(address, [...ANY, ...WORDS])

/** Asserts that a call gives what stands for nothing, or is refused: an id that cannot be one of the store's may be. */
export async function assertNone(call: () => Awaitable<unknown>, none: unknown): Promise<void> {
  let given: unknown
  try {
    given = await call()
  } catch {
    return
  }
  assert.deepEqual(given, none)
}

/** Makes a call that may be refused. */
export async function attempt(call: () => Awaitable<unknown>): Promise<void> {
  try {
    await call()
  } catch {
    // What it did is looked at afterwards.
  }
}
