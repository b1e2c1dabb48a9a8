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

const built = 'packages/core/src/lib/pages'

const NAME = 'Any text that names no other page will do.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const pages = [
  {
    file: 'packages/core/src/lib/pages/confirm-link.ts',
    line: "return renderPage('confirm-link', shape, build, values)",
    original: "'confirm-link'",
    reason: NAME,
  },
  {
    file: 'packages/core/src/lib/pages/continue.ts',
    line: "return renderPage('continue', findLook(props), build, values)",
    original: "'continue'",
    reason: NAME,
  },
  {
    file: 'packages/core/src/lib/pages/end-session.ts',
    line: "return renderPage('end-session', findLook(props), build, values)",
    original: "'end-session'",
    reason: NAME,
  },
  {
    file: 'packages/core/src/lib/pages/devices.ts',
    line: "return renderPage('devices', { look, form: formShape(props), others }, build, {",
    original: "'devices'",
    reason: NAME,
  },
  {
    file: 'packages/core/src/lib/pages/signed-out.ts',
    line: "return renderPage('signed-out', findLook(props), build, { host, homeUrl })",
    original: "'signed-out'",
    reason: NAME,
  },
  {
    file: 'packages/core/src/lib/pages/sign-in.ts',
    line: 'const nameProviders = createNames<readonly SignInProvider[]>({ entries: 64 })',
    original: '{ entries: 64 }',
    reason: 'Only how many are remembered: a list that is named anew makes the same page.',
  },
  {
    file: 'packages/core/src/lib/pages/error.ts',
    line: "return renderPage('error', shape, build, values)",
    original: "'error'",
    reason: NAME,
  },
  {
    file: 'packages/core/src/lib/pages/problem.ts',
    line: "return renderPage('problem', shape, build, { host, homeUrl, reference: reference(texts, ref) })",
    original: "'problem'",
    reason: NAME,
  },
  {
    file: 'packages/core/src/lib/pages/sign-in.ts',
    line: "return renderPage('signin', shape, build, {",
    original: "'signin'",
    reason: NAME,
  },
  {
    file: 'packages/core/src/lib/pages/sign-out.ts',
    line: "return renderPage('signout', shape, build, values)",
    original: "'signout'",
    reason: NAME,
  },
  {
    file: 'packages/core/src/lib/pages/verify-request.ts',
    line: "return renderPage('verify-request', shape, build, values)",
    original: "'verify-request'",
    reason: NAME,
  },
  {
    file: 'packages/core/src/lib/pages/continue.ts',
    line: 'const target = formSlots({ csrfToken: false, callbackUrl: false }, ACTION)',
    original: '{ csrfToken: false, callbackUrl: false }',
    reason: 'A member that is undefined means the same as false.',
  },
  {
    file: 'packages/core/src/lib/pages/end-session.ts',
    line: 'const target = formSlots({ csrfToken: false, callbackUrl: false }, ACTION)',
    original: '{ csrfToken: false, callbackUrl: false }',
    reason: 'A member that is undefined means the same as false.',
  },
  {
    file: 'packages/core/src/lib/pages/html.ts',
    line: "for (const step of plan) text += typeof step === 'string' ? step : (filled[step] ?? '')",
    original: "''",
    reason: 'Every slot of the plan is filled; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/pages/language.ts',
    line: 'return end < 0 ? range : range.slice(0, end)',
    original: 'end < 0',
    replacement: 'end <= 0',
    reason: 'Neither what begins with a hyphen nor nothing names a language.',
  },
  {
    file: 'packages/core/src/lib/pages/theme-style.ts',
    line: 'back && (wanted && contrast(wanted, back) >= needed ? wanted : readableOn(back, needed))',
    original: 'contrast(wanted, back) >= needed',
    replacement: 'contrast(wanted, back) > needed',
    reason:
      'It differs only for a contrast of exactly 3 or 4.5, which no two colours of eight bits a channel are known to have.',
  },
  {
    file: `${built}/colour-names.ts`,
    line: String.raw`Array.from(NAMES.matchAll(/(\w+):(\w+)/g), ([, name = '', value = '']) => [name, value]),`,
    original: "''",
    reason: 'Both groups are in every match; the compiler does not know.',
  },
  {
    file: `${built}/colour.ts`,
    line: 'return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4',
    original: 'share <= 0.04045',
    replacement: 'share < 0.04045',
    reason: 'No channel of eight bits is exactly there.',
  },
  {
    file: `${built}/colour.ts`,
    line: 'return contrast(WHITE, background) >= needed ? WHITE : BLACK',
    original: 'contrast(WHITE, background) >= needed',
    replacement: 'contrast(WHITE, background) > needed',
    reason: 'No colour of eight bits a channel has exactly that contrast with white.',
  },
  {
    file: `${built}/html.ts`,
    line: String.raw`return text.replace(/[&<>"']/g, (character) => REFERENCES.get(character) ?? '')`,
    original: "''",
    reason: 'Each of these characters has its reference; the compiler does not know.',
  },
  {
    file: `${built}/provider-mark.ts`,
    line: "const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '')",
    original: "''",
    reason: 'Empty words have been left out before.',
  },
  {
    file: `${built}/sign-in.ts`,
    line: "const ownCode = key === 'CredentialsSignin' && code !== 'credentials' && CODE.test(code ?? '')",
    original: "''",
    reason: 'Neither text is a code.',
  },
  {
    file: `${built}/sign-in.ts`,
    line: 'return [redirectProviders(view, end < 0 ? rest : rest.slice(0, end), index)]',
    original: 'end < 0',
    replacement: 'end <= 0',
    reason: 'The first of the rest is a redirect itself, so that the end is never there.',
  },
  {
    file: `${built}/theme-style.ts`,
    line: "return PALETTE[sum % PALETTE.length] ?? '#4f5b6b'",
    original: "'#4f5b6b'",
    reason: 'There is a colour for each remainder; the compiler does not know.',
  },
  {
    file: `${built}/error.ts`,
    line: "const { host, signInUrl, homeUrl, ref, error = '' } = props",
    original: "''",
    reason: 'Neither text is the name of an error.',
  },
  {
    file: `${built}/language.ts`,
    line: "for (const item of (acceptLanguage ?? '').slice(0, MAX_LENGTH).toLowerCase().split(',')) {",
    original: "''",
    reason: 'Neither text names a language.',
  },
  {
    file: `${built}/language.ts`,
    line: "const [, range, weight = '1'] = RANGE.exec(item.trim()) ?? []",
    original: '[]',
    reason: 'The first member, the whole match, is not looked at.',
  },
  {
    file: `${built}/problem.ts`,
    line: 'const general = status >= 500 ? 500 : 400',
    original: 'status >= 500',
    replacement: 'status > 500',
    reason: '500 has texts of its own.',
  },
  {
    file: `${built}/credential-inputs.ts`,
    line: "const asked = input.type?.toLowerCase() ?? 'text'",
    original: "'text'",
    reason: 'What is not a type of an input becomes a text input as well.',
  },
]
