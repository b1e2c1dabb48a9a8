const folder = 'packages/core/src/lib/config'

const SIMPLE = 'Only a shorter way: what is not an object is not a plain one either.'
const DEEP = 'What is compared was copied no deeper than this; each is a second lock of the other.'

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
    file: `${folder}/content.ts`,
    line: "if (name === 'providers') continue",
    original: "name === 'providers'",
    replacement: 'false',
    reason: 'Only a shorter way: nobody looks for the providers among the options.',
  },
  {
    file: `${folder}/content.ts`,
    line: "if (name === 'providers') continue",
    original: "'providers'",
    reason: 'Only a shorter way: nobody looks for the providers among the options.',
  },
  {
    file: `${folder}/content.ts`,
    line: "options.set(name, snapshot(value, CALLED.has(name) ? 'as it is' : 'like nothing'))",
    original: "'like nothing'",
    reason: 'Only `as it is` is looked for.',
  },
  {
    file: `${folder}/likeness.ts`,
    line: "if (known === undefined && !kept.has(key)) return 'different'",
    original: 'known === undefined',
    replacement: 'true',
    reason: 'Only a shorter way: what is not undefined is there.',
  },
  {
    file: `${folder}/likeness.ts`,
    line: 'for (const key of symbols.length > 0 ? [...names, ...symbols] : names) {',
    original: 'symbols.length > 0',
    replacement: 'true',
    reason: 'Only a shorter way: without symbols both lists are the same.',
  },
  {
    file: `${folder}/likeness.ts`,
    line: 'for (const key of symbols.length > 0 ? [...names, ...symbols] : names) {',
    original: 'symbols.length > 0',
    replacement: 'symbols.length >= 0',
    reason: 'Only a shorter way: without symbols both lists are the same.',
  },
  {
    file: `${folder}/likeness.ts`,
    line: 'const likeness = compareMember(kept, key, value[key], depth - 1)',
    original: 'depth - 1',
    replacement: 'depth + 1',
    reason: DEEP,
  },
  {
    file: `${folder}/likeness.ts`,
    line: "return depth > 0 && kept instanceof Members ? compareMembers(kept, value, depth) : 'different'",
    original: 'depth > 0',
    replacement: 'true',
    reason: DEEP,
  },
  {
    file: `${folder}/likeness.ts`,
    line: "return depth > 0 && kept instanceof Members ? compareMembers(kept, value, depth) : 'different'",
    original: 'depth > 0',
    replacement: 'depth >= 0',
    reason: DEEP,
  },
  {
    file: `${folder}/likeness.ts`,
    line: 'for (let index = 0; index < list.length; index++) {',
    original: 'index < list.length',
    replacement: 'index <= list.length',
    reason: 'Behind their ends two lists are alike.',
  },
  {
    file: `${folder}/likeness.ts`,
    line: "if (typeof value !== 'object' || value === null) return compareSimple(kept, value)",
    original: "typeof value !== 'object' || value === null",
    replacement: 'false',
    reason: SIMPLE,
  },
  {
    file: `${folder}/likeness.ts`,
    line: "if (typeof value !== 'object' || value === null) return compareSimple(kept, value)",
    original: "typeof value !== 'object' || value === null",
    replacement: "typeof value !== 'object' && value === null",
    reason: SIMPLE,
  },
  {
    file: `${folder}/likeness.ts`,
    line: "if (typeof value !== 'object' || value === null) return compareSimple(kept, value)",
    original: "typeof value !== 'object'",
    replacement: 'false',
    reason: SIMPLE,
  },
  {
    file: `${folder}/likeness.ts`,
    line: "if (typeof value !== 'object' || value === null) return compareSimple(kept, value)",
    original: 'value === null',
    replacement: 'false',
    reason: SIMPLE,
  },
  {
    file: `${folder}/reuse.ts`,
    line: "changed === NONE ? PROVIDERS : new Set([...changed, 'providers'])",
    original: 'changed === NONE',
    replacement: 'false',
    reason: 'Only a shorter way: the set that is made then has the same.',
  },
  {
    file: `${folder}/origin-policy.ts`,
    line: "const alone = policy.kind === 'trusted' && policy.by === 'trustHost'",
    original: "policy.kind === 'trusted'",
    replacement: 'true',
    reason: 'No other policy says by what; the compiler does not know.',
  },
  {
    file: `${folder}/providers.ts`,
    line: 'const known = [authorization.url, token.url, userinfo.url, userinfo.request !== undefined]',
    original: 'userinfo.request !== undefined',
    replacement: 'userinfo.request === undefined',
    reason: 'Any two values that are not the same tell them apart.',
  },
  {
    file: `${folder}/cookies.ts`,
    line: "serializeCookie(option.name, '', option.options)",
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

const lib = 'packages/core/src/lib'
const logger = `${lib}/logger`
const CHOSEN = 'What is called was chosen because it has the method; the compiler does not know.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const log = [
  {
    file: `${lib}/errors/auth-error.ts`,
    line: 'return Array.isArray(types) ? types : []',
    original: '[]',
    reason: 'Neither list has the type of a class.',
  },
  {
    file: `${logger}/logger.ts`,
    line: "const condition = `${code} ${detail ?? ''}`",
    original: "''",
    reason: 'Any text that is not a detail will do.',
  },
  {
    file: `${logger}/logger.ts`,
    line: 'guarded(() => steps?.debug?.(redactText(message), metadata && redactValue(metadata))),',
    original: 'steps?.debug?.(redactText(message), metadata && redactValue(metadata))',
    reason: CHOSEN,
  },
  {
    file: `${logger}/logger.ts`,
    line: 'guarded(() => steps?.debug?.(redactText(message), metadata && redactValue(metadata))),',
    original: 'steps?.debug',
    reason: 'What is thrown there is caught, and nothing is logged either.',
  },
  {
    file: `${logger}/logger.ts`,
    line: "if (cause === undefined) return ''",
    original: 'cause === undefined',
    replacement: 'false',
    reason: 'Only a shorter way: what is not an object shows nothing.',
  },
  {
    file: `${logger}/logger.ts`,
    line: "if (typeof result === 'object') Promise.resolve(result).catch(() => undefined)",
    original: "typeof result === 'object'",
    replacement: 'true',
    reason: 'Only a shorter way: nothing else can reject.',
  },
  {
    file: `${logger}/logger.ts`,
    line: 'error: (error, ref) => guarded(() => errors.error?.(redactError(error, 0, ref))),',
    original: 'errors.error?.(redactError(error, 0, ref))',
    reason: CHOSEN,
  },
  {
    file: `${logger}/logger.ts`,
    line: 'detail === undefined ? warnings.warn?.(code) : warnings.warn?.(code, redactText(detail)),',
    original: 'warnings.warn?.(code)',
    reason: CHOSEN,
  },
  {
    file: `${logger}/logger.ts`,
    line: 'detail === undefined ? warnings.warn?.(code) : warnings.warn?.(code, redactText(detail)),',
    original: 'warnings.warn?.(code, redactText(detail))',
    reason: CHOSEN,
  },
  {
    file: `${logger}/redact.ts`,
    line: "const stack = error.stack ?? ''",
    original: "''",
    reason: 'Of a stack only lines that say where are shown, and this text has none.',
  },
  {
    file: `${logger}/redact.ts`,
    line: "const first = address.replace(/^[\\\\\"]+/, '').charAt(0)",
    original: '/^[\\\\"]+/',
    replacement: '/[\\\\"]+/',
    reason: 'What is not in front does not change the first character.',
  },
]
