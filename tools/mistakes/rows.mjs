/**
 * The mistakes that a new user made, each planted in an application of Next.js that works: what is changed in it, what the person
 * does then, and what the page or the terminal has to say. `before` is what was said when this was first tried.
 *
 * @typedef {import('../first-sign-in/person.mjs').Page} Page
 * @typedef {ReturnType<typeof import('../first-sign-in/person.mjs').createPerson>} Person
 * @typedef {{ readonly origin: string, readonly person: Person }} Visit
 *
 * @typedef {object} Phase
 * @property {Readonly<Record<string, string | undefined>>} [env]
 * @property {boolean} [isElsewhere] at another port
 * @property {(visit: Visit) => Promise<Page>} visit
 *
 * @typedef {object} Mistake
 * @property {string} title
 * @property {'dev' | 'start'} [mode] the server of Next.js; `dev` unless said otherwise
 * @property {Readonly<Record<string, string | undefined>>} [env] variables in place of those of the application that works
 * @property {string} [config] what is in the parentheses of `Latchstring(…)`
 * @property {Readonly<Record<string, string | undefined>>} [files] other files; `undefined` removes one
 * @property {readonly [browser: string, terminal: string]} before
 * @property {readonly Phase[]} [earlier] what the same person did before, at the application with other settings
 * @property {(visit: Visit) => Promise<Page>} visit what the person does; the last page is looked at
 * @property {RegExp} [page] what the last page says
 * @property {RegExp} [log] what the terminal says
 */

const SIGN_IN = '/api/auth/signin'

/** @type {(visit: Visit) => Promise<Page>} */
const openSignIn = ({ origin, person }) => person.open(`${origin}${SIGN_IN}`)

/** @type {(visit: Visit) => Promise<Page>} */
const openWelcome = ({ origin, person }) => person.open(`${origin}/welcome`)

/** @type {(id: string, fields?: Readonly<Record<string, string>>) => (visit: Visit) => Promise<Page>} */
const press = (id, fields) => async (visit) =>
  visit.person.submit(await openSignIn(visit), new RegExp(`signin/${id}$`), fields)

/** @type {(id: string, decision: string) => (visit: Visit) => Promise<Page>} a sign-in at the emulator of a service */
const signIn = (id, decision) => async (visit) =>
  visit.person.submit(await press(id)(visit), /decision$/, { person: 'alan', decision })

const OTHER_SECRET = 'another secret for this table, also long enough'

const NO_KEYS = { AUTH_GITHUB_ID: undefined, AUTH_GITHUB_SECRET: undefined }

/** @type {readonly Mistake[]} */
const settings = [
  {
    title: 'No secret, in production',
    mode: 'start',
    env: { AUTH_SECRET: undefined },
    before: ['Sign-in is not available', 'MissingSecret, with the command'],
    visit: openSignIn,
    page: /Sign-in is not available/,
    log: /MissingSecret: .*?openssl rand -base64 33/s,
  },
  {
    title: 'A short secret, in production',
    mode: 'start',
    env: { AUTH_SECRET: 'short' },
    before: ['Sign-in is not available', 'WeakSecret'],
    visit: openSignIn,
    page: /Sign-in is not available/,
    log: /WeakSecret: [^\n]*/,
  },
  {
    title: 'No `AUTH_URL`, in production',
    mode: 'start',
    env: { AUTH_URL: undefined },
    before: ['the request was blamed', 'UntrustedHost'],
    visit: openSignIn,
    page: /Sign-in is not available/,
    log: /UntrustedHost: [^\n]*/,
  },
  {
    title: '`AUTH_URL` with the path /app',
    env: { AUTH_URL: 'http://localhost:PORT/app' },
    before: ['404: look for typing errors', 'UnknownAction, nothing at the start'],
    visit: openSignIn,
    log: /The handlers are mounted at [^\n]*/,
  },
  {
    title: '`AUTH_URL` with a slash at the end',
    env: { AUTH_URL: 'http://localhost:PORT/' },
    before: ['works', 'nothing to say'],
    visit: press('github'),
    page: /This is not GitHub/,
  },
  {
    title: '`AUTH_URL` with another port',
    env: { AUTH_URL: 'http://localhost:1' },
    before: ['the page of another application', 'nothing'],
    visit: openSignIn,
    log: /AUTH_URL [^\n]*|[^\n]*but a request came to[^\n]*/,
  },
  {
    title: '`AUTH_URL` without a scheme',
    env: { AUTH_URL: 'localhost:PORT' },
    before: ['500', 'named, and the fix was an empty sentence'],
    visit: openSignIn,
    page: /AUTH_URL is not an absolute http or https URL[^<]*/,
    log: /AUTH_URL is not an absolute http or https URL[^\n]*/,
  },
  {
    title: '`AUTH_URL` with https, opened over http',
    env: { AUTH_URL: 'https://localhost:PORT' },
    before: ['an error of the browser', 'nothing'],
    visit: openSignIn,
    log: /[^\n]*but a request came to[^\n]*/,
  },
  {
    title: '127.0.0.1 opened, `AUTH_URL` with localhost',
    env: { AUTH_URL: 'http://localhost:PORT' },
    before: ['Request refused', 'CrossOriginRequest, without the two names'],
    visit: async ({ origin, person }) => {
      const other = origin.replace('localhost', '127.0.0.1')
      return person.submit(await person.open(`${other}${SIGN_IN}`), /signin\/github$/)
    },
    log: /Open http:\/\/localhost[^\n]*/,
  },
  {
    title: '`GITHUB_ID` set in place of `AUTH_GITHUB_ID`',
    env: { ...NO_KEYS, GITHUB_ID: 'id', GITHUB_SECRET: 'secret' },
    before: ['500', 'the right name, not the wrong one'],
    visit: openSignIn,
    log: /GITHUB_ID is set, but [^\n]*/,
  },
  {
    title: 'A provider without its keys',
    env: NO_KEYS,
    before: ['500 on every page', 'named'],
    visit: openSignIn,
    page: /AUTH_GITHUB_ID/,
    log: /The provider "github" [^\n]*/,
  },
  {
    title: 'The secret is changed, and the old one dropped',
    before: ['signed out', 'nothing'],
    earlier: [{ visit: signIn('github', 'allow') }],
    env: { AUTH_SECRET: OTHER_SECRET },
    visit: openWelcome,
    log: /The session cookie [^\n]*cannot be opened[^\n]*/,
  },
  {
    title: 'Two applications on localhost',
    before: ['the second sign-in signs the first one out', 'nothing'],
    earlier: [
      { visit: signIn('github', 'allow') },
      { isElsewhere: true, env: { AUTH_SECRET: OTHER_SECRET }, visit: signIn('github', 'allow') },
    ],
    visit: openWelcome,
    log: /The session cookie [^\n]*another application on localhost[^\n]*/,
  },
]

