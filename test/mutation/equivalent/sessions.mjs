const folder = 'packages/core/src/lib/sessions'
const devices = 'packages/core/src/lib/actions/devices.ts'
const server = 'packages/core/src/lib/engine/server-sessions.ts'

const REFUSED =
  'The option is refused over an adapter without the capability; the compiler does not know.'
const ENDS = 'Only `none` and `others` are looked for.'
const ORIGIN = 'What is looked up without a request belongs to no address; the type asks for one.'
const OF_TOKEN =
  'Only a session that is sealed has no row, and that says when it began; the compiler does not know.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const sessions = [
  {
    file: devices,
    line: "provider: config.providers.get(device.provider ?? '')?.name ?? device.provider,",
    original: "''",
    reason: 'Neither text is the id of a provider.',
  },
  {
    file: devices,
    line: "const { requireFresh: seconds = FRESH } = typeof devices === 'object' ? devices : {}",
    original: "typeof devices === 'object'",
    replacement: 'true',
    reason: 'A switch has no members that could be read.',
  },
  ...['adapter?.listSessionsByUserId?.(userId)', 'adapter?.listSessionsByUserId', '[]'].map(
    (original) => ({
      file: `${folder}/list.ts`,
      line: 'const rows = (await adapter?.listSessionsByUserId?.(userId)) ?? []',
      original,
      reason: REFUSED,
    }),
  ),
  ...['adapter?.listDevicesByUserId?.(userId)', 'adapter?.listDevicesByUserId', '[]'].map(
    (original) => ({
      file: `${folder}/list.ts`,
      line: 'const devices = (await adapter?.listDevicesByUserId?.(userId)) ?? []',
      original,
      reason: REFUSED,
    }),
  ),
  {
    file: `${folder}/list.ts`,
    line: "const canListRows = session.strategy === 'database' && adapter?.listSessionsByUserId !== undefined",
    original: 'adapter?.listSessionsByUserId',
    reason: 'That strategy has an adapter; the compiler does not know.',
  },
  {
    file: `${folder}/list.ts`,
    line: "label: readLabel(headers?.get('user-agent')),",
    original: 'headers?.get',
    reason:
      'Only a request has a session of its own, and it has headers; the compiler does not know.',
  },
  {
    file: `${folder}/list.ts`,
    line: 'createdAt: signedInAt === undefined ? null : new Date(signedInAt * 1000),',
    original: 'signedInAt === undefined',
    replacement: 'false',
    reason: OF_TOKEN,
  },
  {
    file: `${folder}/sessions.ts`,
    line: 'const isOwn = current !== null && (userId === undefined || userId === owner)',
    original: 'current !== null',
    replacement: 'true',
    reason: 'Without a session there is no owner, and a user is named; the compiler does not know.',
  },
  {
    file: server,
    line: 'const nobody = (): RequestSource => ({ headers: new Headers() })',
    original: '{ headers: new Headers() }',
    reason: 'Where there is no request nobody reads its headers; the type asks for them.',
  },
  ...["{ href: 'https://host.invalid', secure: true }", "'https://host.invalid'", 'true'].map(
    (original) => ({
      file: server,
      line: "const origin = { href: 'https://host.invalid', secure: true }",
      original,
      reason: ORIGIN,
    }),
  ),
  {
    file: server,
    line: "return { config, origin, profile: config.secure, jar: new CookieJar('') }",
    original: "''",
    reason: 'Neither text has a cookie.',
  },
  ...['password-reset', 'user-disabled', 'user-deleted'].map((change) => ({
    file: `${folder}/changes.ts`,
    line: `'${change}': { ends: 'all', reason: '${change.startsWith('user') ? 'admin' : 'password-changed'}' },`,
    original: "'all'",
    reason: ENDS,
  })),
]

