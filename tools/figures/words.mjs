/** Words and turns of phrase that puzzle readers, with what to write in their place. */
import { lineAt } from './sources.mjs'

/**
 * @typedef {import('./sources.mjs').Sources} Sources
 * @typedef {{ readonly instead: string, readonly pattern: RegExp, readonly better: string, readonly limit?: number }} Word
 */

/** @type {readonly Word[]} */
export const WORDS = [
  {
    instead: 'is no X',
    // "There is no X" says that there is none, and "no longer" is time.
    pattern:
      /(?<!\b(?:[Tt]here|[Hh]ere) )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|other\b|one\b|way\b|such\b)[a-z]/g,
    better: 'is not a X',
    limit: 220,
  },
  {
    instead: 'whoever has it',
    pattern: /\bwhoever has it\b/gi,
    better: 'the owner, or who it is',
    limit: 2,
  },
  { instead: 'came back', pattern: /\bcame back\b/gi, better: 'returned', limit: 9 },
  {
    instead: 'came from',
    pattern: /\bcame from\b/gi,
    better: 'is from, was sent by',
    limit: 21,
  },
  {
    instead: 'stands there',
    pattern: /\bstands? there\b/gi,
    better: 'occurs, is given, is present',
    limit: 44,
  },
  { instead: 'stands in', pattern: /\bstands? in\b/gi, better: 'is in', limit: 102 },
  {
    instead: 'is gone',
    pattern: /\b(?:is|are|was|were) gone\b/gi,
    better: 'no longer exists, was deleted',
    limit: 70,
  },
  {
    instead: 'leads to nobody',
    pattern: /\bleads? to nobody\b/gi,
    better: 'has no user',
    limit: 4,
  },
  { instead: 'twin', pattern: /\btwins?\b/gi, better: 'emulator', limit: 1 },
  { instead: 'mend', pattern: /\bmend(?:s|ed|ing)?\b/gi, better: 'fix', limit: 7 },
  { instead: 'kept back', pattern: /\bkept back\b/gi, better: 'withheld', limit: 2 },
  {
    instead: 'may be believed',
    pattern: /\bmay be believed\b/gi,
    better: 'is trusted',
    limit: 2,
  },
  {
    instead: 'byte by byte',
    pattern: /\bis read byte by byte\b/gi,
    better: 'the unit and the outcome',
    limit: 1,
  },
]

/** @type {(sources: Sources, word: Word) => readonly string[]} */
export const wordsIn = (sources, { pattern }) =>
  [...sources].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(({ index }) => {
      const line = lineAt(text, index)
      return `${path}:${line} ${(text.split('\n')[line - 1] ?? '').trim().slice(0, 120)}`
    }),
  )
