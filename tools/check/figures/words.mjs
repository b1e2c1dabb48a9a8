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
    // "There is no X" says that there is none, and some are idioms.
    pattern:
      /(?<!\b(?:[Tt]here|[Hh]ere) )\b(?:is|are|was|were) no (?!(?:longer|later|more|less|other|one|way|such|reason|place|secret|problem|proof|match|sign|need)\b)[a-z]/gi,
    better: 'is not a X',
    limit: 1,
  },
  {
    instead: 'whoever has it',
    pattern: /\bwhoever has it\b/gi,
    better: 'the owner, or who it is',
  },
  { instead: 'came back', pattern: /\bcame back\b/gi, better: 'returned' },
  {
    instead: 'came from',
    pattern: /\bcame from\b/gi,
    better: 'is from, was sent by',
  },
  {
    instead: 'stands there',
    pattern: /\bstands? there\b/gi,
    better: 'occurs, is given, is present',
  },
  { instead: 'stands in', pattern: /\bstands? in\b/gi, better: 'is in' },
  {
    instead: 'is gone',
    pattern: /\b(?:is|are|was|were) gone\b/gi,
    better: 'no longer exists, was deleted',
  },
  {
    instead: 'leads to nobody',
    pattern: /\bleads? to nobody\b/gi,
    better: 'has no user',
  },
  { instead: 'twin', pattern: /\btwins?\b/gi, better: 'emulator', limit: 1 },
  { instead: 'mend', pattern: /\bmend(?:s|ed|ing)?\b/gi, better: 'fix' },
  { instead: 'kept back', pattern: /\bkept back\b/gi, better: 'withheld' },
  {
    instead: 'may be believed',
    pattern: /\bmay be believed\b/gi,
    better: 'is trusted',
  },
  {
    instead: 'byte by byte',
    pattern: /\bis read byte by byte\b/gi,
    better: 'the unit and the outcome',
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