const told = 'packages/core/src/lib/responses'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const responses = [
  {
    file: `${told}/last-used.ts`,
    line: "return { name: device.name.replace(/device$/, 'last-used'), options: device.options }",
    original: '/device$/',
    replacement: '/device/',
    reason: 'The name has the word once, at its end.',
  },
  {
    file: `${told}/last-used.ts`,
    line: 'return id !== undefined && context.config.providers.has(id) ? id : undefined',
    original: 'id !== undefined',
    replacement: 'true',
    reason: 'Nothing is not the id of a provider either; the compiler does not know.',
  },
  {
    file: `${told}/failure-result.ts`,
    line: "const jar = isFlow ? thrown.jar : new CookieJar('')",
    original: "''",
    reason: 'Neither text has a cookie that is looked for.',
  },
  {
    file: `${told}/failure-result.ts`,
    line: 'const log = config?.log ?? context.log ?? createLog(undefined, false)',
    original: 'false',
    reason: 'Nothing but errors is written to this log, and those are written either way.',
  },
  {
    file: `${told}/page-result.ts`,
    line: 'const sources = createCache<Promise<string>>({ entries: 128 })',
    original: '{ entries: 128 }',
    reason: 'Only how many are remembered: what is made again is the same.',
  },
  {
    file: `${told}/verdict-response.ts`,
    line: "const jar = new CookieJar('')",
    original: "''",
    reason: 'Neither text has a cookie that is looked for.',
  },
  {
    file: `${told}/failure-result.ts`,
    line: "(headers.get('accept') ?? '').includes('text/html') && !headers.has('x-auth-return-redirect')",
    original: "''",
    reason: 'Neither text names a media type.',
  },
  {
    file: `${told}/failure-result.ts`,
    line: 'callbackUrl: isSignIn && returnTo !== origin?.href ? returnTo : undefined,',
    original: 'origin?.href',
    reason:
      'A browser is sent elsewhere only from an origin that is known; the compiler does not know.',
  },
  {
    file: `${told}/failure-result.ts`,
    line: "row.page === 'problem' ? undefined : parseOwnTarget(config.pages[row.page], origin.href)",
    original: "row.page === 'problem'",
    replacement: 'false',
    reason: 'Asked only where the page is another; the compiler does not know.',
  },
  {
    file: `${told}/failure-result.ts`,
    line: "row.page === 'problem' ? undefined : parseOwnTarget(config.pages[row.page], origin.href)",
    original: "'problem'",
    reason: 'Asked only where the page is another; the compiler does not know.',
  },
  ...[
    String.raw`const [, id = ''] = /"([\w.~-]{1,64})"/.exec(error.message) ?? []`,
    String.raw`const [, id = ''] = /^The mail of "([\w.~-]{1,64})" could not be sent:/.exec(error.message) ?? []`,
  ].flatMap((line) => [
    {
      file: `${told}/advice.ts`,
      line,
      original: "''",
      reason: 'Neither text is the id of a provider.',
    },
    {
      file: `${told}/advice.ts`,
      line,
      original: '[]',
      reason: 'Only the second element of the list is looked at.',
    },
  ]),
  ...[
    String.raw`const [, id] = /^The provider "([\w.~-]{1,64})" is not configured\./.exec(error.message) ?? []`,
    'const [, subject, what] = FUNCTION.exec(error.message) ?? []',
  ].map((line) => ({
    file: `${told}/advice.ts`,
    line,
    original: '[]',
    reason: 'Only later elements of the list are looked at.',
  })),
  {
    file: `${told}/advice.ts`,
    line: "const { error: code = '', status } = readFacts(given.error)",
    original: "''",
    reason: 'Neither text is a code that is looked for.',
  },
  {
    file: `${told}/advice.ts`,
    line: "const from = headers.get('origin') ?? ''",
    original: "''",
    reason: 'Neither text is a URL.',
  },
  ...[
    "const { error: code = '', status } = readFacts(error)",
    "function ofService({ error = '', status, silent }: Fact): SignInPageReason | undefined {",
  ].map((line) => ({
    file: `${told}/reason.ts`,
    line,
    original: "''",
    reason: 'Neither text is a code that is looked for.',
  })),
  {
    file: `${told}/reason.ts`,
    line: 'return Object.hasOwn(REASONS, error.type) ? REASONS[error.type]?.(error) : undefined',
    original: 'REASONS[error.type]?.(error)',
    replacement: 'REASONS[error.type](error)',
    reason: 'The table has a function under that name; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/sign-out/everywhere.ts',
    line: "if (session.strategy === 'database' && !adapter?.deleteSessionsByUserId) {",
    original: 'adapter?.deleteSessionsByUserId',
    replacement: 'adapter.deleteSessionsByUserId',
    reason: 'The strategy `database` asks for an adapter; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/sign-out/front-channel.ts',
    line: "{ sessionId, userId = '', signedInBy, providerSession }: Current,",
    original: "''",
    reason: 'A session in a store has a user; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/session/fresh.ts',
    line: 'if (signedInAt !== undefined && numericDate(clock()) - signedInAt <= seconds) return',
    original: 'signedInAt !== undefined',
    replacement: 'true',
    reason: 'What is not a number is at most nothing; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/session/present-person.ts',
    line: "const { session } = await strategy.read({ ...context, readOnly: true }, 'client')",
    original: "'client'",
    reason: 'Whatever is not the view of the server is shown the same.',
  },
  {
    file: 'packages/core/src/lib/sessions/database-strategy.ts',
    line: 'if (!config.session.devices) return',
    original: '!config.session.devices',
    replacement: 'false',
    reason: 'Only a shorter way: without the option nothing is noted.',
  },
  {
    file: 'packages/core/src/lib/sessions/database-strategy.ts',
    line: "await noteDevice(context, { ...issued, userId: identity.user.id ?? '', ...source })",
    original: "''",
    reason:
      'With sessions in a database a user who is not stored has been refused; the compiler does not know.',
  },
  {
    file: `${told}/failure-result.ts`,
    line: 'callbackUrl: isSignIn && returnTo !== origin?.href ? returnTo : undefined,',
    original: 'origin?.href',
    replacement: 'origin.href',
    reason: 'Without an origin the failure is answered in place; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/sign-out/back-channel.ts',
    line: 'if (adapter?.listDevicesByProviderSession) {',
    original: 'adapter?.listDevicesByProviderSession',
    replacement: 'adapter.listDevicesByProviderSession',
    reason: 'Devices are listed only by an adapter; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/sign-out/back-channel.ts',
    line: "const key = (await providerKeys(issuer, { sid })).session ?? ''",
    original: "''",
    reason: 'A token without `sub` has a `sid`, which has a key; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/sign-out/end-session.ts',
    line: "return endSession(context, script ? 'address' : 'page')",
    original: "'address'",
    reason: 'Only `page` is looked for.',
  },
]
