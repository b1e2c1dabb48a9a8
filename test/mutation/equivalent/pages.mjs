const folder = 'packages/core/src/lib/pages'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const pages = [
  {
    file: `${folder}/colour-names.ts`,
    line: String.raw`Array.from(NAMES.matchAll(/(\w+):(\w+)/g), ([, name = '', value = '']) => [name, value]),`,
    original: "''",
    reason: 'Both groups are in every match; the compiler does not know.',
  },
  {
    file: `${folder}/colour.ts`,
    line: 'return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4',
    original: 'share <= 0.04045',
    replacement: 'share < 0.04045',
    reason: 'No channel of eight bits is exactly there.',
  },
  {
    file: `${folder}/colour.ts`,
    line: 'return contrast(WHITE, background) >= needed ? WHITE : BLACK',
    original: 'contrast(WHITE, background) >= needed',
    replacement: 'contrast(WHITE, background) > needed',
    reason: 'No colour of eight bits a channel has exactly that contrast with white.',
  },
  {
    file: `${folder}/html.ts`,
    line: String.raw`return text.replace(/[&<>"']/g, (character) => REFERENCES.get(character) ?? '')`,
    original: "''",
    reason: 'Each of these characters has its reference; the compiler does not know.',
  },
  {
    file: `${folder}/provider-mark.ts`,
    line: "const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '')",
    original: "''",
    reason: 'Empty words have been left out before.',
  },
  {
    file: `${folder}/sign-in.ts`,
    line: "const ownCode = key === 'CredentialsSignin' && code !== 'credentials' && CODE.test(code ?? '')",
    original: "''",
    reason: 'Neither text is a code.',
  },
  {
    file: `${folder}/sign-in.ts`,
    line: 'return [redirectProviders(view, end < 0 ? rest : rest.slice(0, end), index)]',
    original: 'end < 0',
    replacement: 'end <= 0',
    reason: 'The first of the rest is a redirect itself, so that the end is never there.',
  },
  {
    file: `${folder}/theme-style.ts`,
    line: "return PALETTE[sum % PALETTE.length] ?? '#4f5b6b'",
    original: "'#4f5b6b'",
    reason: 'There is a colour for each remainder; the compiler does not know.',
  },
  {
    file: `${folder}/error.ts`,
    line: "const { host, signInUrl, homeUrl, ref, error = '' } = props",
    original: "''",
    reason: 'Neither text is the name of an error.',
  },
  {
    file: `${folder}/language.ts`,
    line: "for (const item of (acceptLanguage ?? '').slice(0, MAX_LENGTH).toLowerCase().split(',')) {",
    original: "''",
    reason: 'Neither text names a language.',
  },
  {
    file: `${folder}/language.ts`,
    line: "const [, range, weight = '1'] = RANGE.exec(item.trim()) ?? []",
    original: '[]',
    reason: 'The first member, the whole match, is not looked at.',
  },
  {
    file: `${folder}/problem.ts`,
    line: 'const general = status >= 500 ? 500 : 400',
    original: 'status >= 500',
    replacement: 'status > 500',
    reason: '500 has texts of its own.',
  },
  {
    file: `${folder}/credential-inputs.ts`,
    line: "const asked = input.type?.toLowerCase() ?? 'text'",
    original: "'text'",
    reason: 'What is not a type of an input becomes a text input as well.',
  },
]
