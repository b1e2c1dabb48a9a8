import { type Rule, member } from './rule.ts'

const ADDRESS = 'docs/deployment.md#what-decides-about-the-address'
const TABLES = 'docs/storage-sql.md#create-the-tables'

/** Faults of the store and of the mail server. */
export const STORE_RULES: readonly Rule[] = [
  {
    id: 'mail-server',
    codes: ['EmailSignInError'],
    when: /(?:ECONNREFUSED|ETIMEDOUT|ECONNRESET|EHOSTUNREACH)(?: ([\w.:[\]-]+))?|Invalid login|EAUTH|\b535\b/,
    cause: (fact) =>
      fact[1] === undefined
        ? `The mail server refuses: ${member(fact, 0)}.`
        : `No mail server responds at ${fact[1]}.`,
    fix: 'Correct host, port, user and password in `server` of the provider. Port 587 begins without TLS (smtp://), 465 with it (smtps://).',
    docs: 'docs/email.md',
  },
  {
    id: 'tables-missing',
    when: /no such (?:table|column): (\S+?)\.?(?:\s|$)|relation "([^"]+)" does not exist|Table '([^']+)' doesn't exist|column "([^"]+)" .*does not exist/,
    cause: (fact) =>
      `The database lacks ${fact.slice(1).find((name) => name !== undefined) ?? 'a table'}.`,
    fix: 'Run: npx @latchstring/cli migrate --apply, for tables that begin with `auth_` with --records all',
    docs: TABLES,
  },
  {
    id: 'driver-missing',
    when: /The package (@?[\w/-]+) is not installed/,
    cause: (fact) => `The package ${member(fact)} is not installed where the application runs.`,
    fix: (fact) => `Run: npm install ${member(fact)}`,
    docs: 'docs/storage-sql.md',
  },
  {
    id: 'store-unreachable',
    codes: [
      'AdapterError',
      'SignOutError',
      'EmailCreateAccountError',
      'OAuthCreateAccountError',
      'SessionTokenError',
    ],
    when: /(?:((?<!\S)\S+ at \S+) cannot be reached|(?:ECONNREFUSED|ETIMEDOUT|ECONNRESET|EHOSTUNREACH)(?: ([\w.:[\]-]+))?|password authentication failed|Access denied for user)/,
    cause: (fact) =>
      `The database does not let this server in: ${fact[1] ?? fact[2] ?? member(fact, 0)}.`,
    fix: 'Start the database, or correct host, port, user and password in DATABASE_URL. In a container, localhost is the container itself.',
    docs: 'docs/storage-sql.md',
  },
  {
    id: 'duplicate-record',
    when: /UNIQUE constraint failed|duplicate key value|Duplicate entry/,
    cause:
      'The database already has such a record, so that two requests were at it at once, or the tables are shared with another application.',
    fix: 'If it happens again and again, compare the tables: npx @latchstring/cli migrate --plan',
    docs: 'docs/migrations.md',
  },
]

const THROWN = ['CallbackRouteError', 'JWTSessionError', 'SessionTokenError', 'EventError']