/** @type {readonly Mistake[]} */
const services = [
  {
    title: 'A wrong client secret',
    env: { AUTH_GITHUB_SECRET: 'wrong' },
    before: ['it may have been cancelled there', 'invalid_client'],
    visit: signIn('github', 'allow'),
    page: /AUTH_GITHUB_SECRET[^<]*/,
    log: /Copy client id and client secret [^\n]*/,
  },
  {
    title: 'The callback URL is not registered',
    before: ['the page of the service', 'nothing'],
    visit: openSignIn,
    log: /callback URL http:\/\/localhost:\d+\/api\/auth\/callback\/github/,
  },
  {
    title: 'A wrong issuer',
    config: "{ providers: [Keycloak({ clientId: 'a', clientSecret: 'b', issuer: `${LAB}/wrong` })] }",
    before: ['could not be started', 'the address and its status'],
    visit: press('keycloak'),
    page: /Correct `?issuer`?[^<]*/,
    log: /Correct `issuer`[^\n]*/,
  },
  {
    title: 'An issuer over http, in production',
    mode: 'start',
    config: "{ providers: [Keycloak({ clientId: 'a', clientSecret: 'b', issuer: LAB })] }",
    before: ['could not be started', 'named, with the variable'],
    visit: press('keycloak'),
    log: /[^\n]*over http[^\n]*/,
  },
  {
    title: 'The clock of the server is 10 minutes behind',
    config: '{ providers: [Google(await ahead.options("google"))] }',
    before: ['it may have been cancelled there', 'the cause, and a wrong fix'],
    visit: signIn('google', 'allow'),
    page: /clock[^<]*/,
    log: /Set the clock of this server[^\n]*/,
  },
  {
    title: 'The clock of the server is 2 hours ahead',
    config: '{ providers: [Google(await lab.options("google"))] }',
    before: ['it may have been cancelled there', 'a wrong fix, the name in the log'],
    visit: signIn('google', 'clock'),
    page: /clock[^<]*/,
    log: /Set the clock of this server[^\n]*/,
  },
  {
    title: 'A service that gives no email',
    before: ['signed in', 'nothing'],
    visit: signIn('github', 'no-email'),
    log: /[^\n]*no email[^\n]*/,
  },
]

const MAIL = "Nodemailer({ server: 'smtp://127.0.0.1:9', from: 'app@example.com' })"

