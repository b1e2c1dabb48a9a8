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

const IDENTITY = 'oauth/identity.ts'
const ACCOUNT = 'account: { ...tokens, provider: providerId, type, providerAccountId: id },'

/** An account that has lost something. @type {(members: string) => readonly [file: string, find: string, replace: string]} */
const accountWith = (members) => [
  IDENTITY,
  ACCOUNT,
  `account: { ...tokens, provider: providerId, type, providerAccountId: id, ${members} } as never,`,
]

/** Members of accounts that come from the token response. @type {(test: string, ...names: readonly string[]) => readonly import('./row.d.ts').Row[]} */
const lostMembers = (test, ...names) =>
  names.map((name) =>
    core(
      [`RES-ACCOUNT-${name}`, test],
      `An account has no \`${name}\`.`,
      accountWith(`${name}: undefined`),
    ),
  )

const OIDC_ACCOUNT = 'an OpenID Connect account has the members of the token response and its user'
const MORE_MEMBERS =
  'additional members of a token response are stored, and token_type in lower case'

/** Something that the value of a member is replaced by. @type {(rules: readonly string[], test: string, bug: (name: string) => string, change: (name: string) => readonly [file: string, find: string, replace: string]) => readonly import('./row.d.ts').Row[]} */
const each = (rules, test, bug, change) =>
  rules.map((rule) => {
    const name = rule.slice(rule.lastIndexOf('-') + 1)
    return core([rule, test], bug(name), change(name))
  })

