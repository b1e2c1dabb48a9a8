const folder = 'packages/core/src/lib/session'

const SECOND_LOCK = 'Header and key are compared in two places; each is a second lock of the other.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const session = [
  {
    file: `${folder}/database-strategy.ts`,
    line: "await store.createSession({ sessionToken, userId: user.id ?? '', expires })",
    original: "''",
    reason:
      'With sessions in a database a user who is not stored has been refused; the compiler does not know.',
  },
  {
    file: `${folder}/session-cookie.ts`,
    line: 'return [...new Set([undefined, domain, config.migration?.domain])]',
    original: 'config.migration?.domain',
    replacement: 'config.migration.domain',
    reason: 'Asked only while sessions are taken over; the compiler does not know.',
  },
  {
    file: `${folder}/session-cookie.ts`,
    line: 'const options = domain === undefined ? base : { ...base, domain }',
    original: 'domain === undefined',
    replacement: 'false',
    reason:
      'A domain that is undefined is written as none; the compiler wants the member left out.',
  },
  {
    file: `${folder}/expose.ts`,
    line: "session: { user: userOfToken(record.token, 'client'), expires },",
    original: "'client'",
    reason: 'Whatever is not the view of the server is shown the same.',
  },
  {
    file: `${folder}/jwt.ts`,
    line: "const [scheme, token] = authorization?.split(' ') ?? []",
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'Neither is the scheme that is looked for.',
  },
  {
    file: `${folder}/jwt.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: 'A function that ends gives undefined as well.',
  },
  {
    file: `${folder}/jwt.ts`,
    line: "return readChunked(headers.get('cookie') ?? '', name) ?? bearer(headers.get('authorization'))",
    original: "''",
    reason: 'Neither text has a cookie.',
  },
  {
    file: `${folder}/decoded.ts`,
    line: 'return await decode?.({ token: sealed, secret: secrets, salt })',
    original: 'decode?.({ token: sealed, secret: secrets, salt })',
    reason: 'There is a decoder wherever this is called; the compiler does not know.',
  },
  {
    file: `${folder}/foreign-token.ts`,
    line: "const value = parseJson(header ?? '')",
    original: "''",
    reason: 'Neither text is JSON.',
  },
  {
    file: `${folder}/foreign-token.ts`,
    line: "if (!isObject(value) || value['alg'] !== 'dir' || 'zip' in value) return []",
    original: "!isObject(value) || value['alg'] !== 'dir'",
    replacement: 'false',
    reason: SECOND_LOCK,
  },
  {
    file: `${folder}/foreign-token.ts`,
    line: "if (!isObject(value) || value['alg'] !== 'dir' || 'zip' in value) return []",
    original: "!isObject(value) || value['alg'] !== 'dir'",
    replacement: "!isObject(value) && value['alg'] !== 'dir'",
    reason: SECOND_LOCK,
  },
  {
    file: `${folder}/foreign-token.ts`,
    line: "if (!isObject(value) || value['alg'] !== 'dir' || 'zip' in value) return []",
    original: "value['alg'] !== 'dir'",
    replacement: 'false',
    reason: SECOND_LOCK,
  },
  {
    file: `${folder}/foreign-token.ts`,
    line: "return FORMATS.filter(({ enc }) => enc === value['enc'])",
    original: "FORMATS.filter(({ enc }) => enc === value['enc'])",
    replacement: 'FORMATS',
    reason: SECOND_LOCK,
  },
  {
    file: `${folder}/foreign-token.ts`,
    line: "return FORMATS.filter(({ enc }) => enc === value['enc'])",
    original: "enc === value['enc']",
    replacement: 'true',
    reason: SECOND_LOCK,
  },
  {
    file: `${folder}/foreign-token.ts`,
    line: "const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: [enc] }",
    original: "{ keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: [enc] }",
    replacement: '{}',
    reason: SECOND_LOCK,
  },
  {
    file: `${folder}/foreign-token.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: 'A function that ends gives undefined as well.',
  },
  {
    file: `${folder}/foreign-token.ts`,
    line: 'if (!decoder.decode) return undefined',
    original: '!decoder.decode',
    replacement: 'false',
    reason: 'Only a shorter way: what is thrown for there being none is caught.',
  },
  {
    file: `${folder}/foreign-token.ts`,
    line: "return exp === undefined && typeof iat === 'number'",
    original: "typeof iat === 'number'",
    replacement: 'true',
    reason: 'A token without a time is none, whatever its end.',
  },
  {
    file: `${folder}/jwt-strategy.ts`,
    line: 'if (callbacks.jwt) return withBothNames(JSON.parse(json) as JWT)',
    original: 'callbacks.jwt',
    replacement: 'true',
    reason: 'Only a shorter way: without a callback nobody changes what was opened.',
  },
  {
    file: `${folder}/jwt-strategy.ts`,
    line: 'return callbacks.session || events.session ? withBothNames(token) : token',
    original: 'callbacks.session || events.session',
    replacement: 'true',
    reason: 'Only a shorter way: nobody else looks at the second name.',
  },
  {
    file: `${folder}/session-cookie.ts`,
    line: 'if (!config.migration || !isMigrating(context)) return []',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'A name with spaces is that of no cookie, so that none is read or deleted.',
  },
  ...[
    ['config.revocation && config.callbacks.jwt', 'true'],
    ['config.revocation && config.callbacks.jwt', 'config.revocation || config.callbacks.jwt'],
  ].map(([original = '', replacement = '']) => ({
    file: `${folder}/jwt-strategy.ts`,
    line: 'const found = config.revocation && config.callbacks.jwt ? review(config, opened.token) : opened',
    original,
    replacement,
    reason: 'Looked up again, nothing is found that was not: nothing has happened since.',
  })),
  {
    file: `${folder}/jwt-strategy.ts`,
    line: 'if (found === null) return refuse(context, null)',
    original: 'found === null',
    replacement: 'false',
    reason: 'Only a shorter way to the same refusal.',
  },
  {
    file: `${folder}/token-endings.ts`,
    line: 'if (!config.revocation) return undefined',
    original: '!config.revocation',
    replacement: 'false',
    reason: 'Only a shorter way: without a feed nothing is found, and there is no standing.',
  },
  {
    file: `${folder}/signed-in-by.ts`,
    line: 'const token = account?.id_token',
    original: 'account?.id_token',
    replacement: 'account.id_token',
    reason: 'A provider was found by the account; the compiler does not know.',
  },
  {
    file: `${folder}/signed-in-by.ts`,
    line: "const provider = providers.get(identity.account?.provider ?? '')",
    original: "''",
    reason: 'Neither text is the id of a provider.',
  },
]

