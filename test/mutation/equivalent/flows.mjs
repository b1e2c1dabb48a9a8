const folder = 'packages/core/src/lib/flows'

const UNCOUNTED = 'Where limits are off nobody counts, whatever the names.'
const UNSHOWN =
  'Only a failure shows the steps before it, and after this one nothing of the application fails.'
const KIND = 'It tells the types of evidence apart; nothing reads it while the program runs.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const flows = [
  {
    file: `${folder}/webauthn/options.ts`,
    line: 'provider.config.getUserInfo?.(...asked),',
    original: 'provider.config.getUserInfo?.(...asked)',
    replacement: 'provider.config.getUserInfo(...asked)',
    reason: 'Called only where there is one; the compiler does not know inside a function.',
  },
  {
    file: `${folder}/credentials/callback.ts`,
    line: "prove({ kind: 'credentials', provider, user, credentials, askedAt, epoch }),",
    original: "'credentials'",
    reason: KIND,
  },
  {
    file: `${folder}/credentials/callback.ts`,
    line: 'const names = limits ? findNames(limits, config, credentials) : []',
    original: '[]',
    reason: UNCOUNTED,
  },
  {
    file: `${folder}/email/callback.ts`,
    line: "const proof = prove({ kind: 'email', provider, email, epoch })",
    original: "'email'",
    reason: KIND,
  },
  {
    file: `${folder}/email/callback.ts`,
    line: ': []',
    original: '[]',
    reason: UNCOUNTED,
  },
  {
    file: `${folder}/email/start.ts`,
    line: 'const names = limits ? [countedName(identifier, limits)] : []',
    original: '[]',
    reason: UNCOUNTED,
  },
  {
    file: `${folder}/webauthn/callback.ts`,
    line: "return { kind: 'webauthn', provider, ceremony, epoch, ...found }",
    original: "'webauthn'",
    reason: KIND,
  },
  {
    file: `${folder}/webauthn/callback.ts`,
    line: "return { kind: 'webauthn', provider, ceremony, epoch, user, account, authenticator }",
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
    file: 'packages/core/src/lib/sign-in/credentials/account.ts',
    line: "return typeof id === 'bigint' || (typeof id === 'object' && id !== null) ? String(id) : id",
    original: 'id !== null',
    replacement: 'true',
    reason: 'The text `null` is not an id either, and the error looks at what was returned.',
  },
  ...['true', 'providers.length >= 1'].map((replacement) => ({
    file: `${folder}/pages.ts`,
    line: 'used: providers.length > 1 ? (await lastUsed()).findWayIn(context) : undefined,',
    original: 'providers.length > 1',
    replacement,
    reason: 'Only a shorter way: the page itself marks none where there is no other.',
  })),
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
    file: `${folder}/session.ts`,
    line: "if (context.config.limits) await (await spending()).spendOrThrow(context, 'update')",
    original: 'context.config.limits',
    replacement: 'true',
    reason: 'Only quicker: without limits nothing is spent, and nobody is refused.',
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
    reason: 'Only `json` and `problem` are looked for.',
  },
  {
    file: `${folder}/actions.ts`,
    line: "target: 'given',",
    original: "'given'",
    reason: 'Only `none` and `remembered` are looked for.',
  },
  {
    file: `${folder}/complete-sign-in.ts`,
    line: "note(context, 'session', issued ? 'issued' : 'none')",
    original: "'session'",
    reason: UNSHOWN,
  },
  {
    file: `${folder}/complete-sign-in.ts`,
    line: "note(context, 'session', issued ? 'issued' : 'none')",
    original: "'issued'",
    reason: UNSHOWN,
  },
  {
    file: `${folder}/complete-sign-in.ts`,
    line: "note(context, 'session', issued ? 'issued' : 'none')",
    original: "'none'",
    reason: UNSHOWN,
  },
  {
    file: `${folder}/complete-sign-in.ts`,
    line: "note(context, 'callback', elsewhere === undefined ? 'signIn passed' : 'signIn redirects')",
    original: 'elsewhere === undefined',
    replacement: 'true',
    reason: UNSHOWN,
  },
  {
    file: `${folder}/complete-sign-in.ts`,
    line: "note(context, 'callback', elsewhere === undefined ? 'signIn passed' : 'signIn redirects')",
    original: "'signIn redirects'",
    reason: UNSHOWN,
  },
  {
    file: `${folder}/after-sign-in.ts`,
    line: "const label = readLabel(context.headers?.get('user-agent'))",
    original: 'context.headers?.get',
    replacement: 'context.headers.get',
    reason: 'A sign-in has headers; the compiler does not know.',
  },
  {
    file: `${folder}/pages.ts`,
    line: 'if (!(await hasSession(context))) return undefined',
    original: '!(await hasSession(context))',
    replacement: 'false',
    reason: 'Only a shorter way: where there is no session nobody is found either.',
  },
  {
    file: `${folder}/after-sign-in.ts`,
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
    file: 'packages/core/src/lib/sign-out/end-session.ts',
    line: 'if (error instanceof SignOutError) error.cookies = jar.changes()',
    original: 'error instanceof SignOutError',
    replacement: 'true',
    reason: 'The cookies of another error are not looked at.',
  },
  {
    file: `${folder}/present.ts`,
    line: "const { session } = await strategy.read({ ...context, readOnly: true }, 'server')",
    original: "'server'",
    replacement: '""',
    reason:
      'Only whether there is a session is looked at, and callbacks are given the same in both views.',
  },
  {
    file: 'packages/core/src/lib/failures/describe-trace.ts',
    line: "const [, action = 'another action'] = ACTION.exec(url) ?? []",
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'The first member is not looked at.',
  },
  {
    file: 'packages/core/src/lib/failures/describe-trace.ts',
    line: "const site = headers.get('sec-fetch-site') ?? 'not said'",
    original: "'not said'",
    replacement: '""',
    reason: 'Neither text is on the list.',
  },
  {
    file: 'packages/core/src/lib/failures/describe-trace.ts',
    line: "const jar = new CookieJar(headers.get('cookie') ?? '')",
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'Neither text names one of the cookies.',
  },
]
