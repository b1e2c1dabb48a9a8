const folder = 'packages/core/src/lib'

const KEY = 'Only a shorter key: the other form is never the same for two contents either.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const values = [
  {
    file: `${folder}/cache.ts`,
    line: 'if (isPending(value)) {',
    original: 'isPending(value)',
    replacement: 'true',
    reason: 'Only a shorter way: what is not a promise is never rejected.',
  },
  {
    file: `${folder}/cache.ts`,
    line: 'const name = names.get(contentKey(content), () => String((count += 1)))',
    original: 'count += 1',
    replacement: 'count -= 1',
    reason: 'Negative numbers are as different as positive ones.',
  },
  {
    file: `${folder}/cache.ts`,
    line: "if (typeof content === 'string') return `\"${delimited(content)}`",
    original: "typeof content === 'string'",
    replacement: 'false',
    reason: KEY,
  },
  {
    file: `${folder}/cache.ts`,
    line: "if (typeof content === 'string') return `\"${delimited(content)}`",
    original: "'string'",
    reason: KEY,
  },
  {
    file: `${folder}/cache.ts`,
    line: 'if (content instanceof Named) return `#${delimited(content.name)}`',
    original: 'content instanceof Named',
    replacement: 'false',
    reason: KEY,
  },
  {
    file: `${folder}/cache.ts`,
    line: "let key = Array.isArray(content) ? '[' : '{'",
    original: "'['",
    reason: 'Any two texts that are not the same tell a list from an object.',
  },
  {
    file: `${folder}/cache.ts`,
    line: "let key = Array.isArray(content) ? '[' : '{'",
    original: "'{'",
    reason: 'Any two texts that are not the same tell a list from an object.',
  },
  {
    file: `${folder}/cache.ts`,
    line: "const seen = Array.from({ length: places }, () => '')",
    original: '{ length: places }',
    reason: 'Only quicker: a place that is not there yet has no text either.',
  },
  {
    file: `${folder}/cache.ts`,
    line: "const seen = Array.from({ length: places }, () => '')",
    original: "() => ''",
    reason: 'Only quicker: nobody asks about a text without characters.',
  },
  {
    file: `${folder}/cache.ts`,
    line: "const seen = Array.from({ length: places }, () => '')",
    original: "''",
    reason: 'Any text that nobody asks about will do.',
  },
  {
    file: `${folder}/email-address.ts`,
    line: "return named && !/^\\d+$/.test(labels.at(-1) ?? '') && hostname.length <= 253",
    original: "''",
    reason: 'Whatever is split has a last part; the compiler does not know.',
  },
  {
    file: `${folder}/email-address.ts`,
    line: "return named && !/^\\d+$/.test(labels.at(-1) ?? '') && hostname.length <= 253",
    original: 'hostname.length <= 253',
    reason:
      'A longer domain makes an address of more than 254 characters, which is refused for that.',
  },
  {
    file: `${folder}/email-address.ts`,
    line: "if (at < 1 || at > MAX_LOCAL || at !== trimmed.lastIndexOf('@')) return undefined",
    original: "at !== trimmed.lastIndexOf('@')",
    replacement: 'false',
    reason: 'Only a shorter way: no domain has an at sign.',
  },
]
