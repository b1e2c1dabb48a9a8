// Lines of the contract, each broken on purpose where the library keeps it.

const CORE = 'test/contract/core.test.ts'
const NEXT = 'test/contract/next.test.ts'
const LIB = 'packages/core/src/lib'

/**
 * @param {string} suite
 * @param {string} folder
 * @returns {(proof: readonly [rule: string, test: string], bug: string, change: readonly [file: string, find: string, replace: string], path?: string) => import('./row.d.ts').Row}
 */
const inSuite =
  (suite, folder) =>
  ([rule, test], bug, [file, find, replace], path) => ({
    rule,
    bug,
    ...(path === undefined ? {} : { path }),
    file: `${folder}/${file}`,
    find,
    replace,
    suite,
    test,
  })

const core = inSuite(CORE, LIB)
const nextPackage = inSuite(NEXT, 'frameworks/next/src/lib')

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  // How it is set up
  core(
    ['INIT-function', 'the configuration may be the result of a function'],
    'A function is taken for an object.',
    [
      'resolver.ts',
      "const resolve =\n    typeof source === 'function'",
      "const resolve =\n    typeof source === 'function' && source.length > 9",
    ],
  ),
  core(
    ['INIT-promise', 'the configuration may be the result of an async function'],
    'The promise of a configuration is not awaited.',
    [
      'resolver.ts',
      "naming(AuthError, 'The configuration function', () => source(from.request))",
      '({ ...source(from.request) } as AnyConfig)',
    ],
  ),
  core(
    ['INIT-function-request', 'the configuration function gets the request of an action'],
    'The function is not given the request.',
    ['resolver.ts', '() => source(from.request)', '() => source()'],
  ),
  core(
    ['INIT-env', 'AUTH_URL and AUTH_SECRET set the URL and the secret'],
    'The secret of the environment is not read.',
    ['config/env.ts', "[...rotated, setting(env, 'SECRET')]", '[...rotated]'],
  ),
  core(
    ['ENV-AUTH_URL', 'AUTH_URL is the URL, whatever the request says'],
    'The address of the environment is not read.',
    ['config/env.ts', "url: parseUrl(setting(env, 'URL'))", 'url: parseUrl(undefined)'],
  ),
  core(
    ['ENV-LEGACY_SECRET', 'LEGACY_SECRET is the secret if AUTH_SECRET is not set'],
    'The older names of the variables are not known.',
    ['config/env.ts', '`AUTH_${name}`, `LEGACY_${name}`, `NEXTAUTH_${name}`', '`AUTH_${name}`'],
  ),
  core(
    ['ENV-PROVIDER_ID', 'the client id of a provider comes from its variable'],
    'The client id of the environment is not read.',
    ['config/env.ts', "clientId: 'ID'", "clientId: 'CLIENT'"],
  ),
  core(
    ['ENV-PROVIDER_SECRET', 'id and secret of a provider come from variables in upper snake case'],
    'The client secret of the environment is not read.',
    ['config/env.ts', "clientSecret: 'SECRET'", "clientSecret: 'CLIENT_SECRET'"],
  ),
  core(
    ['ENV-PROVIDER-name', 'id and secret of a provider come from variables in upper snake case'],
    'The id of a provider is not written in upper case.',
    ['config/env.ts', 'id.toUpperCase().replaceAll', 'id.replaceAll'],
  ),
  core(
    ['ENV-AUTH_REDIRECT_PROXY_URL', 'AUTH_REDIRECT_PROXY_URL sets the redirect proxy'],
    'The variable of the redirect proxy is not read.',
    [
      'config/redirect-proxy-url.ts',
      'input.redirectProxyUrl || settings.redirectProxyUrl',
      'input.redirectProxyUrl',
    ],
  ),

  // Options
  core(
    ['OPT-basePath', 'the actions are answered under basePath only'],
    'The base path of the configuration is not used.',
    [
      'config/base-path.ts',
      'const own = normalizeBasePath(input.basePath)',
      'const own = normalizeBasePath(fallback)',
    ],
  ),
  core(
    ['OPT-secret-array-first', 'new sessions are sealed with the first secret'],
    'New sessions are sealed with the oldest secret.',
    [
      'crypto/sealed-box.ts',
      'await findKeys(kind).first()',
      'await createKeys(secrets.slice(-1), names[kind], `latchstring v1 ${kind}`).first()',
    ],
  ),
  core(
    ['OPT-debug-logger', 'debug does not affect a configured logger'],
    'A logger without `debug` gets the debug log of the console.',
    ['logger/logger.ts', 'debug && !custom ? consoleLogger', 'debug ? consoleLogger'],
  ),
  core(
    ['RES-LOGGER-partial', 'the console logs what a configured logger has no method for'],
    'A logger without `warn` loses the warnings.',
    ['logger/logger.ts', 'custom?.warn ? custom : consoleLogger', 'custom ?? consoleLogger'],
  ),
  core(
    [
      'OPT-redirectProxyUrl-state',
      'an authorization request behind a redirect proxy always has a state',
    ],
    'The redirect proxy does not turn on `state`.',
    ['config/providers.ts', "if (proxied) checks.add('state')", ''],
  ),
  core(
    ['OPT-redirectProxyUrl-provider', 'a provider may have a redirect proxy of its own'],
    'The redirect proxy of a provider is not read.',
    [
      'config/providers.ts',
      'const proxy = config.redirectProxyUrl || context.redirectProxyUrl',
      'const proxy = context.redirectProxyUrl',
    ],
  ),
  core(
    ['OPT-skipCSRFCheck', 'with skipCSRFCheck no CSRF token is sent or required'],
    'The symbol does not turn the token off.',
    ['config/resolve.ts', 'csrf: input.skipCSRFCheck !== skipCSRFCheck', 'csrf: true'],
  ),
  core(
    [
      'OPT-useSecureCookies',
      'useSecureCookies decides whether cookies are Secure, whatever the protocol',
    ],
    'The option is not read.',
    ['context.ts', 'config.useSecureCookies ?? origin.secure', 'origin.secure'],
  ),
  core(
    ['OPT-useSecureCookies-default', 'cookies are Secure on https, and not on http'],
    'Cookies are for https whatever the address is.',
    ['context.ts', 'config.useSecureCookies ?? origin.secure', 'config.useSecureCookies ?? true'],
  ),
  core(
    ['OPT-customFetch', 'customFetch makes every request to OAuth endpoints'],
    'customFetch of an OAuth provider is not used.',
    [
      'config/providers.ts',
      'fetch: config[customFetch], insecureLoopback',
      'fetch: undefined, insecureLoopback',
    ],
    'OAuth',
  ),
  core(
    ['OPT-theme', 'the configured theme is on the built-in pages'],
    'The brand colour of the theme is not on the pages.',
    ['pages/theme-style.ts', "property('brand', brand) + ", ''],
  ),
  core(
    ['RES-THEME-buttonText', 'the configured theme is on the built-in pages'],
    'The colour of the text on buttons is not read.',
    ['pages/theme-style.ts', 'parseColour(theme.buttonText) ?? ', ''],
  ),
  core(
    ['OPT-pages', 'each configured page replaces only the built-in page of that name'],
    'Pages of the application are not used.',
    [
      'flows/pages.ts',
      'const path = config.pages[name]',
      'const path = undefined as string | undefined',
    ],
  ),
  core(
    ['RES-PAGES-newUser', 'a new user is redirected to pages.newUser once'],
    'New users go where everybody goes.',
    [
      'flows/complete-sign-in.ts',
      'if (!isNewUser || newUser === undefined) return returnTo',
      'if (newUser !== newUser || !isNewUser || newUser === undefined || newUser) return returnTo',
    ],
    'database',
  ),
  core(
    [
      'RES-PAGES-newUser-every-kind',
      'a user who is created at sign-in is redirected to pages.newUser, and other users are not',
    ],
    'Everybody is sent to the page for new users.',
    ['flows/complete-sign-in.ts', '!isNewUser || newUser === undefined', 'newUser === undefined'],
  ),
  core(
    ['RES-COOKIE-options', 'name and options of every cookie can be overridden'],
    'The attributes of a cookie that is configured are dropped.',
    ['config/cookies.ts', '      ...cookieAttributes(own?.options),\n', ''],
  ),
  core(
    ['RES-COOKIE-name', 'name and options of every cookie can be overridden'],
    'The name of a cookie that is configured is dropped.',
    ['config/cookies.ts', 'own?.name ?? cookiePrefix', 'cookiePrefix'],
  ),

  // Actions
  core(
    ['HTTP-providers-GET', 'GET providers lists every provider in order, with public members only'],
    'The list of providers says too much.',
    [
      'responses/public-providers.ts',
      '    type: kind,\n',
      '    type: kind,\n    clientId: kind,\n',
    ],
  ),
  core(
    [
      'RES-PUBLICPROVIDER-callbackUrl',
      'GET providers lists every provider in order, with public members only',
    ],
    'The callback address is that of the sign-in.',
    [
      'responses/public-providers.ts',
      'callbackUrl: actionUrl(context, `callback/${id}`)',
      'callbackUrl: actionUrl(context, `signin/${id}`)',
    ],
  ),
  core(
    ['HTTP-csrf-404', 'with skipCSRFCheck no CSRF token is sent or required'],
    'csrf answers 200 when it is turned off.',
    ['flows/csrf.ts', 'status: 404', 'status: 200'],
  ),
  core(
    ['WARN-csrf-disabled', 'with skipCSRFCheck no CSRF token is sent or required'],
    'Nobody is warned that the token is turned off.',
    ['flows/csrf.ts', "config.log.warn('csrf-disabled')", ''],
  ),
  core(
    ['HTTP-signout-POST', 'POST signout with the CSRF token ends a jwt session and redirects'],
    'A sign-out ends no session.',
    [
      'logout/end-session.ts',
      'await selectStrategy(context.config).revoke(context)',
      'context.jar',
    ],
    'jwt',
  ),
  core(
    ['HTTP-signin-POST-csrf', 'POST signin with the CSRF token redirects to the provider'],
    'POST signin takes a request without a token.',
    [
      'flows/actions.ts',
      'POST: { ...CHANGE, run: signIn }',
      "POST: { ...CHANGE, csrf: 'none', run: signIn }",
    ],
  ),
  core(
    ['HTTP-signout-POST-csrf', 'POST signout with the CSRF token ends a jwt session and redirects'],
    'POST signout takes a request without a token.',
    [
      'flows/actions.ts',
      'POST: { ...CHANGE, run: async (context) => (await endings())',
      "POST: { ...CHANGE, csrf: 'none', run: async (context) => (await endings())",
    ],
  ),
  core(
    ['HTTP-session-POST', 'POST session updates the session and returns it'],
    'POST session takes a request without a token.',
    [
      'flows/actions.ts',
      'POST: { ...CHANGE, run: updateSession }',
      "POST: { ...CHANGE, csrf: 'none', run: updateSession }",
    ],
  ),
  core(
    ['STATE-session-post', 'POST session updates the session and returns it'],
    'The data of an update is not handed on.',
    ['flows/session.ts', "'client', { data })", "'client')"],
  ),
  core(
    [
      'HTTP-callback-POST-error',
      'POST callback signs in with correct credentials, and redirects with an error for wrong ones',
    ],
    'Wrong credentials are not an error.',
    [
      'flows/credentials/callback.ts',
      'if (user) return user\n',
      'if (user !== undefined) return user as User\n',
    ],
  ),

  // Callbacks
  core(
    [
      'STATE-signIn-false',
      'signIn that returns false redirects every kind of sign-in to the error page',
    ],
    'false does not stop a sign-in.',
    [
      'accounts/gate.ts',
      'if (verdict === true) return undefined',
      'if (typeof verdict === "boolean") return undefined',
    ],
  ),
  core(
    ['STATE-signIn-string', 'signIn that returns a string redirects there without a session'],
    'A string does not send the browser anywhere.',
    [
      'accounts/gate.ts',
      "if (typeof verdict === 'string') return",
      "if (typeof verdict === 'number') return",
    ],
  ),
  core(
    [
      'STATE-signIn-throws-AccessDenied',
      'an error of the signIn callback stops the sign-in as AccessDenied with the original message',
    ],
    'What signIn throws is not its message.',
    ['accounts/gate.ts', 'new AccessDenied(err.message', "new AccessDenied('refused'"],
  ),
  core(
    [
      'STATE-signIn-email-both',
      'the signIn callback can refuse a mail when it is requested, and when its link is opened',
    ],
    'signIn is not asked when a mail is wanted.',
    [
      'flows/email/start.ts',
      'const elsewhere = await passGate(context, {',
      'const elsewhere = await (async (..._: unknown[]) => undefined as string | undefined)(context, {',
    ],
  ),
  core(
    ['CB-signIn-profile', 'the signIn callback gets the profile with OAuth'],
    'signIn does not get the profile.',
    [
      'accounts/oauth.ts',
      'return { params: { user, account, profile }, store: async () => identity }',
      'return { params: { user, account }, store: async () => identity }',
    ],
    'no store',
  ),
  core(
    [
      'CB-signIn-credentials',
      'the signIn callback is called at every sign-in with credentials, with user, account and inputs',
    ],
    'signIn does not get what was entered.',
    [
      'accounts/credentials.ts',
      'params: { user, account, credentials }',
      'params: { user, account }',
    ],
  ),
  core(
    ['CB-redirect-default', 'by default the redirect callback allows only URLs of the application'],
    'Other sites are followed.',
    [
      'return-to.ts',
      'return parseOwnTarget(target, origin.href)?.href ?? origin.href',
      'return parseTarget(target, origin.href)?.href ?? origin.href',
    ],
  ),
  core(
    ['CB-redirect-returns', 'the redirect callback decides the target after sign-in and sign-out'],
    'What redirect returns is not used.',
    [
      'return-to.ts',
      'return parseTarget(result, origin.href)?.href ?? origin.href',
      'return parseTarget(url, origin.href)?.href ?? origin.href',
    ],
  ),
  core(['CB-jwt-null', 'null ends the session'], 'null does not end a session.', [
    'session/jwt-strategy.ts',
    'if (token === null) return { session: null, jar: clearSessionCookie(context) }',
    'if (token === null) return { session: {}, jar: context.jar }',
  ]),
  core(
    ['CB-jwt-trigger-update', 'the jwt callback gets the data of an update by the client'],
    'An update has no trigger.',
    [
      'session/jwt-strategy.ts',
      "update && { trigger: 'update' as const, session: update.data }",
      'update && { session: update.data }',
    ],
  ),
  core(
    [
      'CB-jwt-trigger-signUp',
      'trigger is signUp when the user is stored for the first time, and signIn afterwards',
    ],
    'trigger is never signUp.',
    ['session/jwt-strategy.ts', "trigger: isNewUser ? 'signUp' : 'signIn'", "trigger: 'signIn'"],
  ),
  core(
    ['CB-session-update', 'an update passes newSession and the trigger update to the callbacks'],
    'session does not learn of an update.',
    [
      'session/expose.ts',
      "update && { newSession: update.data, trigger: 'update' as const }",
      'update && {}',
    ],
  ),
  core(
    [
      'CB-session-returns',
      'the client gets the result of the session callback, and nothing else of the token',
    ],
    'What session returns is not used.',
    [
      'session/expose.ts',
      'if (!callbacks.session) return defaultSession(record, view)',
      'if (view) return defaultSession(record, view)',
    ],
  ),
  core(
    ['MECH-session-default', 'by default the client gets name, e-mail address and image'],
    'The id is shown to browsers.',
    ['session/claims.ts', "view === 'server' && sub !== undefined", 'sub !== undefined'],
    'jwt',
  ),
  core(
    ['CB-authorized-true', 'authorized that returns true allows the request'],
    'true does not let a request pass.',
    ['authorize.ts', 'if (verdict === true || isPublic', 'if (isPublic'],
  ),
  core(
    [
      'CB-authorized-false',
      'authorized that returns false redirects to the sign-in page, and the sign-in back',
    ],
    'false lets a request pass.',
    [
      'authorize.ts',
      'if (verdict === true || isPublic(context, question))',
      "if (typeof verdict === 'boolean' || isPublic(context, question))",
    ],
  ),
  core(
    ['CB-authorized-response', 'authorized that returns a response sends that response'],
    'A response does not override.',
    [
      'authorize.ts',
      'if (verdict instanceof Response) return',
      'if (verdict instanceof Blob) return',
    ],
  ),
  core(
    ['CB-authorized-loop', 'the sign-in page is shown even if the authorized callback refuses it'],
    'The sign-in page is refused.',
    ['authorize.ts', 'if (isActionPath(pathname, actionBase, ACTIONS)) return true', ''],
  ),

  // Sessions
  core(
    [
      'MECH-strategy-default-database',
      'with an adapter the session is a record that is found by the token in the cookie',
    ],
    'Sessions are tokens also with an adapter.',
    ['config/session.ts', "strategy = adapter ? 'database' : 'jwt'", "strategy = 'jwt'"],
  ),
  core(
    ['MECH-strategy-forced', 'the strategy jwt can be configured beside an adapter'],
    'The strategy cannot be chosen.',
    [
      'config/session.ts',
      "const { strategy = adapter ? 'database' : 'jwt', absoluteMaxAge } = session",
      "const { absoluteMaxAge } = session\n  const strategy = adapter ? 'database' : ('jwt' as const)",
    ],
  ),
  core(
    ['LIMIT-maxAge-default', 'a session ends 30 days from its last update'],
    'A session lasts another time than 30 days.',
    ['config/session.ts', 'const MAX_AGE = 2_592_000', 'const MAX_AGE = 2_592_001'],
  ),
  core(['LIMIT-maxAge', 'maxAge is the number of seconds a session lasts'], 'maxAge is not read.', [
    'config/session.ts',
    'session.maxAge ?? MAX_AGE',
    'MAX_AGE',
  ]),
  core(
    ['LIMIT-updateAge-default', 'a session is extended once a day'],
    'A session is extended at another time than after a day.',
    ['config/session.ts', 'const UPDATE_AGE = 86_400', 'const UPDATE_AGE = 90_000'],
  ),
  core(
    ['LIMIT-updateAge', 'updateAge is the number of seconds between two extensions'],
    'updateAge is not read.',
    ['config/session.ts', 'session.updateAge ?? UPDATE_AGE', 'UPDATE_AGE'],
  ),
  core(
    ['LIMIT-updateAge-zero', 'updateAge 0 extends a session at every read'],
    '0 counts as not set.',
    ['config/session.ts', 'session.updateAge ?? UPDATE_AGE', 'session.updateAge || UPDATE_AGE'],
  ),
  core(
    [
      'STATE-signOut-database',
      'POST signout deletes the record and the cookie of a database session',
    ],
    'The record of a session stays at the sign-out.',
    [
      'session/database-strategy.ts',
      "const ended = await remove(context, store, 'sign-out')",
      'const ended = await find(context, store, readCookie(context) ?? "").then((found) => found?.session ?? null)',
    ],
  ),
  core(
    ['MECH-generateSessionToken', 'generateSessionToken creates the tokens of database sessions'],
    'The function of the application is not asked.',
    [
      'session/database-strategy.ts',
      'generateToken(config, signedInAt.getTime())',
      'generateToken({ ...config, session: { ...config.session, generateSessionToken: undefined } } as never, signedInAt.getTime())',
    ],
  ),

  // Events
  core(
    ['EVENT-signIn-isNewUser', 'each kind of sign-in emits its events once and in order'],
    'signIn does not say who is new.',
    ['flows/after-sign-in.ts', "...(account?.type === 'credentials' ? {} : { isNewUser }),", ''],
  ),
  core(
    [
      'EVENT-createUser',
      'the first sign-in with OAuth creates a user, links an account and signs in',
    ],
    'createUser is told at every sign-in.',
    [
      'accounts/oauth-user.ts',
      "if (isNewUser) await emit(context.config, 'createUser'",
      "await emit(context.config, 'createUser'",
    ],
    'OAuth',
  ),
  core(
    [
      'EVENT-linkAccount-account',
      'the first sign-in with OAuth creates a user, links an account and signs in',
    ],
    'linkAccount is not told.',
    ['accounts/oauth-user.ts', '  if (linked)\n', '  if (linked && !linked)\n'],
  ),
  core(
    ['EVENT-updateUser', 'a known user who proves an address is updated'],
    'updateUser is told as createUser.',
    ['accounts/email.ts', "isNewUser ? 'createUser' : 'updateUser'", "'createUser'"],
    'e-mail',
  ),
  core(
    ['EVENT-signOut-token', 'the events session and signOut have the token with the strategy jwt'],
    'signOut is not told.',
    [
      'session/jwt-strategy.ts',
      "await emit(config, 'signOut', { token: withBothNames(opened.token) })",
      '',
    ],
    'jwt',
  ),
  core(
    [
      'EVENT-signOut-session',
      'the events session and signOut have the session with the strategy database',
    ],
    'signOut is not told.',
    ['session/database-strategy.ts', "await emit(config, 'signOut', { session: ended })", ''],
    'database',
  ),
  core(
    [
      'EVENT-session-database',
      'the events session and signOut have the session with the strategy database',
    ],
    'session is not told.',
    [
      'session/database-strategy.ts',
      "await emit(context.config, 'session', { session: session as Session })",
      '',
    ],
    'database',
  ),
  core(
    ['EVENT-session-jwt', 'the events session and signOut have the token with the strategy jwt'],
    'session is not told.',
    [
      'session/jwt-strategy.ts',
      "emit(config, 'session', { session: session as Session, token })",
      'undefined',
    ],
    'jwt',
  ),

  // Errors and warnings
  core(
    ['WARN-debug-enabled', 'debug logs steps of sign-in and store, and is off by default'],
    'Nobody is warned of debug.',
    ['config/warnings.ts', "if (input.debug) log.warn('debug-enabled')", ''],
  ),
  core(
    [
      'WARN-experimental-webauthn',
      'WebAuthn is off by default, and logs a warning when it is enabled',
    ],
    'Nobody is warned of the experimental feature.',
    [
      'config/warnings.ts',
      "if (input.experimental?.enableWebAuthn) log.warn('experimental-webauthn')",
      '',
    ],
  ),
  core(
    [
      'WARN-env-url-basepath-mismatch',
      'a warning is logged when AUTH_URL and basePath differ, and basePath is used',
    ],
    'The two warnings about the base path are mixed up.',
    [
      'config/base-path.ts',
      "own === fromEnv ? 'env-url-basepath-redundant'",
      "own !== fromEnv ? 'env-url-basepath-redundant'",
    ],
  ),
  core(
    [
      'ERR-MissingSecretError',
      'in production every action fails without a secret, with an error that says so',
    ],
    'A missing secret is made up.',
    [
      'config/secret.ts',
      'if (production) throw new MissingSecret',
      'if (!production) throw new MissingSecret',
    ],
  ),

  // Operations
  core(
    ['OP-signIn-redirectTo', 'signIn with a provider starts a sign-in that its callback finishes'],
    'redirectTo is not read.',
    [
      'server-operations.ts',
      "request.body.get('redirectTo') ?? request.body.get('callbackUrl')",
      "request.body.get('callbackUrl')",
    ],
  ),
  core(
    ['OP-signIn-page', 'signIn without a provider redirects to the sign-in page'],
    'The sign-in page of the application is not used.',
    [
      'context.ts',
      "return parseOwnTarget(config.pages.signIn, origin.href) ?? new URL(actionUrl(context, 'signin'))",
      "return config.pages.signIn === '' ? origin && new URL(origin.href) : new URL(actionUrl(context, 'signin'))",
    ],
  ),
  core(
    ['OP-signIn-current-page', 'after sign-in the user is back on the page it started from'],
    'The page it started from is forgotten.',
    ['server-operations.ts', "(headers.get('referer') ?? '/')", "'/'"],
  ),
  core(
    ['OP-update-session', 'an update runs the callbacks, and returns the new session or null'],
    'The data of an update from code is not handed on.',
    ['framework/framework-auth.ts', '{ data: data ?? {} }', '{ data: {} }'],
  ),
  core(
    ['OP-signIn-params-record', 'parameters of the authorization request: record'],
    'Parameters of the authorization request are dropped.',
    [
      'server-operations.ts',
      '...toParameters(parameters),',
      'query: new Map(), duplicates: new Set(),',
    ],
  ),
  core(
    ['ERR-CredentialsSignin-thrown', 'a server operation throws the original error to its caller'],
    'An error is not thrown to the caller as it is.',
    [
      'server-operations.ts',
      'thrown instanceof FlowFailure ? thrown.error : thrown',
      'new Error(String(thrown))',
    ],
  ),
  nextPackage(
    ['OP-auth-handler', 'auth(handler) sets req.auth for a route handler'],
    'The session is not read for handlers.',
    ['guard.ts', 'auth: await scope.auth()', 'auth: null'],
    'next',
  ),
  nextPackage(
    ['OP-signOut-url', 'signIn and signOut redirect, or return the URL with redirect: false'],
    'signOut redirects although it is told not to.',
    [
      'server-functions.ts',
      'core().signOut(source, options), options)',
      'core().signOut(source, options))',
    ],
  ),
]
