import { authFile, serverFile } from './flow-applications.ts'
import type { Files } from './projects.ts'

/** A mistake that only running shows, planted in an application without one. */
export interface FlowMistake {
  readonly name: string
  readonly files: Files
  /** The finding that names it. */
  readonly finds: string
  readonly level?: 'warning'
  /** What the finding has to say. */
  readonly says: readonly string[]
}

const auth = (options: string, more = '', providers?: string): Files => ({
  'auth.js': authFile(options, more, providers),
})

const callbacks = (text: string, more = ''): Files => auth(`callbacks: {\n    ${text}\n  },`, more)

/** Mistakes in functions of the application. */
export const FLOW_MISTAKES: readonly FlowMistake[] = [
  {
    name: 'a jwt callback that throws where the session is read',
    files: callbacks('jwt: ({ token, account }) => ({ ...token, by: account.provider }),'),
    finds: 'callback-threw',
    says: ['`jwt` callback threw', "reading 'provider'", 'step "session"', 'auth.js:7'],
  },
  {
    name: 'a session callback that throws in another file',
    files: {
      ...callbacks('session,', "import { session } from './lib/session.js'"),
      'lib/session.js':
        '// See the guide.\nexport const session = async ({ session, token }) => {\n  session.user.role = token.roles[0]\n  return session\n}\n',
    },
    finds: 'callback-threw',
    says: ['`session` callback threw', 'lib/session.js:3', 'JWTSessionError'],
  },
  {
    name: 'a signIn callback that throws',
    files: callbacks(
      'async signIn({ profile }) {\n      return profile.orgs.includes("acme")\n    },',
    ),
    finds: 'callback-threw',
    says: ['AccessDenied', '`signIn` callback threw', "reading 'includes'", 'auth.js:7'],
  },
  {
    name: 'a signIn callback that refuses',
    files: callbacks('signIn: ({ user }) => user.email.endsWith("@acme.example"),'),
    finds: 'sign-in-refused',
    level: 'warning',
    says: ['refuses the person of the emulator', '--email', 'step "callback"', 'auth.js:7'],
  },
  {
    name: 'a signIn callback that sends people elsewhere whom it does not know',
    files: callbacks('signIn: ({ user }) => user.email.endsWith("@acme.example") || "/join",'),
    finds: 'sign-in-refused',
    level: 'warning',
    says: ['ends at /join without a session', '--email', 'auth.js:7'],
  },
  {
    name: 'a jwt callback that ends the session that it begins',
    files: callbacks('jwt: ({ token, trigger }) => (trigger === "update" ? token : null),'),
    finds: 'session-missing',
    says: ['ends at / without a session', 'auth.js:7'],
  },
  {
    name: 'a session callback that returns nothing',
    files: callbacks('session({ session, token }) { session.user.id = token.sub },'),
    finds: 'flow-failed',
    says: ['`session`', 'step "session"', 'auth.js:7'],
  },
  {
    name: 'a home page that redirects to itself',
    files: { 'server.js': serverFile("response.redirect('/')") },
    finds: 'authorized-loop',
    says: ['/ leads to itself: / → / → /'],
  },
  {
    name: 'a home page that refuses who is signed in',
    files: { 'server.js': serverFile("response.redirect('/auth/signin')") },
    finds: 'authorized-refuses',
    level: 'warning',
    says: ['from / to the sign-in page'],
  },
  {
    name: 'a profile without id',
    files: auth('', '', 'GitHub({ profile: ({ login, name }) => ({ name: name ?? login }) })'),
    finds: 'flow-failed',
    says: ['`profile`', '`id`'],
  },
  {
    name: 'a redirect callback that leads away',
    files: callbacks("redirect: () => 'https://marketing.example/welcome',"),
    finds: 'redirect-elsewhere',
    says: ['sent to https://marketing.example', 'auth.js:7'],
  },
  {
    name: 'a redirect callback that returns whatever a link names',
    files: callbacks('redirect: ({ url }) => url,'),
    finds: 'redirect-open',
    says: ['returns https://attacker.example/', 'Compare origins'],
  },
  {
    name: 'an event that throws',
    files: auth('events: { signIn: ({ user }) => user.team.id },'),
    finds: 'event-threw',
    level: 'warning',
    says: ['signIn event handler threw', 'auth.js:6'],
  },
  {
    name: 'a cookie for another host',
    files: auth("cookies: { sessionToken: { options: { domain: 'app.example.com' } } },"),
    finds: 'cookie-not-kept',
    says: ['http://localhost:', '`cookies`'],
  },
  {
    name: 'a scope that the service does not know',
    files: auth('', '', "GitHub({ authorization: { params: { scope: 'user:mail' } } })"),
    finds: 'request-refused',
    says: ['"github" refuses', 'user:mail'],
  },
  {
    name: 'more than a session holds',
    files: callbacks("jwt: ({ token }) => ({ ...token, roles: 'x'.repeat(20_000) }),"),
    finds: 'session-too-large',
    says: ['SessionTooLarge'],
  },
  {
    name: 'a callback that does not end',
    files: callbacks('jwt: () => new Promise(() => {}),'),
    finds: 'flow-stuck',
    says: ['step "callback": no response within 30 seconds'],
  },
  {
    name: 'a function of the configuration that throws',
    files: {
      'auth.js':
        "import Latchstring from '@latchstring/express'\nexport const latchstring = Latchstring(async () => {\n  throw new Error('no tenant')\n})\n",
    },
    finds: 'flow-failed',
    says: ['no tenant', 'auth.js:3'],
  },
  {
    name: 'tables that are missing',
    files: auth(
      "adapter: openSqlAdapter('file:app.db'), session: { strategy: 'jwt' },",
      "import { openSqlAdapter } from '@latchstring/adapter-sql'",
    ),
    finds: 'tables-missing',
    says: ['The database lacks verification_tokens.', 'Run: npx @latchstring/cli migrate --apply'],
  },
  {
    name: 'an address without a scheme',
    files: { '.env': 'AUTH_URL=localhost:3000\n' },
    finds: 'flow-failed',
    says: ['AUTH_URL'],
  },
  {
    name: 'an address of another machine',
    files: { '.env': 'AUTH_URL=https://app.example.com\n' },
    finds: 'no-sign-in-tried',
    level: 'warning',
    says: ['No sign-in was tried'],
  },
  {
    name: 'a module that is not there',
    files: auth('', "import { roles } from './roles.js'"),
    finds: 'application-ended',
    says: ['exit code 1', 'roles.js'],
  },
  {
    name: 'actions that are not mounted',
    files: { 'server.js': serverFile().replace('app.use(latchstring)', '') },
    finds: 'actions-not-found',
    says: ['Mount the handlers'],
  },
]