/** Faults of the configuration, and of code of the application. */
export const APPLICATION_RULES: readonly Rule[] = [
  {
    id: 'cookies-lost',
    codes: ['InvalidCheck'],
    when: /without a cookie of this sign-in/,
    cause:
      'The browser returned from the service without the cookie that this server had set, or with one that it cannot open.',
    fix: 'Look at three things. Is the sign-in started at the address of AUTH_URL, with https if that says https? Does the proxy in front pass Set-Cookie on (latchstring doctor --url)? Have all instances the same AUTH_SECRET?',
    docs: 'docs/deployment.md#several-instances',
  },
  {
    id: 'state',
    codes: ['InvalidCheck'],
    when: /`state`/,
    cause: 'The response belongs to another sign-in: its state is not the one that was sent.',
    fix: 'Start again. If it happens to all users, another application uses the same cookies on this host.',
    docs: 'docs/errors.md#invalidcheck',
  },
  {
    id: 'cross-origin',
    codes: ['CrossOriginRequest'],
    when: /\(([^)]*)\)/,
    cause: (fact) =>
      `The form was sent from a page at another address than the one the application knows (${member(fact)}).`,
    fix: 'Compare the address bar with AUTH_URL: 127.0.0.1 and localhost, www and without, http and https, two ports are different. Open the application at AUTH_URL, or correct AUTH_URL.',
    docs: ADDRESS,
  },
  {
    id: 'base-path',
    codes: ['UnknownAction'],
    when: /actions are under (\S+?)\.?(?:\s|$)/,
    cause: (fact) =>
      `A request arrived at a path where no action is: they are under ${member(fact)}.`,
    fix: 'If AUTH_URL has a path, remove it; otherwise set `basePath` to where the handlers are mounted. "latchstring doctor" compares them.',
    docs: 'docs/errors.md#unknownaction',
  },
  {
    id: 'unknown-provider',
    codes: ['InvalidProvider'],
    when: /The provider "([^"]*)" is not configured\.(?: Configured: ([^.]*)\.)?/,
    cause: (fact) =>
      `Something asks for the provider "${member(fact)}"; configured are: ${fact[2] ?? 'none'}.`,
    fix: 'Correct the id in signIn(…) or in the link, or add the provider. One whose variables are missing is left out, and the log says so when the application starts.',
    docs: 'docs/errors.md#invalidprovider',
  },
  {
    id: 'callback-threw',
    codes: THROWN,
    when: /(?:\bcause: |\berr: |\[cause\]: )(\w*Error: .*)$/m,
    cause: (fact) => `A function of the application threw: ${member(fact)}`,
    fix: 'Correct the function: the first line of the stack that is not in node_modules says where.',
    docs: 'docs/callbacks-and-events.md',
  },
  {
    id: 'callback-threw',
    codes: THROWN,
    when: /threw|could not be made/,
    cause: 'A function of the application threw.',
    fix: 'Look at the causes below the line in the log: the first of your own files there is the place.',
    docs: 'docs/callbacks-and-events.md',
  },
  {
    id: 'refused',
    codes: ['AccessDenied'],
    when: /callback returned false\./,
    cause: 'The `signIn` callback refused the person.',
    fix: 'Nothing to do, if it should. Otherwise correct the condition in callbacks.signIn.',
    docs: 'docs/callbacks-and-events.md#signin-may-this-person-sign-in',
  },
  {
    id: 'callback-threw',
    codes: ['AccessDenied'],
    when: /AccessDenied: (.*?)(?: \(ref \w+\))?$|^message: (.*)$/m,
    cause: (fact) => `The \`signIn\` callback threw: ${fact[1] ?? member(fact, 2)}`,
    fix: 'Correct the callback; if it means to refuse, return false.',
    docs: 'docs/callbacks-and-events.md#signin-may-this-person-sign-in',
  },
  {
    id: 'providers-missing',
    codes: ['AuthError', 'InvalidConfiguration'],
    when: /is not iterable|reading 'entries'|`providers`/,
    cause: 'The configuration has no list of `providers`, or its name is misspelled.',
    fix: 'Write providers: [ … ] in the options. "latchstring doctor" names what is written in its place.',
    docs: 'docs/getting-started-next.md#2-configure',
  },
  {
    id: 'provider-variable-missing',
    when: /The provider "([^"]*)" has no `(\w+)`[^]*?or (AUTH_\w+) in the environment/,
    cause: (fact) => `The provider "${member(fact)}" has no \`${member(fact, 2)}\`.`,
    fix: (fact) =>
      `Set ${member(fact, 3)} where the application runs; "latchstring doctor" looks for a name that is nearly right.`,
    docs: 'docs/deployment.md#providers-without-settings',
  },
]

/** Faults that are known by the code alone. */
export const CODE_RULES: readonly Rule[] = (
  [
    [
      'MissingSecret',
      'secret-missing',
      'AUTH_SECRET is not set where the application runs.',
      'docs/deployment.md',
    ],
    ['WeakSecret', 'secret-weak', 'AUTH_SECRET can be guessed.', 'docs/errors.md#weaksecret'],
    [
      'UntrustedHost',
      'untrusted-host',
      'Nothing says what the address of the application is, or the request names another host.',
      ADDRESS,
    ],
    [
      'MissingCSRF',
      'csrf',
      'A form was sent without its token, or with one of another browser or day.',
      'docs/errors.md#missingcsrf',
    ],
    [
      'SessionTooLarge',
      'session-too-large',
      'The callbacks put more into the session than cookies hold.',
      'docs/cookies.md#size',
    ],
    [
      'OAuthAccountNotLinked',
      'account-not-linked',
      'The email address belongs to a user who signed in another way before.',
      'docs/errors.md#oauthaccountnotlinked',
    ],
    [
      'MissingAdapter',
      'adapter-missing',
      'An option needs a store, and there is no `adapter`.',
      'docs/storage-sql.md',
    ],
  ] as const
).map(([code, id, cause, docs]) => ({ codes: [code], id, cause, docs, when: /^/, fix: '' }))
