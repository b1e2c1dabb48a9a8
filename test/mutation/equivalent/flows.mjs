const folder = 'packages/core/src/lib/flows'

const KIND = 'It tells the types of evidence apart; nothing reads it while the program runs.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const flows = [
  {
    file: `${folder}/credentials/callback.ts`,
    line: "prove({ kind: 'credentials', provider, user, credentials, askedAt }),",
    original: "'credentials'",
    reason: KIND,
  },
  {
    file: `${folder}/email/callback.ts`,
    line: "return completeSignIn(context, prove({ kind: 'email', provider, email }), prepareEmail)",
    original: "'email'",
    reason: KIND,
  },
  {
    file: `${folder}/webauthn/callback.ts`,
    line: "return { kind: 'webauthn', provider, ceremony: answer.ceremony, ...found }",
    original: "'webauthn'",
    reason: KIND,
  },
  {
    file: `${folder}/webauthn/callback.ts`,
    line: "return { kind: 'webauthn', provider, ceremony: WebAuthnRegister, user, account, authenticator }",
    original: "'webauthn'",
    reason: KIND,
  },
  {
    file: `${folder}/oauth/callback.ts`,
    line: 'provider.redirectProxyUrl === undefined',
    original: 'provider.redirectProxyUrl === undefined',
    replacement: 'false',
    reason: 'Only a shorter way: what is called then finds the same out.',
  },
  {
    file: `${folder}/email/callback.ts`,
    line: "typeof guess === 'number' && guess < MAX_ATTEMPTS",
    original: "typeof guess === 'number'",
    replacement: 'true',
    reason: 'No text is less than a number; the compiler does not know.',
  },
  {
    file: `${folder}/oauth/finish.ts`,
    line: 'prove(startedBy === undefined ? evidence : { ...evidence, startedBy }),',
    original: 'startedBy === undefined',
    replacement: 'false',
    reason: 'A member that is undefined means the same as none.',
  },
  {
    file: `${folder}/webauthn/callback.ts`,
    line: 'const user = userId === undefined ? null : await provider.store.getUser(userId)',
    original: 'userId === undefined',
    replacement: 'false',
    reason:
      'A challenge of another ceremony has been refused, and one to register names its user; the compiler does not know.',
  },
  {
    file: `${folder}/webauthn/callback.ts`,
    line: 'const proof = prove({ ...evidence, ...(startedBy === undefined ? {} : { startedBy }) })',
    original: 'startedBy === undefined',
    replacement: 'false',
    reason: 'A member that is undefined means the same as none.',
  },
  {
    file: 'packages/core/src/lib/accounts/credentials.ts',
    line: "return typeof id === 'bigint' || (typeof id === 'object' && id !== null) ? String(id) : id",
    original: 'id !== null',
    replacement: 'true',
    reason: 'The text `null` is not an id either, and the error looks at what was returned.',
  },
  {
    file: `${folder}/pages.ts`,
    line: "case 'email':",
    original: "case 'email':",
    reason:
      'Without the case nothing is returned, and of nothing as of no members nothing is taken.',
  },
  {
    file: `${folder}/pages.ts`,
    line: "case 'email':",
    original: "'email'",
    reason:
      'Without the case nothing is returned, and of nothing as of no members nothing is taken.',
  },
  {
    file: `${folder}/pages.ts`,
    line: "const provider = config.providers.get(request.query.get('provider') ?? '')",
    original: "''",
    reason: 'Neither text is the id of a provider.',
  },
  {
    file: `${folder}/session.ts`,
    line: "return andThen(selectStrategy(context.config).read(context, 'client'), toResult)",
    original: "'client'",
    reason: 'Only the other view, `server`, is looked for.',
  },
  {
    file: `${folder}/session.ts`,
    line: "return toResult(await selectStrategy(context.config).read(context, 'client', { data }))",
    original: "'client'",
    reason: 'Only the other view, `server`, is looked for.',
  },
  {
    file: `${folder}/webauthn/options.ts`,
    line: 'if (email === undefined) return null',
    original: 'email === undefined',
    replacement: 'false',
    reason:
      'Where the library looks for the user the address is the only field, and without any field nobody is looked for.',
  },
  {
    file: `${folder}/actions.ts`,
    line: "provider: 'required',",
    original: "'required'",
    reason:
      'Only `none` is looked for: a callback that names no provider is refused where it is looked up.',
  },
  {
    file: `${folder}/actions.ts`,
    line: "provider: 'optional',",
    original: "'optional'",
    reason: 'Only `none` is looked for.',
  },
  {
    file: `${folder}/actions.ts`,
    line: "failsAs: 'page',",
    original: "'page'",
    reason: 'Only `json` is looked for.',
  },
  {
    file: `${folder}/actions.ts`,
    line: "target: 'given',",
    original: "'given'",
    reason: 'Only `none` and `remembered` are looked for.',
  },
  {
    file: `${folder}/complete-sign-in.ts`,
    line: "...(account?.type === 'credentials' ? {} : { isNewUser }),",
    original: 'account?.type',
    replacement: 'account.type',
    reason: 'Every way to sign in has an account; the compiler does not know.',
  },
  {
    file: `${folder}/oauth/callback.ts`,
    line: 'const jar = id === undefined ? sent : expireTransaction(sent, profile, id)',
    original: 'id === undefined',
    replacement: 'false',
    reason: 'No sign-in has the id `undefined`, so that it has no cookies that could be deleted.',
  },
  {
    file: `${folder}/sign-out.ts`,
    line: 'if (error instanceof SignOutError) error.cookies = jar.changes()',
    original: 'error instanceof SignOutError',
    replacement: 'true',
    reason: 'The cookies of another error are not looked at.',
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
    line: "return renderPage('signout', shape, build, { host, action, csrfToken, callbackUrl, cancelUrl })",
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