const http = 'packages/core/src/lib/http'

const SHORTER = 'Only a shorter way to the same.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const cookies = [
  {
    file: `${http}/cookie-jar.ts`,
    line: 'if (cookies.length === 0) return this',
    original: 'cookies.length === 0',
    replacement: 'false',
    reason: 'Only a shorter way: a jar that is copied without a change is the same.',
  },
  {
    file: `${http}/cookie.ts`,
    line: "if (!VALUE.test(encoded)) throw new TypeError('Invalid cookie value')",
    original: '!VALUE.test(encoded)',
    replacement: 'false',
    reason: 'What `encodeURIComponent` writes is a cookie value; the line is a second lock.',
  },
  {
    file: `${http}/cookie.ts`,
    line: "if (!VALUE.test(encoded)) throw new TypeError('Invalid cookie value')",
    original: "'Invalid cookie value'",
    reason: 'What `encodeURIComponent` writes is a cookie value, so nothing gets here.',
  },
  {
    file: `${http}/cookie.ts`,
    line: String.raw`const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/`,
    original: String.raw`/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/`,
    replacement: String.raw`/[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/`,
    reason: 'What `encodeURIComponent` writes is a cookie value, so it always matches.',
  },
  {
    file: `${http}/cookie.ts`,
    line: String.raw`const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/`,
    original: String.raw`/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/`,
    replacement: String.raw`/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*/`,
    reason: 'What `encodeURIComponent` writes is a cookie value, so it always matches.',
  },
  {
    file: `${http}/cookie.ts`,
    line: "if (domain !== undefined && !DOMAIN.test(domain)) throw new TypeError('Invalid cookie domain')",
    original: 'domain !== undefined',
    replacement: 'true',
    reason: 'The text `undefined`, which the expression is given then, matches.',
  },
  {
    file: `${http}/cookie.ts`,
    line: "if (!value.includes('%')) return value",
    original: "!value.includes('%')",
    replacement: 'false',
    reason: 'Only a shorter way: without a percent sign, decoding gives the same text.',
  },
  {
    file: `${http}/cookie.ts`,
    line: "if (!value.includes('%')) return value",
    original: "'%'",
    reason: 'Only a shorter way: without a percent sign, decoding gives the same text.',
  },
  {
    file: `${http}/cookie-jar.ts`,
    line: 'return options.domain === undefined ? name : `${name} ${options.domain}`',
    original: 'options.domain === undefined',
    replacement: 'false',
    reason: 'Any text that no other cookie has will do.',
  },
  {
    file: `${http}/cookie-jar.ts`,
    line: 'if (this.#changes.size === 0 && !this.#header.includes(name)) return this',
    original: 'this.#changes.size === 0 && !this.#header.includes(name)',
    replacement: 'false',
    reason: SHORTER,
  },
  {
    file: `${http}/cookie-jar.ts`,
    line: '(one, other) => one.length - other.length || (one < other ? -1 : 1),',
    original: 'one < other',
    replacement: 'one <= other',
    reason: 'No two of them are alike.',
  },
  {
    file: `${http}/cookie-jar.ts`,
    line: 'return this.#changes.size === 0 ? UNCHANGED : [...this.#changes.values()]',
    original: 'this.#changes.size === 0',
    replacement: 'false',
    reason: SHORTER,
  },
  {
    file: `${http}/cookie-jar.ts`,
    line: 'if (this.#changes.size === 0) return NO_HEADERS',
    original: 'this.#changes.size === 0',
    replacement: 'false',
    reason: SHORTER,
  },
]
