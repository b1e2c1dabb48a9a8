const folder = 'packages/core/src/lib/config'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const config = [
  {
    file: `${folder}/warnings.ts`,
    line: 'if (colour === undefined || COLOUR.test(colour)) continue',
    original: 'colour === undefined',
    replacement: 'false',
    reason: 'The text `undefined`, which is tested then, may be the name of a colour.',
  },
  {
    file: `${folder}/features.ts`,
    line: 'required: false,',
    original: 'false',
    reason: 'Sign-in by e-mail, which is there as well, has asked for an adapter before.',
  },
  {
    file: `${folder}/option-form.ts`,
    line: "(value) => typeof value === 'number' && Number.isFinite(value) && value > 0,",
    original: "typeof value === 'number'",
    replacement: 'true',
    reason: '`Number.isFinite` is false for whatever is not a number.',
  },
  {
    file: `${folder}/redirect-proxy-url.ts`,
    line: 'const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined',
    original: 'text !== undefined',
    replacement: 'true',
    reason: 'Nothing is not a URL either; the compiler does not know.',
  },
  {
    file: `${folder}/requirements.ts`,
    line: "const { issuer, clientId = '' } = config",
    original: "''",
    reason: 'Where the issuer is made of it, a client id has been asked for before it is put in.',
  },
  {
    file: `${folder}/requirements.ts`,
    line: String.raw`const base = issuer?.replace(/\/+$/, '') ?? ''`,
    original: 'issuer?.replace',
    reason: 'An issuer has been asked for before; the compiler does not know.',
  },
  {
    file: `${folder}/requirements.ts`,
    line: String.raw`const base = issuer?.replace(/\/+$/, '') ?? ''`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'An issuer has been asked for before; the compiler does not know.',
  },
  {
    file: `${folder}/secret.ts`,
    line: "return typeof given === 'string' && !isBlank(given) ? [given] : undefined",
    original: "typeof given === 'string'",
    replacement: 'true',
    reason: 'What is not a string is blank.',
  },
  {
    file: `${folder}/webauthn.ts`,
    line: 'const [, value] = Object.entries(input).find(([key]) => key.toLowerCase() === name) ?? []',
    original: '[]',
    reason: 'The first member is not looked at.',
  },
  {
    file: `${folder}/webauthn.ts`,
    line: "return typeof value === 'string' ? value.toLowerCase() : ''",
    original: "''",
    reason: 'Neither text is one that is looked for.',
  },
  {
    file: `${folder}/audience-kinds.ts`,
    line: String.raw`return ${'`'}.${'$'}{host.replace(/:\d+$/, '')}${'`'}.endsWith(domain)`,
    original: String.raw`/:\d+$/`,
    replacement: String.raw`/:\d+/`,
    reason: 'Only an address in brackets has more colons, and no domain of a cookie is like one.',
  },
  {
    file: `${folder}/cookies.ts`,
    line: "serializeCookie(name, '', options)",
    original: "''",
    reason: 'What is written is thrown away.',
  },
  {
    file: `${folder}/same-key.ts`,
    line: 'if (!isObject(answer)) return false',
    original: '!isObject(answer)',
    replacement: 'false',
    reason: 'Whatever is not an object has neither of the members; the compiler does not know.',
  },
]
