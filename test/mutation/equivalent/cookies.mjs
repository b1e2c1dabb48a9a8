const folder = 'packages/core/src/lib/http'

const SHORTER = 'Only a shorter way to the same.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const cookies = [
  {
    file: `${folder}/cookie-jar.ts`,
    line: 'if (cookies.length === 0) return this',
    original: 'cookies.length === 0',
    replacement: 'false',
    reason: 'Only a shorter way: a jar that is copied without a change is the same.',
  },
  {
    file: `${folder}/cookie.ts`,
    line: "if (!VALUE.test(encoded)) throw new TypeError('Invalid cookie value')",
    original: '!VALUE.test(encoded)',
    replacement: 'false',
    reason: 'What `encodeURIComponent` writes is a cookie value; the line is a second lock.',
  },
  {
    file: `${folder}/cookie.ts`,
    line: "if (!VALUE.test(encoded)) throw new TypeError('Invalid cookie value')",
    original: "'Invalid cookie value'",
    reason: 'What `encodeURIComponent` writes is a cookie value, so nothing gets here.',
  },
  {
    file: `${folder}/cookie.ts`,
    line: String.raw`const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/`,
    original: String.raw`/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/`,
    replacement: String.raw`/[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/`,
    reason: 'What `encodeURIComponent` writes is a cookie value, so it always matches.',
  },
  {
    file: `${folder}/cookie.ts`,
    line: String.raw`const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/`,
    original: String.raw`/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/`,
    replacement: String.raw`/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*/`,
    reason: 'What `encodeURIComponent` writes is a cookie value, so it always matches.',
  },
  {
    file: `${folder}/cookie.ts`,
    line: "if (domain !== undefined && !DOMAIN.test(domain)) throw new TypeError('Invalid cookie domain')",
    original: 'domain !== undefined',
    replacement: 'true',
    reason: 'The text `undefined`, which the expression is given then, matches.',
  },
  {
    file: `${folder}/cookie.ts`,
    line: "if (!value.includes('%')) return value",
    original: "!value.includes('%')",
    replacement: 'false',
    reason: 'Only a shorter way: without a percent sign, decoding gives the same text.',
  },
  {
    file: `${folder}/cookie.ts`,
    line: "if (!value.includes('%')) return value",
    original: "'%'",
    reason: 'Only a shorter way: without a percent sign, decoding gives the same text.',
  },
  {
    file: `${folder}/cookie-jar.ts`,
    line: 'return options.domain === undefined ? name : `${name} ${options.domain}`',
    original: 'options.domain === undefined',
    replacement: 'false',
    reason: 'Any text that no other cookie has will do.',
  },
  {
    file: `${folder}/cookie-jar.ts`,
    line: 'if (this.#changes.size === 0 && !this.#header.includes(name)) return this',
    original: 'this.#changes.size === 0 && !this.#header.includes(name)',
    replacement: 'false',
    reason: SHORTER,
  },
  {
    file: `${folder}/cookie-jar.ts`,
    line: '(one, other) => one.length - other.length || (one < other ? -1 : 1),',
    original: 'one < other',
    replacement: 'one <= other',
    reason: 'No two of them are alike.',
  },
  {
    file: `${folder}/cookie-jar.ts`,
    line: 'return this.#changes.size === 0 ? UNCHANGED : [...this.#changes.values()]',
    original: 'this.#changes.size === 0',
    replacement: 'false',
    reason: SHORTER,
  },
  {
    file: `${folder}/cookie-jar.ts`,
    line: 'if (this.#changes.size === 0) return NO_HEADERS',
    original: 'this.#changes.size === 0',
    replacement: 'false',
    reason: SHORTER,
  },
]
