const folder = 'packages/core/src/lib'

const UNREACHED = 'Whatever starts a sign-in ends in a redirect; the compiler does not know.'
const ERRORS_ONLY = 'Nothing but errors is written to this log, and those are written either way.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const engine = [
  {
    file: 'packages/core/src/lib/framework/scope.ts',
    line: 'if (error instanceof TooManyRequests) this.#wait = error.retryAfter',
    original: 'error instanceof TooManyRequests',
    replacement: 'true',
    reason:
      'No other error says how long to wait, and what is thrown is an object; the compiler does not know.',
  },
  {
    file: `${folder}/server-operations.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: 'What is spread then may as well be nothing.',
  },
  {
    file: `${folder}/auth.ts`,
    line: 'const shownOrigins = createCache<string>({ entries: 64 })',
    original: '{ entries: 64 }',
    reason: 'Only how many are remembered: what is made again is the same.',
  },
  {
    file: `${folder}/auth.ts`,
    line: 'if (!log.debugging) return',
    original: '!log.debugging',
    replacement: 'false',
    reason: 'Only a shorter way: where nobody debugs nobody is told.',
  },
  {
    file: `${folder}/auth.ts`,
    line: "return SESSION_PATH.test(original.url) ? 'session' : 'everything'",
    original: "'everything'",
    reason: 'Only `session` is looked for.',
  },
  {
    file: `${folder}/auth.ts`,
    line: '} catch {',
    original: '{',
    reason: 'Only `session` is looked for.',
  },
  {
    file: `${folder}/auth.ts`,
    line: "return 'everything'",
    original: "'everything'",
    reason: 'Only `session` is looked for.',
  },
  {
    file: `${folder}/context.ts`,
    line: "const jar = new CookieJar(source.headers.get('cookie') ?? '')",
    original: "''",
    reason: 'Neither text has a cookie that is looked for.',
  },
  {
    file: `${folder}/context.ts`,
    line: 'const actionPaths = createCache<string>({ entries: 64 })',
    original: '{ entries: 64 }',
    reason: 'Only how many are remembered: what is made again is the same.',
  },
  {
    file: `${folder}/server-operations.ts`,
    line: "if (result.kind === 'redirect') return { url: result.to, cookies: result.jar.changes() }",
    original: "result.kind === 'redirect'",
    replacement: 'true',
    reason: UNREACHED,
  },
  {
    file: `${folder}/server-operations.ts`,
    line: "throw new CallbackRouteError('The sign-in needs a page of its own.')",
    original: "'The sign-in needs a page of its own.'",
    reason: UNREACHED,
  },
  {
    file: `${folder}/server-operations.ts`,
    line: "const full: AuthRequest = { ...request, method: 'POST', headers }",
    original: "'POST'",
    reason: 'No step of these operations looks at the method.',
  },
  {
    file: `${folder}/server-operations.ts`,
    line: "action: 'signout',",
    original: "'signout'",
    reason: 'It makes the address of the request, which nobody is shown at a sign-out.',
  },
  {
    file: `${folder}/server-operations.ts`,
    line: "return asRedirection(await endSession(context, 'address'))",
    original: "'address'",
    reason: 'Only `page` is looked for.',
  },
  {
    file: `${folder}/redirect-proxy.ts`,
    line: 'if (provider === undefined) {',
    original: 'provider === undefined',
    replacement: 'false',
    reason: 'The path of the only action has a provider; the compiler does not know.',
  },
  {
    file: `${folder}/redirect-proxy.ts`,
    line: 'if (provider === undefined) {',
    original: '{',
    replacement: '{}',
    reason: 'Nothing gets here: the path of the only action has a provider.',
  },
  {
    file: `${folder}/redirect-proxy.ts`,
    line: "{ env: {}, clock, basePath: '/' },",
    original: "'/'",
    reason: 'It is the default of an option that is set on the line before.',
  },
  {
    file: `${folder}/redirect-proxy.ts`,
    line: "throw new UnknownAction('The path of the callback does not name a provider.')",
    original: "'The path of the callback does not name a provider.'",
    reason: 'Neither the response, which has the text of the table, nor the log says it.',
  },
  {
    file: `${folder}/redirect-proxy.ts`,
    line: "return { ...onward, jar: new CookieJar('') }",
    original: "''",
    reason: 'Neither text has a cookie that is looked for.',
  },
  {
    file: `${folder}/redirect-proxy.ts`,
    line: 'const SILENT = createLog({ error: () => undefined }, false)',
    original: 'false',
    reason: ERRORS_ONLY,
  },
  {
    file: `${folder}/resolver.ts`,
    line: 'if (known) return attempt(input, () => known(input, purpose))',
    original: 'known',
    replacement: 'false',
    reason: 'Only a shorter way: what was made for the first request is kept.',
  },
  {
    file: `${folder}/resolver.ts`,
    line: 'logs.set(asError(error), createLog(input.logger, input.debug ?? false))',
    original: 'input.debug ?? false',
    reason: ERRORS_ONLY,
  },
  {
    file: `${folder}/resolver.ts`,
    line: 'logs.set(asError(error), createLog(input.logger, input.debug ?? false))',
    original: 'false',
    reason: ERRORS_ONLY,
  },
  {
    file: `${folder}/resolver.ts`,
    line: 'logFor: (thrown) => logs.get(asError(thrown)) ?? createLog(undefined, false),',
    original: 'false',
    reason: ERRORS_ONLY,
  },
  {
    file: `${folder}/authorize.ts`,
    line: "const accept = headers.get('accept') ?? ''",
    original: "''",
    reason: 'Neither text names a media type.',
  },
  {
    file: `${folder}/authorize.ts`,
    line: 'return await config.callbacks.authorized?.({ request, auth: read.session })',
    original: 'config.callbacks.authorized?.({ request, auth: read.session })',
    reason: 'Asked only where there is a callback; the compiler does not know.',
  },
  {
    file: `${folder}/authorize.ts`,
    line: 'known.log?.error(asError(cause), newReference())',
    original: 'known.log?.error',
    reason: 'Its only caller names a log; the compiler does not know.',
  },
  {
    file: `${folder}/authorize.ts`,
    line: "target.replace(/^https?:\\/\\/[^/?#]*/i, '').replace(/[?#].*$/s, '')",
    original: '/[?#].*$/s',
    replacement: '/[?#].*/s',
    reason: 'With this flag the dot stands for every character, so that it reaches the end anyway.',
  },
  {
    file: `${folder}/authorize.ts`,
    line: 'if (spellings.length === 1) return []',
    original: 'spellings.length === 1',
    replacement: 'false',
    reason: 'Only a shorter way: behind the only one there are no others.',
  },
  {
    file: `${folder}/check-session.ts`,
    line: 'if (parsed && /^https?:$/.test(parsed.protocol)) return parsed',
    original: '/^https?:$/',
    replacement: '/^https?:/',
    reason: 'The protocol of a URL ends with its only colon.',
  },
  {
    file: `${folder}/check-session.ts`,
    line: "const { strategy = adapter ? 'database' : 'jwt' } = session ?? {}",
    original: "'jwt'",
    reason: 'Only `database` is looked for.',
  },
  {
    file: `${folder}/check-session.ts`,
    line: "const sealed = readChunked(request.headers.get('cookie') ?? '', name)",
    original: "''",
    reason: 'Neither text has a cookie that is looked for.',
  },
]

const scope = 'packages/core/src/lib/framework'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const framework = [
  {
    file: `${scope}/form.ts`,
    line: "'csrfToken',",
    original: "'csrfToken'",
    reason: 'What enters a sign-in with credentials leaves it out as well.',
  },
  {
    file: `${scope}/form.ts`,
    line: "'redirect',",
    original: "'redirect'",
    reason: 'The sign-in on the server leaves it out as well.',
  },
  {
    file: `${scope}/form.ts`,
    line: 'const target = redirectTo === undefined ? {} : { redirectTo }',
    original: 'redirectTo === undefined',
    replacement: 'false',
    reason: 'A member that is undefined means the same as none.',
  },
  {
    file: `${scope}/form.ts`,
    line: '...(provider === undefined ? {} : { provider }),',
    original: 'provider === undefined',
    replacement: 'false',
    reason: 'A member that is undefined means the same as none.',
  },
  {
    file: `${scope}/framework-auth.ts`,
    line: 'const application = { core, config: source, reported: createCache<string>({ entries: 64 }) }',
    original: '{ entries: 64 }',
    reason: 'Only a shorter way: the log tells each path once by itself.',
  },
  {
    file: `${scope}/owns.ts`,
    line: "const input = typeof source === 'function' ? {} : source",
    original: "typeof source === 'function'",
    replacement: 'false',
    reason: 'A function has no base path either; the compiler does not know.',
  },
  {
    file: `${scope}/owns.ts`,
    line: "const input = typeof source === 'function' ? {} : source",
    original: "'function'",
    reason: 'A function has no base path either; the compiler does not know.',
  },
  {
    file: `${scope}/response-headers.ts`,
    line: "const vary = headers.get('vary') ?? ''",
    original: "''",
    reason: 'Neither text names the cookies.',
  },
  {
    file: `${scope}/response-headers.ts`,
    line: "return SHARED.test(headers.get('cache-control') ?? '')",
    original: "''",
    reason: 'Neither text lets a cache keep anything.',
  },
  {
    file: `${scope}/scope.ts`,
    line: "else this.#pending.set(`${cookie.name} ${cookie.options.domain ?? ''}`, { cookie, header })",
    original: "''",
    reason: 'Any text that no domain is will do.',
  },
  {
    file: `${scope}/scope.ts`,
    line: 'if (cookies.length === 0) return',
    original: 'cookies.length === 0',
    replacement: 'false',
    reason: 'Only a shorter way: without cookies the headers stay as they are.',
  },
  {
    file: `${scope}/scope.ts`,
    line: "headers.set('cookie', withCookies(headers.get('cookie') ?? '', cookies))",
    original: "''",
    reason: 'Neither text has a cookie that is looked for.',
  },
  {
    file: `${scope}/scope.ts`,
    line: 'this.#read = Promise.resolve({ ...read, cookies: [] })',
    original: '[]',
    reason: 'Of a reading that is kept nobody looks at the cookies: they have been set.',
  },
  {
    file: `${scope}/visits.ts`,
    line: "verdict.kind === 'redirect' || (verdict.kind === 'refuse' && verdict.status === 401)",
    original: "verdict.kind === 'refuse'",
    replacement: 'true',
    reason: 'Of those that are left, only a refusal has a status; the compiler does not know.',
  },
]
