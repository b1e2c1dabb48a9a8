import { openSignIn, openWelcome, press, signIn } from './steps.mjs'

/** @typedef {import('./steps.mjs').Mistake} Mistake */

/** @type {readonly Mistake[]} */
export const services = [
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
    config:
      "{ providers: [Keycloak({ clientId: 'a', clientSecret: 'b', issuer: `${LAB}/wrong` })] }",
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
export const stores = [
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
    page: /npx @latchstring\/cli migrate --apply/,
    log: /npx @latchstring\/cli migrate --apply/,
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
export const code = [
  {
    title: 'A misspelled option: `callback`',
    config: '{ callback: {}, providers: [GitHub] }',
    before: ['works, the option is ignored', 'nothing'],
    visit: openSignIn,
    log: /[^\n]*Did you mean `?"?callbacks[^\n]*/,
  },
  {
    title: 'A misspelled option inside a function',
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
    config: "{ providers: [GitHub], callbacks: { jwt() { throw new Error('planted') } } }",
    before: ['no one is signed in', 'the cause; the fix repeated the message'],
    visit: signIn('github', 'allow'),
    log: /[^\n]*planted[^\n]*/,
  },
  {
    title: 'A `signIn` callback that returns `false`',
    config: '{ providers: [GitHub], callbacks: { signIn: () => false } }',
    before: ['No access', 'AccessDenied'],
    visit: signIn('github', 'allow'),
    page: /can’t sign in here[^<]*/,
    log: /AccessDenied: [^\n]*/,
  },
]