const PUBLIC_PROVIDERS = 'GET providers lists every provider in order, with public members only'
const SERVER_SESSION = 'the session on the server has an expiry and a user with all of its members'
const RAW = 'with the symbol raw an action returns its result instead of a response'
const COOKIE_NAMES = 'name and options of every cookie can be overridden'
const OWN_PAGES = 'each configured page replaces only the built-in page of that name'
const SIGN_IN_PAGE = 'the sign-in page is HTML at /signin, and explains every error'
const OWN_TOKENS = 'jwt has its own secret, lifetime, encode and decode'
const REGISTRATION = 'GET webauthn-options returns registration options to a signed-in user'
const LOGGED = 'a configured logger gets every message, and the console none'
const FIRST_OAUTH = 'the first sign-in with OAuth creates a user, links an account and signs in'

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

  // Accounts and profiles
  ...lostMembers(
    OIDC_ACCOUNT,
    'access_token',
    'expires_at',
    'expires_in',
    'id_token',
    'scope',
    'token_type',
  ),
  ...lostMembers(MORE_MEMBERS, 'authorization_details', 'refresh_token'),
  core(
    ['RES-ACCOUNT-extends-token-response', OIDC_ACCOUNT],
    'An account has nothing of the token response.',
    [IDENTITY, ACCOUNT, 'account: { provider: providerId, type, providerAccountId: id },'],
  ),
  core(
    ['RES-ACCOUNT-provider', OIDC_ACCOUNT],
    'An account names another provider.',
    accountWith("provider: 'other'"),
  ),
  core(
    ['RES-ACCOUNT-type', OIDC_ACCOUNT],
    'An account of OpenID Connect is one of OAuth.',
    accountWith("type: 'oauth'"),
  ),
  core(
    ['RES-ACCOUNT-providerAccountId', OIDC_ACCOUNT],
    'An account has no id.',
    accountWith("providerAccountId: ''"),
  ),
  core(
    ['RES-ACCOUNT-providerAccountId-oauth', OIDC_ACCOUNT],
    'The id of an account is the `sub`, and not what `profile` returned.',
    accountWith("providerAccountId: String(profile['sub'])"),
  ),
  core(
    ['RES-ACCOUNT-additional', MORE_MEMBERS],
    'Further members of a token response are left out.',
    accountWith('tenant: undefined'),
  ),
  core(
    ['RES-ACCOUNT-token_type-lowercased', MORE_MEMBERS],
    'The type of a token is in capitals.',
    accountWith('token_type: tokens.token_type?.toUpperCase()'),
  ),
  core(['RES-TOKENSET', OIDC_ACCOUNT], '`profile` gets no tokens.', [
    IDENTITY,
    'provider.profile(profile, tokens)',
    'provider.profile(profile, {})',
  ]),
  core(['RES-TOKENSET-expires_at', OIDC_ACCOUNT], '`profile` is not told when the token expires.', [
    IDENTITY,
    'provider.profile(profile, tokens)',
    'provider.profile(profile, { ...tokens, expires_at: undefined } as never)',
  ]),
  core(
    ['RES-ACCOUNT-userId', 'a stored account names its user'],
    'A stored account names nobody.',
    [
      'accounts/oauth-user.ts',
      `    providerAccountId,
    userId,
  })`,
      `    providerAccountId,
    userId: '',
  })`,
    ],
  ),
  core(
    ['RES-ACCOUNT-providerAccountId-email', 'an e-mail account has the address'],
    'The account of a mail has the id of its user.',
    [
      'accounts/email.ts',
      'providerAccountId: email, userId }',
      'providerAccountId: userId, userId }',
    ],
  ),
  core(
    [
      'RES-ACCOUNT-providerAccountId-credentials',
      'the account of a credentials sign-in has the id of the user',
    ],
    'The account of credentials has the address of the user.',
    [
      'accounts/credentials.ts',
      `    providerAccountId: id,
`,
      `    providerAccountId: given.email ?? id,
`,
    ],
  ),
  ...each(
    ['RES-PROFILE-sub', 'RES-PROFILE-name', 'RES-PROFILE-email', 'RES-PROFILE-email_verified'],
    'a profile has the standard claims, and any others',
    (name) => `A profile has no \`${name}\`.`,
    (name) => [
      IDENTITY,
      'provider.profile(profile, tokens)',
      `provider.profile({ ...profile, ${name}: undefined }, tokens)`,
    ],
  ),

  // What is shown
  ...each(
    [
      'RES-PUBLICPROVIDER-id',
      'RES-PUBLICPROVIDER-name',
      'RES-PUBLICPROVIDER-type',
      'RES-PUBLICPROVIDER-signinUrl',
      'RES-PROVIDER-id',
      'RES-PROVIDER-name',
      'RES-PROVIDER-type',
    ],
    PUBLIC_PROVIDERS,
    (name) => `GET providers does not show \`${name}\`.`,
    (name) => [
      'responses/public-providers.ts',
      'callbackUrl: actionUrl(context, `callback/${id}`),',
      `callbackUrl: actionUrl(context, \`callback/\${id}\`),\n    ${name}: '',`,
    ],
  ),
  core(
    ['OPT-providers', 'GET providers lists every provider in order, with public members only'],
    'The first provider alone is listed.',
    [
      'responses/public-providers.ts',
      'return [...context.config.providers.values()].map(',
      'return [...context.config.providers.values()].slice(0, 1).map(',
    ],
  ),
  ...each(
    ['RES-USER-id', 'RES-USER-name', 'RES-USER-email', 'RES-USER-image'],
    SERVER_SESSION,
    (name) => `The user of a session has no \`${name}\`.`,
    (name) => [
      'session/claims.ts',
      "return view === 'server' && sub !== undefined ? { id: sub, ...user } : user",
      `return { id: sub, ...user, ${name}: undefined } as never`,
    ],
  ),
  core(
    [
      'RES-SESSION-expires',
      'the session on the server has an expiry and a user with all of its members',
    ],
    'A session does not say when it ends.',
    [
      'session/expose.ts',
      `return { user, expires }
`,
      `return { user } as never
`,
    ],
  ),
  core(
    [
      'RES-SESSION-user',
      'the session on the server has an expiry and a user with all of its members',
    ],
    'A session does not say whose it is.',
    [
      'session/expose.ts',
      `return { user, expires }
`,
      `return { expires }
`,
    ],
  ),
  core(
    [
      'RES-RESPONSE-redirect',
      'with the symbol raw an action returns its result instead of a response',
    ],
    'The result of a redirect lacks `redirect`.',
    [
      'http/raw.ts',
      'return { redirect: result.to, cookies, headers }',
      'return { cookies, headers }',
    ],
  ),
  core(['RES-RESPONSE-cookies', RAW], 'The result of an action has no cookies.', [
    'http/raw.ts',
    'const cookies = result.jar.changes()',
    'const cookies = undefined',
  ]),
  core(
    [
      'RES-RESPONSE-status',
      'with the symbol raw an action returns its result instead of a response',
    ],
    'The result of an action has no status.',
    [
      'http/raw.ts',
      'return { status: result.status, body: result.body, cookies, headers }',
      'return { body: result.body, cookies, headers }',
    ],
  ),
  core(
    ['RES-RESPONSE-body', 'with the symbol raw an action returns its result instead of a response'],
    'The result of an action has no body.',
    [
      'http/raw.ts',
      'return { status: result.status, body: result.body, cookies, headers }',
      'return { status: result.status, cookies, headers }',
    ],
  ),
  core(
    [
      'RES-RESPONSE-headers',
      'with the symbol raw an action returns its result instead of a response',
    ],
    'The result of an action has no headers.',
    ['http/raw.ts', 'const headers = { ...result.headers }', 'const headers = undefined'],
  ),
  ...each(
    [
      'RES-COOKIES-callbackUrl',
      'RES-COOKIES-csrfToken',
      'RES-COOKIES-nonce',
      'RES-COOKIES-pkceCodeVerifier',
      'RES-COOKIES-sessionToken',
      'RES-COOKIES-state',
    ],
    COOKIE_NAMES,
    (name) => `The cookie \`${name}\` cannot be configured.`,
    (name) => [
      'config/cookies.ts',
      'const own = custom[key as CookieKey]',
      `const own = key === '${name}' ? undefined : custom[key as CookieKey]`,
    ],
  ),
  ...each(
    ['RES-COOKIES-webauthnChallenge'],
    'the cookie of the WebAuthn challenge can be configured',
    (name) => `The cookie \`${name}\` cannot be configured.`,
    (name) => [
      'config/cookies.ts',
      'const own = custom[key as CookieKey]',
      `const own = key === '${name}' ? undefined : custom[key as CookieKey]`,
    ],
  ),
  core(
    ['MECH-cookies', 'name and options of every cookie can be overridden'],
    'The attributes of cookies cannot be configured.',
    [
      'config/cookies.ts',
      `      ...cookieAttributes(own?.options),
`,
      '',
    ],
  ),
  core(
    ['OPT-cookies', 'cookies that are not configured keep their defaults'],
    'One configured cookie changes the names of all.',
    [
      'config/cookies.ts',
      'name: own?.name ?? cookiePrefix(secure, options) + name, options',
      "name: own?.name ?? (Object.keys(custom).length > 0 ? '' : cookiePrefix(secure, options)) + name, options",
    ],
  ),
  core(
    ['OPT-cookies-policy', 'a configured cookie name has no prefix added, over http and https'],
    'A configured name gets a prefix.',
    [
      'config/cookies.ts',
      'name: own?.name ?? cookiePrefix(secure, options) + name, options',
      'name: cookiePrefix(secure, options) + (own?.name ?? name), options',
    ],
  ),
  ...each(
    ['RES-PAGES-signIn', 'RES-PAGES-signOut', 'RES-PAGES-verifyRequest', 'RES-PAGES-error'],
    OWN_PAGES,
    (name) => `The page \`${name}\` of the application is not shown.`,
    (name) => [
      'flows/pages.ts',
      'const path = config.pages[name]',
      `const path = name === '${name}' ? undefined : config.pages[name]`,
    ],
  ),
  core(
    ['RES-THEME-brandColor', 'the configured theme is on the built-in pages'],
    'The brand colour is not on the pages.',
    [
      'pages/theme-style.ts',
      "property('brand', brand) + property('brand-text', text)",
      "property('brand-text', text)",
    ],
  ),
  core(
    ['RES-THEME-logo', 'the configured theme is on the built-in pages'],
    'The logo is not on the pages.',
    [
      'pages/layout.ts',
      'const logo = imageSource(theme.value.logo)',
      'const logo = imageSource(undefined)',
    ],
  ),
  core(
    ['RES-THEME-colorScheme', 'the configured theme is on the built-in pages'],
    'The colour scheme is not on the pages.',
    [
      'pages/layout.ts',
      'const wanted = theme.colorScheme',
      'const wanted: string = String(undefined)',
    ],
  ),
  core(['RES-LOGGER-error', LOGGED], 'Errors go to the console.', [
    'logger/logger.ts',
    'const errors = custom?.error ? custom : consoleLogger',
    'const errors = consoleLogger',
  ]),
  core(['RES-LOGGER-warn', LOGGED], 'Warnings go to the console.', [
    'logger/logger.ts',
    'warnings: custom?.warn ? custom : consoleLogger',
    'warnings: consoleLogger',
  ]),
  core(['RES-LOGGER-debug', LOGGED], 'Steps go to the console.', [
    'logger/logger.ts',
    'steps: custom?.debug ? custom : debug && !custom ? consoleLogger : undefined',
    'steps: consoleLogger',
  ]),
  core(['OPT-logger', LOGGED], 'The logger of the application is not used.', [
    'logger/logger.ts',
    'pickMethods(custom, debug)',
    'pickMethods(undefined, debug)',
  ]),
  core(['ERR-AuthError-logged', LOGGED], 'Errors are not logged.', [
    'logger/logger.ts',
    '() => errors.error?.(copy)',
    '() => undefined',
  ]),

  // What an error leads to
  core(
    ['SIGNINPAGE-OAuthSignin', 'OAuthSignin: the provider cannot be reached'],
    'The page is not told of `OAuthSignin`.',
    [
      'errors/sign-in-errors.ts',
      `  OAuthSignInError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthSignin',
`,
      `  OAuthSignInError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Configuration',
`,
    ],
  ),
  core(
    ['SIGNINPAGE-OAuthCallbackError', 'OAuthCallbackError: the person declined at the provider'],
    'The page is not told of `OAuthCallbackError`.',
    [
      'errors/sign-in-errors.ts',
      `  OAuthCallbackError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthCallbackError',
`,
      `  OAuthCallbackError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Configuration',
`,
    ],
  ),
  core(
    ['SIGNINPAGE-OAuthCreateAccount', 'OAuthCreateAccount: the store refuses to create the user'],
    'The page is not told of `OAuthCreateAccount`.',
    [
      'errors/sign-in-errors.ts',
      `  OAuthCreateAccountError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthCreateAccount',
`,
      `  OAuthCreateAccountError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Configuration',
`,
    ],
  ),
  core(
    ['SIGNINPAGE-EmailCreateAccount', 'EmailCreateAccount: the store refuses to create the user'],
    'The page is not told of `EmailCreateAccount`.',
    [
      'errors/sign-in-errors.ts',
      `  EmailCreateAccountError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'EmailCreateAccount',
`,
      `  EmailCreateAccountError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Configuration',
`,
    ],
  ),
  core(
    ['SIGNINPAGE-Callback', 'Callback: a function of the application throws'],
    'The page is not told of `Callback`.',
    [
      'errors/sign-in-errors.ts',
      `  CallbackRouteError: {
    page: 'signIn',
    param: 'Callback',
`,
      `  CallbackRouteError: {
    page: 'signIn',
    param: 'Configuration',
`,
    ],
  ),
  core(
    [
      'SIGNINPAGE-OAuthAccountNotLinked',
      'OAuthAccountNotLinked: the address belongs to another user',
    ],
    'The page is not told of `OAuthAccountNotLinked`.',
    [
      'errors/sign-in-errors.ts',
      `  OAuthAccountNotLinked: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthAccountNotLinked',
`,
      `  OAuthAccountNotLinked: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Configuration',
`,
    ],
  ),
  core(
    ['SIGNINPAGE-EmailSignin', 'EmailSignin: the mail was refused, or the address is invalid'],
    'The page is not told of `EmailSignin`.',
    [
      'errors/sign-in-errors.ts',
      `  EmailSignInError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'EmailSignin',
`,
      `  EmailSignInError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Configuration',
`,
    ],
  ),
  core(
    ['SIGNINPAGE-Signin', 'Signin: the form is no longer valid'],
    'The page is not told of `Signin`.',
    [
      'errors/sign-in-errors.ts',
      `  MissingCSRF: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Signin',
`,
      `  MissingCSRF: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Configuration',
`,
    ],
  ),
  core(
    [
      'SIGNINPAGE-CredentialsSignin',
      'the error code for wrong credentials is "credentials" for known and unknown users',
    ],
    'The page is not told of `CredentialsSignin`.',
    [
      'errors/sign-in-errors.ts',
      `  CredentialsSignin: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'CredentialsSignin',
`,
      `  CredentialsSignin: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Configuration',
`,
    ],
  ),
  core(
    [
      'ERR-CredentialsSignin-redirect',
      'an error of authorize redirects to the sign-in page with its code, and is logged in full',
    ],
    'The page is not told of `CredentialsSignin`.',
    [
      'errors/sign-in-errors.ts',
      `  CredentialsSignin: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'CredentialsSignin',
`,
      `  CredentialsSignin: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Configuration',
`,
    ],
  ),
  core(
    [
      'ERRPAGE-AccessDenied',
      'signIn that returns false redirects every kind of sign-in to the error page',
    ],
    'The page is not told of `AccessDenied`.',
    [
      'errors/sign-in-errors.ts',
      `  AccessDenied: {
    page: 'error',
    param: 'AccessDenied',
`,
      `  AccessDenied: {
    page: 'error',
    param: 'Configuration',
`,
    ],
  ),
  core(
    [
      'ERR-AccessDenied',
      'an error of the signIn callback stops the sign-in as AccessDenied with the original message',
    ],
    'The page is not told of `AccessDenied`.',
    [
      'errors/sign-in-errors.ts',
      `  AccessDenied: {
    page: 'error',
    param: 'AccessDenied',
`,
      `  AccessDenied: {
    page: 'error',
    param: 'Configuration',
`,
    ],
  ),
  core(
    ['ERRPAGE-Verification', 'Verification: a link is used, expired or forged'],
    'The page is not told of `Verification`.',
    [
      'errors/sign-in-errors.ts',
      `  Verification: {
    page: 'error',
    param: 'Verification',
`,
      `  Verification: {
    page: 'error',
    param: 'Configuration',
`,
    ],
  ),

  // Sessions, callbacks and events
  core(
    [
      'DOES-strategy-database',
      'with an adapter the session is a record that is found by the token in the cookie',
    ],
    'With an adapter sessions are sealed.',
    [
      'config/session.ts',
      "const { strategy = adapter ? 'database' : 'jwt'",
      "const { strategy = adapter ? 'jwt' : 'jwt'",
    ],
  ),
  core(
    [
      'MECH-database-cookie',
      'with an adapter the session is a record that is found by the token in the cookie',
    ],
    'The token of a session in the store is not that of its cookie.',
    [
      'session/database-strategy.ts',
      'return { jar: setSessionCookie(context, token, expires), issued: true }',
      'return { jar: setSessionCookie(context, `${token}0`, expires), issued: true }',
    ],
  ),
  ...['OPT-adapter', 'OPT-jwt-default', 'MECH-strategy-default-jwt'].map((rule) =>
    core(
      [rule, 'without an adapter sessions use the strategy jwt'],
      'Without an adapter sessions are in a store.',
      [
        'config/session.ts',
        "const { strategy = adapter ? 'database' : 'jwt'",
        "const { strategy = adapter ? 'database' : 'database'",
      ],
    ),
  ),
  ...['DOES-strategy-jwt', 'OPT-jwt-encrypted'].map((rule) =>
    core([rule, 'a jwt session is an encrypted JWE'], 'A sealed session is not a JWE.', [
      'crypto/jwe.ts',
      "encodeText(JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', kid }))",
      'encodeText(JSON.stringify({ kid }))',
    ]),
  ),
  core(['MECH-jwe', 'a jwt session is an encrypted JWE'], 'A sealed session is not a JWE.', [
    'crypto/jwe.ts',
    "encodeText(JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', kid }))",
    'encodeText(JSON.stringify({ kid }))',
  ]),
  core(
    ['RES-JWT-name', 'at sign-in a token contains name, e-mail address and image'],
    'A new token has no name.',
    [
      'session/jwt-strategy.ts',
      'withBothNames({ name: name ?? null, email: email ?? null,',
      'withBothNames({ name: null, email: email ?? null,',
    ],
  ),
  core(
    ['RES-JWT-email', 'at sign-in a token contains name, e-mail address and image'],
    'A new token has no address.',
    [
      'session/jwt-strategy.ts',
      'withBothNames({ name: name ?? null, email: email ?? null,',
      'withBothNames({ name: name ?? null, email: null,',
    ],
  ),
  core(
    ['CB-jwt-token', 'at sign-in a token contains name, e-mail address and image'],
    'A new token has no picture.',
    ['session/jwt-strategy.ts', 'picture: image ?? null, ...sub })', 'picture: null, ...sub })'],
  ),
  ...['RES-JWT-callback', 'CB-jwt-returns'].map((rule) =>
    core(
      [rule, 'the result of the jwt callback is stored, and passed to the session callback'],
      'What the `jwt` callback returns is lost.',
      [
        'session/jwt-strategy.ts',
        'const { jar, expires } = await seal(context, token, reserved)',
        'const { jar, expires } = await seal(context, toClaims(identity), reserved)',
      ],
    ),
  ),
  core(
    ['CB-jwt-user', 'the jwt callback gets user and account at sign-in, with trigger signIn'],
    'The `jwt` callback gets no user.',
    [
      'session/jwt-strategy.ts',
      `    token: toClaims(identity),
    user,
`,
      `    token: toClaims(identity),
    user: {},
`,
    ],
  ),
  core(
    ['CB-jwt-account', 'the jwt callback gets user and account at sign-in, with trigger signIn'],
    'The `jwt` callback gets no account.',
    [
      'session/jwt-strategy.ts',
      `    user,
    account,
    ...(claims`,
      `    user,
    account: null,
    ...(claims`,
    ],
  ),
  core(
    [
      'CB-jwt-trigger-signIn',
      'the jwt callback gets user and account at sign-in, with trigger signIn',
    ],
    'The `jwt` callback does not learn that somebody signed in.',
    ['session/jwt-strategy.ts', "trigger: isNewUser ? 'signUp' : 'signIn',", "trigger: 'signUp',"],
  ),
  core(
    ['CB-jwt-isNewUser', 'the jwt callback gets user and account at sign-in, with trigger signIn'],
    'The `jwt` callback takes every user for a new one.',
    [
      'session/jwt-strategy.ts',
      `    isNewUser,
    trigger:`,
      `    isNewUser: true,
    trigger:`,
    ],
  ),
  core(
    ['CB-jwt', 'the jwt callback gets user and account at sign-in, with trigger signIn'],
    'The `jwt` callback is not called.',
    [
      'session/jwt-strategy.ts',
      'if (!callbacks.jwt) return params.token',
      'if (callbacks) return params.token',
    ],
  ),
  core(
    ['CB-jwt-profile', 'the jwt callback gets the profile and the tokens with OAuth'],
    'The `jwt` callback gets no profile.',
    ['session/jwt-strategy.ts', '...(claims === undefined ? {} : { profile: claims }),', ''],
  ),
  core(
    [
      'CB-jwt-trigger-every-kind',
      'trigger is signUp when a sign-in stores a user for the first time, and signIn otherwise, for every kind',
    ],
    'No sign-in is the first one.',
    ['session/jwt-strategy.ts', "trigger: isNewUser ? 'signUp' : 'signIn',", "trigger: 'signIn',"],
  ),
  core(
    ['CB-jwt-session', 'the jwt callback gets the data of an update by the client'],
    'The `jwt` callback gets nothing of an update.',
    [
      'session/jwt-strategy.ts',
      "{ trigger: 'update' as const, session: update.data }",
      "{ trigger: 'update' as const }",
    ],
  ),
  core(
    ['CB-session', 'the session callback gets the token and no stored user with the strategy jwt'],
    'The `session` callback is not called.',
    [
      'session/expose.ts',
      'if (!callbacks.session) return defaultSession(record, view)',
      'if (callbacks) return defaultSession(record, view)',
    ],
  ),
  core(
    [
      'CB-session-session',
      'the session callback gets the token and no stored user with the strategy jwt',
    ],
    'The `session` callback gets no session.',
    [
      'session/expose.ts',
      "session: { user: userOfToken(record.token, 'client'), expires },",
      'session: {},',
    ],
  ),
  core(
    [
      'CB-session-token',
      'the session callback gets the token and no stored user with the strategy jwt',
    ],
    'The `session` callback gets no token.',
    [
      'session/expose.ts',
      `      token: record.token,
`,
      `      token: {},
`,
    ],
  ),
  core(
    [
      'CB-session-user',
      'the session callback gets the stored user and no token with the strategy database',
    ],
    'The `session` callback gets no stored user.',
    [
      'session/expose.ts',
      'const params = { session: { userId: session.userId, user: shown, expires }, user }',
      'const params = { session: { userId: session.userId, user: shown, expires } }',
    ],
  ),
  ...['RES-USER-session-callback', 'RES-ADAPTERUSER'].map((rule) =>
    core(
      [rule, 'the session callback gets the stored user with a database'],
      'The `session` callback gets no stored user.',
      [
        'session/expose.ts',
        'const params = { session: { userId: session.userId, user: shown, expires }, user }',
        'const params = { session: { userId: session.userId, user: shown, expires } }',
      ],
    ),
  ),
  core(
    [
      'CB-signIn',
      'the signIn callback is called at every sign-in with credentials, with user, account and inputs',
    ],
    'The `signIn` callback is not called.',
    [
      'accounts/gate.ts',
      'if (!config.callbacks.signIn) return undefined',
      'if (config) return undefined',
    ],
  ),
  core(
    [
      'CB-signIn-user',
      'the signIn callback is called at every sign-in with credentials, with user, account and inputs',
    ],
    'The `signIn` callback gets no user.',
    [
      'accounts/gate.ts',
      'verdict = await config.callbacks.signIn(params)',
      'verdict = await config.callbacks.signIn({ ...params, user: {} })',
    ],
  ),
  core(
    [
      'CB-signIn-account',
      'the signIn callback is called at every sign-in with credentials, with user, account and inputs',
    ],
    'The `signIn` callback gets no account.',
    [
      'accounts/gate.ts',
      'verdict = await config.callbacks.signIn(params)',
      'verdict = await config.callbacks.signIn({ ...params, account: null })',
    ],
  ),
  core(
    [
      'CB-signIn-email',
      'the signIn callback is called when a mail is requested, and when its link is opened',
    ],
    'The `signIn` callback does not learn that a mail is asked for.',
    [
      'flows/email/start.ts',
      `    email: { verificationRequest: true },
`,
      '',
    ],
  ),
  core(
    ['CB-redirect', 'the redirect callback decides the target after sign-in and sign-out'],
    'The `redirect` callback is not called.',
    [
      'return-to.ts',
      'if (!callbacks.redirect) return parseOwnTarget',
      'if (callbacks) return parseOwnTarget',
    ],
  ),
  core(
    ['CB-redirect-params', 'the redirect callback decides the target after sign-in and sign-out'],
    'The `redirect` callback is not told where the application is.',
    ['return-to.ts', '{ url, baseUrl: origin.href }', "{ url, baseUrl: '' }"],
  ),
  core(
    [
      'STATE-signIn-throws',
      'an error of the signIn callback stops the sign-in as AccessDenied with the original message',
    ],
    'A `signIn` callback that throws lets everybody in.',
    ['accounts/gate.ts', 'throw new AccessDenied(err.message, { err })', 'return undefined'],
  ),
  core(
    [
      'STATE-signIn-every-kind',
      'the signIn callback allows every kind of sign-in with true, and stops it with false, an error or a string',
    ],
    'A `signIn` callback that returns false lets everybody in.',
    [
      'accounts/gate.ts',
      "if (verdict === false) throw new AccessDenied('The `signIn` callback returned false.')",
      'if (verdict === false) return undefined',
    ],
  ),
  ...each(
    ['EVENT-signIn-user', 'EVENT-signIn-account', 'EVENT-signIn-profile'],
    FIRST_OAUTH,
    (name) => `The event \`signIn\` has no \`${name}\`.`,
    (name) => [
      'flows/after-sign-in.ts',
      '...(profile === undefined ? {} : { profile }),',
      `...(profile === undefined ? {} : { profile }),\n    ...({ ${name}: undefined } as {}),`,
    ],
  ),
  core(
    [
      'EVENT-signIn-user-credentials',
      'the user of a sign-in with credentials is the result of authorize',
    ],
    'The event `signIn` has no user of credentials.',
    [
      'flows/after-sign-in.ts',
      `    user,
    account,
    ...(profile`,
      `    user: {},
    account,
    ...(profile`,
    ],
  ),
  ...['HTTP-session-GET', 'HTTP-session-GET-null', 'MECH-session-endpoint'].map((rule) =>
    core(
      [rule, 'GET session returns the session, or null'],
      'GET session returns nothing of the session.',
      [
        'flows/session.ts',
        "selectStrategy(context.config).read(context, 'client'), toResult)",
        "selectStrategy(context.config).read(context, 'client'), (read) => toResult({ ...read, session: {} }))",
      ],
    ),
  ),
  core(
    [
      'HTTP-csrf-GET',
      'GET csrf returns the token that belongs to the cookie, and a POST needs both',
    ],
    'GET csrf returns no token.',
    ['flows/csrf.ts', 'body: { csrfToken: token }', 'body: {}'],
  ),
  core(
    ['MECH-csrf', 'GET csrf returns the token that belongs to the cookie, and a POST needs both'],
    'A POST needs no token.',
    [
      'csrf/token.ts',
      "if (!matches || request.duplicates.has('csrfToken')) {",
      "if (request.duplicates.has('csrfToken')) {",
    ],
  ),
  core(
    ['MECH-csrf-off', 'with skipCSRFCheck no CSRF token is sent or required'],
    'A token is asked for although tokens are off.',
    [
      'csrf/token.ts',
      `  if (!config.csrf) return
`,
      '',
    ],
  ),
  core(
    ['MECH-generateSessionToken-default', 'session tokens are random'],
    'All sessions have one token.',
    [
      'session/database-token.ts',
      'given ?? randomHex()',
      "given ?? 'f1e2d3c4b5a69788f1e2d3c4b5a69788'",
    ],
  ),
  core(
    [
      'MECH-session-exposed',
      'the client gets the result of the session callback, and nothing else of the token',
    ],
    'The client gets the token as well.',
    [
      'session/expose.ts',
      'return andThen(returned, (session) => requireSession(session, record))',
      'return andThen(returned, (session) => ({ ...record, ...requireSession(session, record) }))',
    ],
  ),
  {
    rule: 'SIGNINPAGE-SessionRequired',
    bug: 'The sign-in page is not told that a page needs a session.',
    file: 'packages/client/src/lib/open-sign-in.ts',
    find: 'error=SessionRequired&',
    replace: '',
    suite: CORE,
    test: 'SessionRequired: a page needs a session, and there is none',
  },

  // What is left
  core(['DOES-kind-oauth', 'signs in through an OAuth provider'], 'OAuth ends at the way back.', [
    'flows/kinds.ts',
    '  oauth: OAUTH,',
    '  oauth: { start: OAUTH.start, callback: {} },',
  ]),
  core(
    ['DOES-kind-oidc', 'signs in through an OpenID Connect provider'],
    'OpenID Connect ends at the way back.',
    ['flows/kinds.ts', '  oidc: OAUTH,', '  oidc: { start: OAUTH.start, callback: {} },'],
  ),
  core(
    ['DOES-kind-email', 'signs in with the link of a mail'],
    'The link of a mail cannot be opened.',
    [
      'flows/kinds.ts',
      '(await emailFinish()).openLink(context, provider)',
      '(await emailFinish()).submitMail({ ...context, request: { ...context.request, body: new Map() } }, provider)',
    ],
  ),
  core(['DOES-kind-credentials', 'signs in with credentials'], 'Credentials cannot be sent.', [
    'flows/kinds.ts',
    'callback: { POST: { ...CHANGE, run: callbackCredentials } },',
    'callback: {},',
  ]),
  core(
    ['INIT-object', 'a configuration object enables all actions'],
    'An object is taken for a function.',
    [
      'resolver.ts',
      `const resolve =
    typeof source === 'function'`,
      `const resolve =
    typeof source !== 'string'`,
    ],
  ),
  core(['DOES-actions', 'a configuration object enables all actions'], 'An action is missing.', [
    'flows/actions.ts',
    "  'verify-request': {",
    "  'verify-requests': {",
  ]),
  core(
    ['RES-USER-profile', 'the jwt callback gets the result of `profile` as user'],
    'The name that `profile` returns is lost.',
    [IDENTITY, 'name: textOrNull(name)', 'name: textOrNull(null)'],
  ),
  ...['RES-USER-jwt-callback', 'RES-PROVIDER-profile'].map((rule) =>
    core(
      [rule, 'the jwt callback gets the result of `profile` as user'],
      'The name that `profile` returns is lost.',
      [IDENTITY, 'name: textOrNull(name)', 'name: textOrNull(null)'],
    ),
  ),
  core(
    ['RES-PAGES-error-error', 'the error page is HTML at /error, and explains every error'],
    'Every error has the same explanation.',
    [
      'pages/error.ts',
      "isError(error, texts) ? error : 'Default'",
      "isError('x', texts) ? error : 'Default'",
    ],
  ),
  ...['RES-PAGES-error-default', 'HTTP-error-GET'].map((rule) =>
    core(
      [rule, 'the error page is HTML at /error, and explains every error'],
      'The error page has no heading.',
      ['pages/layout.ts', '<h1>${content.title}</h1>', ''],
    ),
  ),
  ...['OPT-basePath-framework', 'OPT-basePath-other'].map((rule) =>
    core(
      [rule, 'the actions are answered under the default base path'],
      'The default base path is another.',
      [
        'config/base-path.ts',
        '[fromEnv ?? normalizeBasePath(fallback), []]',
        "[fromEnv ?? normalizeBasePath('/other'), []]",
      ],
    ),
  ),
  core(
    ['HTTP-path', 'the actions are answered under basePath only'],
    'The base path of the configuration is not used.',
    [
      'config/base-path.ts',
      'const own = normalizeBasePath(input.basePath)',
      'const own = normalizeBasePath(fallback)',
    ],
  ),
  ...['OPT-secret', 'ENV-AUTH_SECRET'].map((rule) =>
    core(
      [rule, 'AUTH_SECRET is the secret, unless one is given'],
      'The secret of the options does not count.',
      [
        'config/secret.ts',
        "const given = configuredSecrets(input.secret, 'secret') ?? settings.secrets",
        "const given = settings.secrets ?? configuredSecrets(input.secret, 'secret')",
      ],
    ),
  ),
  core(
    [
      'OPT-secret-uses',
      'another secret accepts no session, CSRF token, sign-in in progress or mail link',
    ],
    'What is sealed does not depend on the secret.',
    [
      'crypto/sealed-box.ts',
      'return createKeys(secrets, name, `latchstring v1 ${kind}`)',
      "return createKeys(['same'], name, `latchstring v1 ${kind}`)",
    ],
  ),
  core(
    ['OPT-secret-array-rotate', 'a newer secret placed first keeps existing sessions valid'],
    'Only the first secret opens sessions.',
    [
      'crypto/jwe.ts',
      'const different = [...new Set(secrets)]',
      'const different = [...new Set(secrets.slice(0, 1))]',
    ],
  ),
  core(
    ['OPT-secret-array-decrypt', 'a token is decoded with any of several secrets'],
    'Only the first secret decodes tokens.',
    [
      'crypto/jwe.ts',
      'const different = [...new Set(secrets)]',
      'const different = [...new Set(secrets.slice(0, 1))]',
    ],
  ),
  ...['OPT-events', 'EVENT-default'].map((rule) =>
    core([rule, 'callbacks and events may be omitted'], 'An event without a handler is an error.', [
      'events/emit.ts',
      `  if (!handler) return undefined
`,
      `  if (!handler) throw new EventError('There is no handler.')
`,
    ]),
  ),
  core(['OPT-callbacks', 'callbacks and events may be omitted'], 'A `jwt` callback is required.', [
    'session/jwt-strategy.ts',
    'if (!callbacks.jwt) return params.token',
    "if (!callbacks.jwt) throw new Error('no callback')",
  ]),
  core(['OPT-theme-mail', 'the theme is in the mail'], 'A mail is without the theme.', [
    'flows/email/start.ts',
    `      theme: config.theme,
`,
    `      theme: {} as never,
`,
  ]),
  core(
    ['OPT-theme-every-page', 'the configured theme is on every page, and absent by default'],
    'A page has no logo.',
    [
      'pages/layout.ts',
      'const logo = imageSource(theme.value.logo)',
      'const logo = imageSource(undefined)',
    ],
  ),
  core(
    ['OPT-debug', 'debug logs steps of sign-in and store, and is off by default'],
    'Steps are logged by default.',
    [
      'logger/logger.ts',
      'debug && !custom ? consoleLogger : undefined',
      '!custom ? consoleLogger : undefined',
    ],
  ),
  ...['OPT-experimental', 'OPT-experimental-enableWebAuthn', 'VER-unstable'].map((rule) =>
    core(
      [rule, 'WebAuthn is off by default, and logs a warning when it is enabled'],
      'WebAuthn is on by default.',
      [
        'config/validate.ts',
        "kinds.has('webauthn') && input.experimental?.enableWebAuthn !== true",
        "kinds.has('webauthn') && input.experimental?.enableWebAuthn === false",
      ],
    ),
  ),
  ...['OPT-redirectProxyUrl', 'OPT-redirectProxyUrl-path'].map((rule) =>
    core(
      [rule, 'redirect_uri is the callback URL at the redirect proxy'],
      'The redirect proxy is not named as redirect URI.',
      [
        'oauth/create-transaction.ts',
        'if (redirectProxyUrl === undefined) return',
        'if (id) return',
      ],
    ),
  ),
  core(
    ['OPT-trustHost', 'the host of a request is used only with trustHost'],
    'The host of every request is used.',
    ['http/origin.ts', "if (policy.kind === 'untrusted') {", "if (String(policy.kind) === '') {"],
  ),
  core(
    [
      'OPT-customFetch-discovery',
      'customFetch makes the requests for discovery document, keys and tokens',
    ],
    'A discovery document is loaded past `customFetch`.',
    [
      'oauth/metadata.ts',
      'const response = await provider.fetch(url,',
      'const response = await fetch(url,',
    ],
  ),
  core(
    ['OPT-customFetch-mail', 'customFetch makes the request to a mail service'],
    'A mail service is asked past `customFetch`.',
    [
      'flows/email/start.ts',
      `      request: new Request(address, { headers }),
      fetch,`,
      `      request: new Request(address, { headers }),
      fetch: globalThis.fetch as never,`,
    ],
  ),
  core(
    ['RES-PROVIDER-clientId', 'clientId and clientSecret identify the application'],
    'The authorization request names another client.',
    ['oauth/authorization-request.ts', 'client_id: provider.clientId,', "client_id: 'other',"],
  ),
  core(
    ['HTTP-callback-GET', 'GET callback finishes an OAuth sign-in'],
    'The callback does not take GET.',
    [
      'flows/kinds.ts',
      'callback: { GET: oauthCallback, POST: oauthCallback }',
      'callback: { POST: oauthCallback }',
    ],
  ),
  core(
    ['STATE-signOut-jwt', 'POST signout with the CSRF token ends a jwt session and redirects'],
    'A sign-out leaves the cookie of the session.',
    [
      'logout/end-session.ts',
      "{ kind: 'redirect', to: context.returnTo, jar }",
      "{ kind: 'redirect', to: context.returnTo, jar: context.jar }",
    ],
  ),
  ...['HTTP-json', 'ERR-json'].map((rule) =>
    core(
      [rule, 'responses are JSON, also for errors, unless a page is rendered'],
      'The body of an error is a text.',
      [
        'responses/failure-result.ts',
        'const body = { error: outwardCode(failure), message: row.message, ref }',
        'const body = outwardCode(failure)',
      ],
    ),
  ),
  core(
    [
      'HTTP-callback-POST',
      'POST callback signs in with correct credentials, and redirects with an error for wrong ones',
    ],
    'Wrong credentials sign in.',
    [
      'flows/credentials/callback.ts',
      `  if (user) return user
`,
      `  if (provider) return user ?? { id: '1' }
`,
    ],
  ),
  core(
    ['HTTP-signin-POST', 'POST signin with the CSRF token redirects to the provider'],
    'The authorization request asks for a token.',
    ['oauth/authorization-request.ts', "response_type: 'code',", "response_type: 'token',"],
  ),
  ...['MECH-credentials-code', 'ERR-CredentialsSignin-code'].map((rule) =>
    core(
      [
        rule,
        'an error of authorize redirects to the sign-in page with its code, and is logged in full',
      ],
      'The sign-in page is not told the code.',
      [
        'responses/failure-result.ts',
        "error.type === 'CredentialsSignin' ? Reflect.get(error, 'code') : undefined",
        'undefined',
      ],
    ),
  ),
  ...['MECH-credentials-throw', 'ERR-CredentialsSignin', 'ERR-CredentialsSignin-type'].map((rule) =>
    core(
      [
        rule,
        'an error of authorize redirects to the sign-in page with its code, and is logged in full',
      ],
      'What `authorize` throws is another error.',
      [
        'errors/own-function.ts',
        `    if (isAuthError(cause)) throw cause
    throw new Failure`,
        '    throw new Failure',
      ],
    ),
  ),
  core(
    [
      'ERR-CredentialsSignin-logged',
      'an error of authorize redirects to the sign-in page with its code, and is logged in full',
    ],
    'What `authorize` throws is not logged.',
    ['logger/logger.ts', '() => errors.error?.(copy)', '() => undefined'],
  ),
  ...['MECH-credentials-hint', 'ERR-CredentialsSignin-code-default'].map((rule) =>
    core(
      [rule, 'the error code for wrong credentials is "credentials" for known and unknown users'],
      'The code of wrong credentials is not shown.',
      [
        'responses/failure-result.ts',
        "error.type === 'CredentialsSignin' ? Reflect.get(error, 'code') : undefined",
        'undefined',
      ],
    ),
  ),
  core(
    [
      'CB-signIn-email-link',
      'the signIn callback is called when a mail is requested, and when its link is opened',
    ],
    'The `signIn` callback is not asked about links.',
    [
      'flows/complete-sign-in.ts',
      'const elsewhere = await passGate(context, pending.params)',
      "const elsewhere = pending.params.account?.type === 'email' ? undefined : await passGate(context, pending.params)",
    ],
  ),
  core(
    ['CB-jwt-trigger-read', 'the jwt callback has no trigger when a token is only read'],
    'Every read is an update.',
    [
      'session/jwt-strategy.ts',
      "const updated = update && { trigger: 'update' as const, session: update.data }",
      "const updated = { trigger: 'update' as const, session: update?.data }",
    ],
  ),
  core(
    [
      'EVENT-nothing-when-refused',
      'a refused sign-in creates no user, links no account and emits no event',
    ],
    'A user is stored before the `signIn` callback is asked.',
    [
      'flows/complete-sign-in.ts',
      'const elsewhere = await passGate(context, pending.params)',
      `await pending.store()
  const elsewhere = await passGate(context, pending.params)`,
    ],
  ),
  core(
    ['EVENT-every-kind', 'each kind of sign-in emits its events once and in order'],
    'The event `signIn` is emitted twice.',
    [
      'flows/after-sign-in.ts',
      "  await emit(context.config, 'signIn', {",
      `  await emit(context.config, 'signIn', { user, account })
  await emit(context.config, 'signIn', {`,
    ],
  ),
  core(
    ['EVENT-async', 'event handlers are awaited, and one that rejects changes nothing else'],
    'Nobody waits for a handler.',
    [
      'events/emit.ts',
      '() => andThen(fromApplication(handle(message)), () => undefined),',
      '() => void Promise.resolve(handle(message)).catch(() => undefined),',
    ],
  ),
  core(
    [
      'EVENT-linkAccount-user',
      'the first sign-in with OAuth creates a user, links an account and signs in',
    ],
    'The event `linkAccount` has no user.',
    [
      'accounts/oauth-user.ts',
      `'linkAccount', {
      user,`,
      `'linkAccount', {
      user: {},`,
    ],
  ),
  core(
    [
      'EVENT-linkAccount-profile',
      'the first sign-in with OAuth creates a user, links an account and signs in',
    ],
    'The event `linkAccount` has no profile.',
    [
      'accounts/oauth-user.ts',
      `      profile: profileUser,
`,
      `      profile: {},
`,
    ],
  ),
  core(
    [
      'EVENT-linkAccount-signed-in',
      'an account linked to the signed-in user emits its event, without a new user',
    ],
    'An account that is linked emits no event.',
    [
      'accounts/oauth-user.ts',
      `  if (linked)
`,
      `  if (linked && isNewUser)
`,
    ],
  ),
  core(
    [
      'ERRPAGE-Configuration',
      'in production every action fails without a secret, with an error that says so',
    ],
    'The page of a wrong setup is another.',
    ['errors/configuration-errors.ts', "param: 'Configuration',", "param: 'AccessDenied',"],
  ),
  core(
    [
      'WARN-env-url-basepath-redundant',
      'a warning is logged when AUTH_URL and basePath have the same path',
    ],
    'Nobody is told of a base path that is given twice.',
    [
      'config/base-path.ts',
      "return [own, [own === fromEnv ? 'env-url-basepath-redundant' : 'env-url-basepath-mismatch']]",
      "return [own, own === fromEnv ? [] : ['env-url-basepath-mismatch']]",
    ],
  ),
  core(
    ['ENV-LEGACY_URL', 'LEGACY_URL is the URL if AUTH_URL is not set'],
    'The older names of the variables are not known.',
    ['config/env.ts', '`AUTH_${name}`, `LEGACY_${name}`, `NEXTAUTH_${name}`', '`AUTH_${name}`'],
  ),
  core(
    ['VER-env', 'AUTH_URL and AUTH_SECRET set the URL and the secret'],
    'The address of the environment is not read.',
    ['config/env.ts', "url: parseUrl(setting(env, 'URL'))", 'url: parseUrl(undefined)'],
  ),
  ...['OP-update-result', 'OP-update-user'].map((rule) =>
    nextPackage(
      [rule, 'an update runs the callbacks, and returns the new session or null'],
      'An update returns no session.',
      [
        'server-functions.ts',
        `      await setCookies(cookies)
      return session
`,
        `      await setCookies(cookies)
      return null
`,
      ],
    ),
  ),
  ...['OP-signIn-throws', 'ERR-signIn-throws'].map((rule) =>
    nextPackage(
      [rule, 'a server operation throws the original error to its caller'],
      'What a server operation throws is lost.',
      [
        'server-functions.ts',
        `  throw error
}

/** The request being served`,
        `  throw new Error('lost')
}

/** The request being served`,
      ],
    ),
  ),
  ...['OP-signIn-redirect', 'OP-signOut-redirect'].map((rule) =>
    nextPackage(
      [rule, 'signIn and signOut redirect, or return the URL with redirect: false'],
      'A server operation never redirects.',
      [
        'server-functions.ts',
        'wantsRedirect(options) ? redirectTo(url) : (url as never)',
        '(url as never)',
      ],
    ),
  ),
  nextPackage(
    ['OP-signOut', 'signOut ends the session, and redirects to the given target'],
    'A sign-out sets no cookies.',
    [
      'server-functions.ts',
      `    await setCookies(cookies)
    // The result`,
      '    // The result',
    ],
  ),
  nextPackage(
    ['OP-auth-middleware-handler', 'auth(handler) sets req.auth in middleware'],
    'The handler is not told who is signed in.',
    [
      'guard.ts',
      'Object.assign(request, { auth: await scope.auth() })',
      'Object.assign(request, { auth: null })',
    ],
  ),
  core(
    ['DEVICES-GET', 'GET devices lists where a person is signed in, as a page and as JSON'],
    'The page of devices is empty.',
    [
      'flows/devices.ts',
      `    devices: devices
`,
      `    devices: devices.slice(0, 0)
`,
    ],
  ),
  core(
    ['DEVICES-GET-json', 'GET devices lists where a person is signed in, as a page and as JSON'],
    'Scripts get no list.',
    ['flows/devices.ts', 'body: { devices }', 'body: {}'],
  ),
  core(
    [
      'DEVICES-POST-device',
      'POST devices ends the named session of the person who asks, with the CSRF token',
    ],
    'No session is ended by its name.',
    [
      'flows/devices.ts',
      "if (ending) await endSessions(config, ending, { reason: 'ended-by-user', by: owner })",
      'if (ending) await Promise.resolve()',
    ],
  ),
  core(
    [
      'DEVICES-POST-csrf',
      'POST devices ends the named session of the person who asks, with the CSRF token',
    ],
    'Sessions are ended without a token.',
    [
      'csrf/token.ts',
      "if (!matches || request.duplicates.has('csrfToken')) {",
      "if (request.duplicates.has('csrfToken')) {",
    ],
  ),
  core(
    ['DEVICES-POST-others', 'POST devices ends all other sessions, or all, of the person who asks'],
    'Other sessions go on.',
    [
      'flows/devices.ts',
      "await endSessions(config, others, { reason: 'signed-out-everywhere', by: owner })",
      'void others',
    ],
  ),
  core(
    ['DEVICES-POST-all', 'POST devices ends all other sessions, or all, of the person who asks'],
    'The session of the one who asks goes on.',
    ['flows/devices.ts', "if (asked.end === 'all') return signOut(context)", ''],
  ),
  core(
    ['DEVICES-off', 'without the option there is no action devices'],
    'There is a list without devices.',
    ['flows/devices.ts', 'if (config.session.devices) return', 'if (config) return'],
  ),
  nextPackage(
    ['OP-auth-api-route', 'auth(req, res) reads the session in an API route'],
    'An API route has no session.',
    [
      'universal-auth.ts',
      'return readPagesSession(core(), first, second as ServerResponse)',
      'return Promise.resolve(null)',
    ],
  ),
  nextPackage(
    ['OP-auth-props', 'auth(context) reads the session in getServerSideProps'],
    'getServerSideProps has no session.',
    [
      'universal-auth.ts',
      "if ('req' in first) return readPagesSession(core(), first.req, first.res)",
      "if ('req' in first) return Promise.resolve(null)",
    ],
  ),
  nextPackage(
    ['OP-auth', 'auth returns the session of the request, or null'],
    'A server component has no session.',
    [
      'universal-auth.ts',
      'if (first === undefined) return readSession()',
      'if (first === undefined) return Promise.resolve(null)',
    ],
  ),
  nextPackage(
    ['OP-auth-middleware', 'auth can be exported as middleware'],
    'Middleware does not ask `authorized`.',
    [
      'guard.ts',
      `    toVerdictResponse(verdict, request) ??
`,
      '',
    ],
  ),
  nextPackage(
    ['OP-auth-middleware-alive', 'in middleware a session is extended when it is due'],
    'Middleware extends no session.',
    [
      'guard.ts',
      'return finish(response, request, scope.takeCookies())',
      'return finish(response, request, [])',
    ],
  ),
  ...['OP-auth-middleware-authorized', 'CB-authorized'].map((rule) =>
    nextPackage(
      [rule, 'authorized in middleware gets the session or null, and the request'],
      'Middleware does not ask `authorized`.',
      [
        'guard.ts',
        `    toVerdictResponse(verdict, request) ??
`,
        '',
      ],
    ),
  ),
  ...['OP-signIn-params-string', 'OP-signIn-params-search', 'OP-signIn-params-pairs'].map((rule) =>
    nextPackage(
      [rule, `parameters of the authorization request: ${rule.slice(rule.lastIndexOf('-') + 1)}`],
      'signIn loses the parameters of the authorization request.',
      [
        'server-functions.ts',
        'core().signIn(source, provider, options, parameters)',
        'core().signIn(source, provider, options)',
      ],
    ),
  ),
  ...['OP-signIn-provider', 'OP-signIn-object'].map((rule) =>
    nextPackage(
      [rule, 'signIn with credentials signs in with the given fields'],
      'signIn loses the fields.',
      [
        'server-functions.ts',
        'core().signIn(source, provider, options, parameters)',
        'core().signIn(source, provider, undefined, parameters)',
      ],
    ),
  ),
  nextPackage(['OP-signIn-form', 'signIn accepts FormData'], 'signIn loses a form.', [
    'server-functions.ts',
    'core().signIn(source, provider, options, parameters)',
    'core().signIn(source, provider, options instanceof FormData ? undefined : options, parameters)',
  ]),
  nextPackage(
    ['OP-signOut-redirectTo', 'signOut ends the session, and redirects to the given target'],
    'signOut loses its target.',
    [
      'server-functions.ts',
      'core().signOut(source, options), options)',
      'core().signOut(source), options)',
    ],
  ),
  core(
    ['HTTP-verify-request-GET', 'the page after a mail was sent is HTML'],
    'The page after a mail has no heading.',
    ['pages/layout.ts', '<h1>${content.title}</h1>', ''],
  ),
  core(['OPT-raw', RAW], 'With `raw` an action returns a response.', [
    'http/raw.ts',
    '  switch (result.kind) {',
    '  if (headers) return new Response() as never\n  switch (result.kind) {',
  ]),
  ...[
    ['DOES-operations', 'auth: createUniversalAuth(core),', ''],
    ['INIT-result', '...createServerFunctions(core),', ''],
    ['HTTP-handlers-methods', '{ GET: handle, POST: handle }', '{ GET: handle }'],
  ].map(([rule = '', find = '', replace = '']) => ({
    rule,
    bug: 'The initializer returns less than it says.',
    file: 'frameworks/next/src/index.ts',
    find,
    replace,
    suite: NEXT,
    test: 'the default export returns handlers, auth, signIn, signOut and unstable_update',
  })),
  {
    rule: 'OP-handlers',
    bug: 'The handlers answer with an error.',
    file: 'frameworks/next/src/index.ts',
    find: 'return core().handle(complete)',
    replace: 'return Response.json({ url: complete.url }, { status: 500 })',
    suite: NEXT,
    test: 'the handlers answer the actions, including session',
  },
  core(
    [
      'SESSIONS-list',
      'sessions.list gives the devices of a person, and sessions.current the session of the request',
    ],
    'sessions.list gives an empty list.',
    [
      'sessions/sessions.ts',
      'return toDevices(config, listed, current?.sessionId)',
      'return toDevices(config, listed.slice(0, 0), current?.sessionId)',
    ],
  ),
  core(
    [
      'SESSIONS-current',
      'sessions.list gives the devices of a person, and sessions.current the session of the request',
    ],
    'sessions.current knows of no session.',
    [
      'sessions/sessions.ts',
      `  if (!current) return null
  const { sessionId, signedInAt } = current`,
      `  if (config) return null
  const { sessionId, signedInAt } = current as never`,
    ],
  ),
  core(
    [
      'SESSIONS-end-device',
      'sessions.end ends one device, all others, or all of a user, and nobody else is signed out',
    ],
    'One device ends all of its user.',
    [
      'sessions/sessions.ts',
      'return findDeviceEnding(context, target.device, requireUser(target.user ?? owner))',
      "return { kind: 'user', id: requireUser(target.user ?? owner) }",
    ],
  ),
  core(
    [
      'SESSIONS-end-user',
      'sessions.end ends one device, all others, or all of a user, and nobody else is signed out',
    ],
    'The sessions of a user go on.',
    [
      'sessions/sessions.ts',
      "if (target.except === undefined) return { kind: 'user', id: target.user }",
      "if (target.except === undefined) return { kind: 'user', id: 'nobody' }",
    ],
  ),
  core(
    [
      'SESSIONS-end-except',
      'sessions.end ends one device, all others, or all of a user, and nobody else is signed out',
    ],
    'The session of the request ends with the others.',
    [
      'sessions/sessions.ts',
      '...(owner === target.user ? sparing(current) : {}),',
      '...(owner === target.user ? {} : {}),',
    ],
  ),
  core(
    ['SESSIONS-end-all', 'sessions.end ends the sessions of everybody'],
    'The sessions of others go on.',
    [
      'sessions/sessions.ts',
      "if ('all' in target) return { kind: 'all' }",
      "if ('all' in target) return { kind: 'user', id: owner ?? '' }",
    ],
  ),
  core(
    ['SESSIONS-changed', 'sessions.changed ends what is not to outlive a change of an account'],
    'A change of an account ends nothing.',
    ['sessions/sessions.ts', "if (ends === 'none') return", 'if (ends) return'],
  ),
  core(
    [
      'EVENT-sessionEnded',
      'sessionEnded is emitted once for each ending, with what ended, whose it was, why and by whom',
    ],
    'The event does not say by whom a session was ended.',
    [
      'sessions/sessions.ts',
      `const by = ownerIn(current)
  await endSessions(config, ending,`,
      `const by = undefined
  await endSessions(config, ending,`,
    ],
  ),
  core(
    ['ENDED-page', 'the sign-in page says once why a session was ended elsewhere'],
    'The sign-in page does not say why a session has ended.',
    [
      'flows/pages.ts',
      'const { ended, jar: told, unread } = await whyEnded(context)',
      `const { jar: told, unread } = await whyEnded(context)
  const ended = undefined`,
    ],
  ),
  core(
    [
      'ENDED-parameter',
      "the application's own sign-in page is given the word in the parameter ended",
    ],
    "The application's own page is not told why a session has ended.",
    [
      'flows/pages.ts',
      'const { ended, jar: told, unread } = await whyEnded(context)',
      `const { jar: told, unread } = await whyEnded(context)
  const ended = undefined`,
    ],
  ),
  ...[
    ['CB-authorized-auth', '{ request, auth: null }'],
    ['CB-authorized-request', '{ request: undefined as never, auth: read.session }'],
  ].map(([rule = '', params]) => ({
    rule,
    bug: 'The `authorized` callback is told less than it needs.',
    file: `${LIB}/authorize.ts`,
    find: 'authorized?.({ request, auth: read.session })',
    replace: `authorized?.(${params})`,
    suite: NEXT,
    test: 'authorized in middleware gets the session or null, and the request',
  })),

  // How it is customised and called
  ...[
    [
      'access',
      'The signIn callback is not asked.',
      'accounts/gate.ts',
      'if (!config.callbacks.signIn) return undefined',
      'if (config) return undefined',
    ],
    [
      'token',
      'The jwt callback is not called.',
      'session/jwt-strategy.ts',
      'if (!callbacks.jwt) return params.token',
      'if (callbacks) return params.token',
    ],
    [
      'session',
      'The session callback is not called.',
      'session/expose.ts',
      'if (!callbacks.session) return defaultSession(record, view)',
      'if (callbacks) return defaultSession(record, view)',
    ],
    [
      'event',
      'No event is emitted.',
      'events/emit.ts',
      'if (!handler) return undefined',
      'if (name) return undefined',
    ],
  ].map(([path = '', bug = '', file = '', find = '', replace = '']) =>
    core(
      ['DOES-customise', 'callbacks shape the session, and events are emitted'],
      bug,
      [file, find, replace],
      path,
    ),
  ),
  {
    rule: 'INIT-default-export',
    bug: 'The initializer is exported by its name alone.',
    file: 'frameworks/next/src/index.ts',
    find: 'export default function Latchstring<',
    replace: 'export function Latchstring<',
    suite: NEXT,
    test: 'the default export returns handlers, auth, signIn, signOut and unstable_update',
  },
  core(
    [
      'INIT-function-no-request',
      'the configuration function is called without a request by code that has none',
    ],
    'Where there is no request the configuration function gets one that is made up.',
    [
      'resolver.ts',
      '() => source(from.request)',
      "() => source(from.request ?? new Request('https://app.invalid'))",
    ],
  ),

  // Records
  ...[
    ['counter', '    counter: credential.counter,', '    counter: 0,'],
    ['credentialBackedUp', '    credentialBackedUp,\n', '    credentialBackedUp: false,\n'],
    [
      'credentialDeviceType',
      '    credentialDeviceType,\n',
      "    credentialDeviceType: 'singleDevice',\n",
    ],
    ['credentialID', '    credentialID,\n', '    credentialID: credential.id,\n'],
    [
      'credentialPublicKey',
      'credentialPublicKey: toBase64(base64url(credential.publicKey))',
      'credentialPublicKey: base64url(credential.publicKey)',
    ],
    ['providerAccountId', 'providerAccountId: credentialID', 'providerAccountId: credential.id'],
    [
      'transports',
      "transports: transports.length === 0 ? null : transports.join(',')",
      'transports: null',
    ],
    ['userId', '    userId,\n  }\n}', '  } as never\n}'],
  ].map(([name = '', find = '', replace = '']) =>
    core(
      [`RES-AUTHENTICATOR-${name}`, 'an authenticator is stored and found with all of its members'],
      `A new passkey is stored with a wrong \`${name}\`, or with none.`,
      ['webauthn/register.ts', find, replace],
    ),
  ),
  core(
    ['RES-ADAPTERSESSION', 'the session callback gets the stored user with a database'],
    'A session has another expiry than its record in the store.',
    [
      'session/database-strategy.ts',
      "const expires = extended === 'as-it-was' ? found.session.expires : extended",
      "const expires = extended === 'as-it-was' ? new Date(context.config.clock()) : extended",
    ],
  ),
  core(
    ['RES-LOGGER-extra', LOGGED],
    'A method of a logger is called without the members of the application.',
    [
      'logger/logger.ts',
      'const errors = custom?.error ? custom : consoleLogger',
      'const errors = custom?.error ? { error: custom.error } : consoleLogger',
    ],
  ),
  core(
    ['RES-PAGES-signIn-default', SIGN_IN_PAGE],
    'The sign-in page is at /login where the application has none.',
    [
      'flows/pages.ts',
      'const path = config.pages[name]',
      "const path = config.pages[name] ?? '/login'",
    ],
  ),
  core(
    ['RES-PAGES-signIn-error', SIGN_IN_PAGE],
    'The sign-in page has the same sentence for every error.',
    [
      'pages/sign-in.ts',
      "const key = isErrorParam(error, texts) ? error : 'Signin'",
      "const key = isErrorParam(error, texts) ? 'Callback' : 'Signin'",
    ],
  ),

  // Options
  ...[
    ['strategy', '    strategy,\n', "    strategy: adapter ? 'database' : 'jwt',\n"],
    ['maxAge', 'jwt?.maxAge ?? session.maxAge ?? MAX_AGE', 'jwt?.maxAge ?? MAX_AGE'],
    ['updateAge', 'session.updateAge ?? UPDATE_AGE', 'UPDATE_AGE'],
    [
      'generateSessionToken',
      '    ...session,\n',
      '    ...session,\n    generateSessionToken: undefined,\n',
    ],
  ].map(([path = '', find = '', replace = '']) =>
    core(
      ['OPT-session', 'the option session has its four members'],
      'A member of the option session is not read.',
      ['config/session.ts', find, replace],
      path,
    ),
  ),
  ...[
    [
      'encode',
      '...input.jwt, secrets: jwtSecrets',
      '...input.jwt, encode: undefined, secrets: jwtSecrets',
    ],
    [
      'decode',
      '...input.jwt, secrets: jwtSecrets',
      '...input.jwt, decode: undefined, secrets: jwtSecrets',
    ],
    ['secret', '...input.jwt, secrets: jwtSecrets', '...input.jwt, secrets'],
  ].map(([path = '', find = '', replace = '']) =>
    core(
      ['OPT-jwt', OWN_TOKENS],
      'A member of the option jwt is not read.',
      ['config/resolve.ts', find, replace],
      path,
    ),
  ),
  core(
    ['OPT-jwt', OWN_TOKENS],
    'A member of the option jwt is not read.',
    ['config/session.ts', 'jwt?.maxAge ?? session.maxAge', 'session.maxAge'],
    'maxAge',
  ),
  ...[
    ['member', '    ...own,\n', ''],
    [
      'params',
      '{ ...base, ...defined(own), ...(params ? { params } : {}) }',
      '{ ...defined(own), ...base }',
    ],
  ].map(([path = '', find = '', replace = '']) =>
    core(
      ['OPT-provider-override', 'a provider may be called with options or passed as a factory'],
      'What a provider brings wins over the options it is called with.',
      ['config/provider-options.ts', find, replace],
      path,
    ),
  ),
  core(
    [
      'ENV-production-secret',
      'in production every action fails without a secret, with an error that says so',
    ],
    'In production a missing secret is made up.',
    [
      'config/secret.ts',
      'if (production) throw new MissingSecret(',
      'if (false) throw new MissingSecret(',
    ],
  ),

  // Actions
  core(['HTTP-signin-GET', SIGN_IN_PAGE], 'GET signin shows the error page.', [
    'flows/actions.ts',
    "GET: page('signInPage')",
    "GET: page('errorPage')",
  ]),
  core(
    ['HTTP-signout-GET', 'the sign-out page is HTML with a form sent by POST'],
    'GET signout shows the sign-in page.',
    ['flows/actions.ts', "GET: page('signOutPage')", "GET: page('signInPage')"],
  ),
  ...[
    ['signin', "GET: page('signInPage')", 'GET: { ...READ, run: signIn }'],
    [
      'signout',
      "GET: page('signOutPage')",
      'GET: { ...READ, run: async (context) => (await endings()).signOut(context) }',
    ],
  ].map(([path = '', find = '', replace = '']) =>
    core(
      ['HTTP-post-changes', 'GET signin and signout change nothing'],
      'A GET does what only a POST may do.',
      ['flows/actions.ts', find, replace],
      path,
    ),
  ),
  core(
    ['HTTP-post-changes', 'GET signin and signout change nothing'],
    'An action that changes nothing is there with POST as well.',
    [
      'flows/actions.ts',
      'GET: { ...READ, run: getProviders }',
      'GET: { ...READ, run: getProviders },\n    POST: { ...READ, run: getProviders }',
    ],
    'providers',
  ),
  core(
    ['HTTP-webauthn-options-GET-register', REGISTRATION],
    'A user who wants to register gets authentication options.',
    [
      'flows/webauthn/options.ts',
      'if (by) return register(context, provider, by)',
      'if (by) return authenticate(context, provider, by)',
    ],
    'signed in',
  ),
  core(
    ['HTTP-webauthn-options-GET-register', REGISTRATION],
    'Registration options are asked for without a session, and authentication options are the answer.',
    [
      'flows/webauthn/options.ts',
      "throw new SessionRequired('A passkey can be added only while signed in.')",
      'return authenticate(context, provider, by)',
    ],
    'not signed in',
  ),

  // Sessions and sign-in
  ...[
    ['with a session', 'null'],
    ['without a session', '(session ?? {}) as S'],
  ].map(([path = '', value = '']) =>
    core(
      ['STATE-session', 'auth returns the session, or null, with either strategy'],
      'auth does not tell whether there is a session.',
      ['server-session.ts', 'session: session as S | null', `session: ${value}`],
      path,
    ),
  ),
  core(['STATE-signIn-true', 'GET callback finishes an OAuth sign-in'], 'true stops a sign-in.', [
    'accounts/gate.ts',
    'if (verdict === true) return undefined',
    'if (verdict === undefined) return undefined',
  ]),
  core(
    ['OP-signOut-current-page', 'after sign-out the user stays on the page'],
    'After sign-out the user is on the home page.',
    ['server-operations.ts', "(headers.get('referer') ?? '/')", "'/'"],
  ),
  core(
    [
      'CB-signUp-database',
      'trigger is signUp when the user is stored for the first time, and signIn afterwards',
    ],
    'A user who has just been stored is not new.',
    ['accounts/oauth-user.ts', 'isNewUser: true', 'isNewUser: false'],
  ),
  ...[
    [
      'getSession',
      'client/src/lib/auth-client.ts',
      "query('/session') as",
      'Promise.resolve(null) as',
    ],
    [
      'useSession',
      'react/src/lib/use-session.ts',
      'return isMissing ? toSessionValue(undefined, value.update) : value',
      'return toSessionValue(undefined, value.update)',
    ],
  ].map(([path = '', file = '', find = '', replace = '']) => ({
    rule: 'MECH-session-client',
    bug: 'The client does not know of the session.',
    path,
    file: `packages/${file}`,
    find,
    replace,
    suite: CORE,
    test: 'getSession and useSession request the session',
  })),
  ...[
    ['getSession', 'auth-client.ts', "query('/session') as", 'Promise.resolve(null) as'],
    ['getCsrfToken', 'queries.ts', "'csrfToken') ?? ''", "'csrf') ?? ''"],
    ['getProviders', 'queries.ts', 'return body as', 'return [body] as unknown as'],
    [
      'signIn',
      'sign-in.ts',
      'return { error, code, status, ok: !error, url }',
      'return { error, code: undefined, status, ok: !error, url }',
    ],
    [
      'signOut',
      'sign-out.ts',
      'if (redirect === false) return { url }',
      'if (redirect === false) return { url: page.href }',
    ],
    ['update', 'auth-client.ts', 'return session as S | null', 'return null'],
  ].map(([path = '', file = '', find = '', replace = '']) => ({
    rule: 'CLIENT-results',
    bug: 'A function of the client does not give what the action answered.',
    path,
    file: `packages/client/src/lib/${file}`,
    find,
    replace,
    suite: CORE,
    test: 'the functions of the client return the responses of the actions',
  })),

  // Errors
  core(
    ['ERR-AuthError', 'every error is an AuthError with a type'],
    'The errors of the library are not instances of AuthError.',
    [
      'errors/auth-error.ts',
      'if (ordinary(this, value)) return true',
      'if (ordinary(this, value)) return this !== AuthError',
    ],
  ),
  core(
    ['ERR-AuthError-type', 'every error is an AuthError with a type'],
    'All errors have the type of the base class.',
    [
      'errors/auth-error.ts',
      'this.type = new.target.type as ErrorType',
      'this.type = AuthError.type as ErrorType',
    ],
  ),

  // Why a session has ended
  core(
    ['ENDED-words', 'the sign-in page says once why a session was ended elsewhere'],
    'All reasons have one sentence.',
    ['pages/sign-in.ts', 'texts.ended[ended]', 'texts.ended.other'],
    'known reason',
  ),
  core(
    ['ENDED-words', 'the sign-in page says once why a session was ended elsewhere'],
    'A word of the application has no sentence.',
    [
      'revocation/told.ts',
      "return isWord(reason) ? reason : 'other'",
      'return isWord(reason) ? reason : undefined',
    ],
    'word of the application',
  ),
  core(
    ['ENDED-sign-out', 'the sign-in page says nothing of why after a sign-out'],
    'A sign-out is explained as if it had been done elsewhere.',
    ['revocation/told.ts', "new Set(['sign-out', 'new-sign-in'])", "new Set(['new-sign-in'])"],
  ),
]