/** @type {readonly Mistake[]} */
const stores = [
  {
    title: 'Sign-in by email without an adapter',
    config: `{ providers: [${MAIL}] }`,
    before: ['500', 'named'],
    visit: openSignIn,
    page: /needs an adapter[^<]*/,
    log: /needs an adapter[^\n]*/,
  },
  {
    title: 'A driver that is not installed',
    config: `{ adapter: openSqlAdapter('mysql://127.0.0.1:9/app'), providers: [${MAIL}] }`,
    before: ['503', 'named, with the command'],
    visit: press('nodemailer', { email: 'ada@example.com' }),
    log: /npm install mysql2[^\n]*/,
  },
  {
    title: 'Tables that do not exist',
    config: `{ adapter: openSqlAdapter('file:./empty.db'), providers: [${MAIL}] }`,
    before: ['503', 'the table, not the command'],
    visit: press('nodemailer', { email: 'ada@example.com' }),
    page: /npx latchstring migrate --apply/,
    log: /npx latchstring migrate --apply/,
  },
  {
    title: 'A mail server that does not answer',
    config: `{ adapter: openSqlAdapter('file:./tables.db'), providers: [${MAIL}] }`,
    before: ['look for typing errors in the address', 'ECONNREFUSED'],
    visit: press('nodemailer', { email: 'ada@example.com' }),
    page: /ECONNREFUSED[^<]*|mail server[^<]*/,
    log: /ECONNREFUSED [^\n]*/,
  },
  {
    title: "`strategy: 'database'` without an adapter",
    config: "{ session: { strategy: 'database' }, providers: [GitHub] }",
    before: ['500', 'MissingAdapter'],
    visit: openSignIn,
    page: /adapter[^<]*/,
    log: /MissingAdapter: [^\n]*/,
  },
]

const ROUTE = 'app/api/auth/[...latchstring]/route.js'

const IMPORT = "import { handlers } from '../../../../auth'\n"

/** @type {readonly Mistake[]} */
const code = [
  {
    title: 'A misspelt option: `callback`',
    config: '{ callback: {}, providers: [GitHub] }',
    before: ['works, the option is ignored', 'nothing'],
    visit: openSignIn,
    log: /[^\n]*Did you mean `?"?callbacks[^\n]*/,
  },
  {
    title: 'A misspelt option inside a function',
    config: "() => ({ session: { stategy: 'jwt' }, providers: [GitHub] })",
    before: ['works, the option is ignored', 'nothing'],
    visit: openSignIn,
    log: /[^\n]*Did you mean `?"?(?:session\.)?strategy[^\n]*/,
  },
  {
    title: '`providrs`',
    config: '{ providrs: [GitHub] }',
    before: ['500', 'e is not iterable'],
    visit: openSignIn,
    page: /providrs[^<]*/,
    log: /[^\n]*providrs[^\n]*/,
  },
  {
    title: "`signIn('githb')`",
    files: {
      'app/enter/route.js':
        "import { signIn } from '../../auth'\n\nexport const GET = () => signIn('githb')\n",
    },
    before: ['an error of Next.js', 'InvalidProvider, without the name that was meant'],
    visit: ({ origin, person }) => person.open(`${origin}/enter`),
    log: /[^\n]*Did you mean "github"[^\n]*/,
  },
  {
    title: 'The route file is missing',
    files: {
      [ROUTE]: undefined,
      'app/enter/route.js':
        "import { signIn } from '../../auth'\n\nexport const GET = () => signIn('github')\n",
    },
    before: ['404 after the sign-in', 'nothing'],
    visit: ({ origin, person }) => person.open(`${origin}/enter`),
    log: /[^\n]*route file[^\n]*|[^\n]*app\/api\/auth\/\[\.\.\.latchstring\]\/route[^\n]*/,
  },
  {
    title: '`export default handlers`',
    files: { [ROUTE]: `${IMPORT}\nexport default handlers\n` },
    before: ['405', 'a sentence of Next.js'],
    visit: openSignIn,
    log: /[^\n]*named export[^\n]*/i,
  },
  {
    title: '`export const GET = handlers`',
    files: { [ROUTE]: `${IMPORT}\nexport const GET = handlers\nexport const POST = handlers\n` },
    before: ['500', 'Function.prototype.apply was called on #<Object>'],
    visit: openSignIn,
    log: /[^\n]*`handlers` is an object of two route handlers[^\n]*/,
  },
  {
    title: 'A proxy without `authorized`',
    files: { 'proxy.js': "export { auth as proxy } from './auth'\n" },
    before: ['the page is open', 'nothing'],
    visit: openWelcome,
    log: /[^\n]*protects nothing[^\n]*/,
  },
  {
    title: 'A callback that throws',
    config:
      "{ providers: [GitHub], callbacks: { jwt() { throw new Error('planted') } } }",
    before: ['nobody is signed in', 'the cause; the fix repeated the message'],
    visit: signIn('github', 'allow'),
    log: /[^\n]*planted[^\n]*/,
  },
  {
    title: 'A `signIn` callback that returns `false`',
    config: '{ providers: [GitHub], callbacks: { signIn: () => false } }',
    before: ['No access', 'AccessDenied'],
    visit: signIn('github', 'allow'),
    page: /not allowed to sign in[^<]*/,
    log: /AccessDenied: [^\n]*/,
  },
]

/** @type {readonly Mistake[]} */
export const mistakes = [...settings, ...services, ...stores, ...code]
