import type { Files } from './projects.ts'

/** A mistake that only running shows, planted in an application without one. */
export interface FlowMistake {
  readonly name: string
  readonly files: Files
  readonly argv?: readonly string[]
  /** The finding that names it. */
  readonly finds: string
  readonly level?: 'warning' | 'note'
  /** What the finding has to say. */
  readonly says: readonly string[]
}

/** An application of Express with these options beside the provider. */
export const auth = (options: string, more = ''): Files => ({
  'package.json': JSON.stringify({
    name: 'app',
    type: 'module',
    dependencies: { '@latchstring/express': '0.0.0', express: '5.0.0' },
  }),
  'auth.js': `import Latchstring from '@latchstring/express'
import GitHub from '@latchstring/core/providers/github'
${more}
export const latchstring = Latchstring({
  providers: [${more.includes('const github') ? 'github' : 'GitHub'}],
  ${options}
})
`,
})

const callbacks = (text: string, more = ''): Files => auth(`callbacks: {\n    ${text}\n  },`, more)

/** Mistakes in functions of the application. */
export const FLOW_MISTAKES: readonly FlowMistake[] = [
  {
    name: 'a jwt callback that throws',
    files: callbacks('jwt: ({ token, profile }) => ({ ...token, team: profile.team.name }),'),
    finds: 'callback-throws',
    says: ['callback `jwt` throws', "reading 'name'", 'step "callback"', 'auth.js:7', 'ref '],
  },
  {
    name: 'a jwt callback that throws where the session is read',
    files: callbacks('jwt: ({ token, account }) => ({ ...token, by: account.provider }),'),
    finds: 'callback-throws',
    says: ['callback `jwt` throws', 'step "session"', 'auth.js:7'],
  },
  {
    name: 'a session callback that throws in another file',
    files: {
      ...callbacks('session,', "import { session } from './lib/session.js'"),
      'lib/session.js':
        '// See the guide.\nexport const session = async ({ session, token }) => {\n  session.user.role = token.roles[0]\n  return session\n}\n',
    },
    finds: 'callback-throws',
    says: ['callback `session` throws', 'lib/session.js:3', 'JWTSessionError'],
  },
  {
    name: 'a signIn callback that throws',
    files: callbacks(
      'async signIn({ profile }) {\n      return profile.orgs.includes("acme")\n    },',
    ),
    finds: 'callback-throws',
    says: ['callback `signIn` throws', 'auth.js:8', 'AccessDenied'],
  },
  {
    name: 'a signIn callback that refuses everybody',
    files: callbacks('signIn: () => false,'),
    finds: 'sign-in-refused',
    says: ['returns false for every user', 'auth.js:7'],
  },
  {
    name: 'a signIn callback that lets in one domain',
    files: callbacks('signIn: ({ user }) => user.email.endsWith("@acme.example"),'),
    finds: 'sign-in-refused',
    level: 'warning',
    says: ['refuses the person of the emulator', '--email'],
  },
  {
    name: 'a signIn callback in a function that takes any arguments',
    files: callbacks('signIn: (...args) => args[0].user.email.endsWith("@acme.example"),'),
    finds: 'sign-in-refused',
    level: 'warning',
    says: ['refuses the person of the emulator', '--email'],
  },
  {
    name: 'a jwt callback that throws null',
    files: callbacks('jwt() { throw null },'),
    finds: 'callback-throws',
    says: ['callback `jwt` throws: null, which is not an Error', 'auth.js:7'],
  },
  {
    name: 'a signIn callback that is bound',
    files: callbacks(
      'signIn: ((...args) => args[0].user.email.endsWith("@acme.example")).bind(null),',
    ),
    finds: 'sign-in-refused',
    level: 'warning',
    says: ['refuses the person of the emulator', '--email'],
  },
  {
    name: 'a signIn callback that sends people elsewhere whom it does not know',
    files: callbacks(
      'signIn: ({ user }) => user.email.endsWith("@acme.example") || "/join?by=mail",',
    ),
    finds: 'sign-in-refused',
    level: 'warning',
    says: ['sends the person of the emulator to "/join?by=mail"', '--email', 'step "callback"'],
  },
  {
    name: 'a signIn callback that forgets to return',
    files: callbacks('signIn({ user }) { if (user.email === "root@example.com") return false },'),
    finds: 'callback-returns-nothing',
    says: ['callback `signIn` returns nothing', 'Return true', 'auth.js:7'],
  },
  {
    name: 'a jwt callback that returns null',
    files: callbacks('jwt: ({ token, trigger }) => (trigger === "update" ? token : null),'),
    finds: 'jwt-ends-session',
    says: ['returns null at a sign-in', 'auth.js:7'],
  },
  {
    name: 'a jwt callback that returns the token only at a sign-in',
    files: callbacks('jwt({ token, user }) { if (user) return { ...token, id: user.id } },'),
    finds: 'callback-returns-nothing',
    says: ['callback `jwt` returns nothing', 'where there is no `user`'],
  },
  {
    name: 'a session callback that returns nothing',
    files: callbacks('session({ session, token }) { session.user.id = token.sub },'),
    finds: 'callback-returns-nothing',
    says: ['callback `session` returns nothing', 'step "session"', 'auth.js:7'],
  },
  {
    name: 'an authorized callback that redirects to itself',
    files: callbacks(
      "authorized: ({ auth, request }) => (auth ? true : Response.redirect(new URL('/login', request.url))),",
    ),
    finds: 'authorized-loop',
    says: ['/login leads to itself', 'auth.js:7'],
  },
  {
    name: 'an authorized callback that throws',
    files: callbacks('authorized: ({ auth }) => auth.user.role === "admin",'),
    finds: 'callback-throws',
    says: ['callback `authorized` throws', 'step "authorized"'],
  },
  {
    name: 'an authorized callback that refuses who is signed in',
    files: callbacks('authorized: ({ auth }) => auth?.user.role === "admin",'),
    finds: 'authorized-refuses',
    level: 'warning',
    says: ['from / to the sign-in page', 'auth.js:7'],
  },
  {
    name: 'an authorized callback that returns nothing',
    files: callbacks('authorized({ auth }) { auth !== null },'),
    finds: 'callback-returns-nothing',
    says: ['callback `authorized` returns nothing'],
  },
  {
    name: 'a profile without id',
    files: auth(
      '',
      'const github = GitHub({ profile: ({ login, name }) => ({ name: name ?? login }) })',
    ),
    finds: 'profile-without-id',
    says: ['`profile` of the provider "github" returns no `id`'],
  },
  {
    name: 'a profile that throws',
    files: auth(
      '',
      'const github = GitHub({\n  profile: (profile) => ({ id: profile.sub.toString() }),\n})',
    ),
    finds: 'callback-throws',
    says: ['`profile` of the provider "github" throws', 'auth.js:4'],
  },
  {
    name: 'a redirect callback that leads away',
    files: callbacks("redirect: () => 'https://marketing.example/welcome',"),
    finds: 'redirect-elsewhere',
    says: ['sent to https://marketing.example', 'auth.js:7'],
  },
  {
    name: 'a redirect callback that lets strangers decide',
    files: callbacks('redirect: ({ url }) => url,'),
    finds: 'redirect-open',
    says: ['returns https://attacker.example/', 'Compare origins'],
  },
  {
    name: 'a redirect callback that compares how addresses begin',
    files: callbacks('redirect: ({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl),'),
    finds: 'redirect-open',
    says: ['https://app.example.com.attacker.example/'],
  },
  {
    name: 'a redirect callback that returns nothing',
    files: callbacks("redirect({ url }) { if (url.startsWith('/app')) return url },"),
    finds: 'callback-returns-nothing',
    says: ['callback `redirect` returns nothing'],
  },
  {
    name: 'an event that throws',
    files: auth('events: { signIn: ({ user }) => user.team.id },'),
    finds: 'event-throws',
    level: 'warning',
    says: ['event `signIn` throws', 'auth.js:6'],
  },
  {
    name: 'jwt.decode that does not read what jwt.encode writes',
    files: auth(
      'jwt: { encode: async ({ token }) => JSON.stringify(token), decode: async () => null },',
    ),
    finds: 'decode-returns-nothing',
    says: ['`jwt.decode` does not read'],
  },
  {
    name: 'a cookie for another host',
    files: auth("cookies: { sessionToken: { options: { domain: 'app.example.com' } } },"),
    finds: 'cookie-not-kept',
    says: ['http://localhost:3000', '`cookies`'],
  },
  {
    name: 'a scope that the service does not know',
    files: auth('', "const github = GitHub({ authorization: { params: { scope: 'user:mail' } } })"),
    finds: 'request-refused',
    says: ['"github" refuses', 'user:mail'],
  },
  {
    name: 'more than a session holds',
    files: callbacks("jwt: ({ token }) => ({ ...token, roles: 'x'.repeat(20_000) }),"),
    finds: 'session-too-large',
    says: ['SessionTooLarge', 'Return less'],
  },
  {
    name: 'a callback that does not end',
    files: callbacks('jwt: () => new Promise(() => setInterval(() => {}, 1000)),'),
    finds: 'flow-stuck',
    says: ['callback `jwt` does not end', 'auth.js:7'],
  },
  {
    name: 'a function of the configuration that returns nothing',
    files: {
      ...auth(''),
      'auth.js':
        "import Latchstring from '@latchstring/express'\nexport const latchstring = Latchstring(() => {\n  if (process.env.NEVER) return { providers: [] }\n})\n",
    },
    finds: 'configuration-not-made',
    says: ['The function of the configuration returns no object', 'auth.js'],
  },
  {
    name: 'a function of the configuration that throws a string',
    files: {
      ...auth(''),
      'auth.js':
        "import Latchstring from '@latchstring/express'\nexport const latchstring = Latchstring(async () => {\n  throw 'no tenant'\n})\n",
    },
    finds: 'configuration-not-made',
    says: ['throws: no tenant'],
  },
  {
    name: 'a function of the configuration that asks a database',
    files: {
      ...auth(''),
      'auth.js':
        "import Latchstring from '@latchstring/express'\nimport pg from 'pg'\nconst pool = new pg.Pool()\nexport const latchstring = Latchstring(async () => ({ providers: (await pool.query('select')).rows }))\n",
    },
    finds: 'flow-not-known',
    level: 'note',
    says: ['The function of the configuration asks for', 'pg', 'latchstring dev'],
  },
  {
    name: 'an address without a scheme',
    files: { ...auth(''), '.env': 'AUTH_URL=localhost:3000\n' },
    finds: 'flow-failed',
    says: ['AUTH_URL'],
  },
  {
    name: 'a module that is not there',
    files: auth('', "import { roles } from './roles.js'"),
    finds: 'configuration-not-loaded',
    says: ['roles.js'],
  },
  {
    name: 'a module that asks a service while it is loaded',
    files: auth('', "const roles = await (await fetch('http://127.0.0.1:4567/roles')).json()"),
    finds: 'configuration-not-loaded',
    says: ['asks for 127.0.0.1:4567'],
  },
  {
    name: 'a process that ends while it is loaded',
    files: auth('', 'process.exit(7)'),
    finds: 'flow-died',
    says: ['the process of the application ended'],
  },
  {
    name: 'a callback that asks a database',
    files: callbacks(
      "async jwt({ token }) {\n      const { rows } = await pool.query('select role from people')\n      return { ...token, role: rows[0].role }\n    },",
      "import pg from 'pg'\nconst pool = new pg.Pool()",
    ),
    finds: 'flow-not-known',
    level: 'note',
    says: ['callback `jwt` asks for', 'pg', 'latchstring dev'],
  },
  {
    name: 'a callback that needs a column of the application',
    files: auth(
      "adapter: openSqlAdapter(process.env.DATABASE_URL), session: { strategy: 'database' },\n  callbacks: { session: ({ session, user }) => ({ ...session, plan: user.plan.toUpperCase() }) },",
      "import { openSqlAdapter } from '@latchstring/adapter-sql'",
    ),
    finds: 'flow-not-known',
    level: 'note',
    says: ['callback `session` asks for the column `plan` of users', 'latchstring dev'],
  },
  {
    name: 'a callback at a sign-in that needs a column of the application',
    files: auth(
      "adapter: openSqlAdapter(process.env.DATABASE_URL), session: { strategy: 'jwt' },\n  callbacks: { jwt: ({ token, user }) => (user ? { ...token, plan: user.plan.toUpperCase() } : token) },",
      "import { openSqlAdapter } from '@latchstring/adapter-sql'",
    ),
    finds: 'flow-not-known',
    level: 'note',
    says: ['callback `jwt` asks for the column `plan` of users', 'latchstring dev'],
  },
  {
    name: 'a session callback that reads a column of the application and returns nothing',
    files: auth(
      "adapter: openSqlAdapter(process.env.DATABASE_URL), session: { strategy: 'database' },\n  callbacks: { session({ session, user }) { session.user.plan = user.plan } },",
      "import { openSqlAdapter } from '@latchstring/adapter-sql'",
    ),
    finds: 'callback-returns-nothing',
    says: ['callback `session` returns nothing'],
  },
  {
    name: 'a callback that asks a service',
    files: callbacks(
      "async signIn() {\n      const response = await fetch('https://api.example.com/may')\n      return response.ok\n    },",
    ),
    finds: 'flow-not-known',
    level: 'note',
    says: ['callback `signIn` asks for api.example.com:443'],
  },
]
