import type { Files } from './projects.ts'
import { auth } from './flow-mistakes.ts'

/** An application in which nothing is wrong. */
export interface Healthy {
  readonly name: string
  readonly files: Files
  /** Steps by provider, or why it was not tried. */
  readonly flows: Readonly<Record<string, string>>
}

const OAUTH = 'sign-in page, POST signin, authorization, callback, session, sign-out'
const GUARDED = OAUTH.replace('session,', 'session, authorized,')
const MAIL = 'sign-in page, mail, link, session, sign-out, second mail, code'

const manifest = (dependencies: Files, more: object = {}): string =>
  JSON.stringify({ name: 'app', dependencies, ...more })

/** An adapter that asks a database for everything. */
const DATABASE = `import { openSqlAdapter } from '@latchstring/adapter-sql'
import Database from 'better-sqlite3'
export const db = new Database('data.db')
db.pragma('journal_mode = WAL')
export const adapter = openSqlAdapter(process.env.DATABASE_URL)`

/** Applications as the guides show them, and with what people add to them. */
export const HEALTHY: readonly Healthy[] = [
  { name: 'Express', files: auth(''), flows: { github: OAUTH } },
  {
    name: 'Express with callbacks, events and a function that makes the configuration',
    files: {
      ...auth(''),
      'auth.js': `import Latchstring from '@latchstring/express'
import GitHub from '@latchstring/core/providers/github'
import Google from '@latchstring/core/providers/google'

export const latchstring = Latchstring(async (request) => ({
  providers: [GitHub({ authorization: { params: { scope: 'read:user user:email repo' } } }), Google],
  callbacks: {
    signIn: ({ profile }) => profile !== undefined,
    jwt: ({ token, account }) => (account ? { ...token, by: account.provider } : token),
    session: ({ session, token }) => ({ ...session, by: token.by }),
    redirect: ({ url, baseUrl }) =>
      new URL(url, baseUrl).origin === baseUrl ? url : baseUrl,
    authorized: ({ auth, request }) => auth !== null || new URL(request.url).pathname === '/',
  },
  events: { signIn: ({ user }) => void console.log('signed in', user.id) },
}))
`,
    },
    flows: { github: GUARDED, google: GUARDED },
  },
  {
    name: 'Next.js with TypeScript, an alias, an enum and modules of Next.js',
    files: {
      'package.json': manifest({ '@latchstring/next': '0.0.0', next: '16.0.0' }),
      'tsconfig.json':
        '{\n  // Of the guide\n  "compilerOptions": { "paths": { "#own/*": ["./src/*"], }, },\n}\n',
      'src/auth.ts': `import 'server-only'
import Latchstring from '@latchstring/next'
import GitHub from '@latchstring/next/providers/github'
import { NextResponse } from 'next/server'
import { cookies } from 'next/headers'
import { Role } from '#own/role'
import logo from './logo.svg'
import type { Session } from '@latchstring/next'

export const theme = async (): Promise<string | undefined> => (await cookies()).get('theme')?.value
export const image: unknown = logo

export const { handlers, auth, signIn, signOut } = Latchstring({
  providers: [GitHub],
  pages: { signIn: '/login' },
  callbacks: {
    jwt: ({ token }) => ({ ...token, role: Role.Member }),
    session: ({ session, token }): Session => ({ ...session, expires: token.role as Role && session.expires }),
    authorized({ auth, request }) {
      if (request.nextUrl.pathname === '/login') return true
      return auth !== null || NextResponse.redirect(new URL('/login', request.nextUrl))
    },
  },
})
`,
      'src/role.ts': 'export enum Role { Member = "member", Admin = "admin" }\n',
      'src/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
    flows: { github: GUARDED },
  },
  {
    name: 'SvelteKit with variables of its own modules',
    files: {
      'package.json': manifest(
        { '@latchstring/sveltekit': '0.0.0', '@sveltejs/kit': '^2.50.0' },
        { type: 'module' },
      ),
      'src/auth.ts': `import { env } from '$env/dynamic/private'
import { AUTH_GITHUB_ID } from '$env/static/private'
import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/sveltekit'
import { dev } from '$app/environment'
import { name } from '$lib/name'

export const { handle, auth } = Latchstring(
  { providers: [GitHub({ clientId: AUTH_GITHUB_ID, name })], debug: Boolean(dev) },
  { env },
)
`,
      'src/lib/name.ts': "export const name: string = 'GitHub'\n",
    },
    flows: { github: OAUTH },
  },
  {
    name: 'Hono with a store, mail, passkeys and a password',
    files: {
      'package.json': manifest({ '@latchstring/hono': '0.0.0', hono: '4.0.0' }, { type: 'module' }),
      'database.js': DATABASE,
      'auth.js': `import Latchstring from '@latchstring/hono'
import Credentials from '@latchstring/core/providers/credentials'
import GitHub from '@latchstring/core/providers/github'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Passkey from '@latchstring/core/providers/passkey'
import Resend from '@latchstring/core/providers/resend'
import { adapter, db } from './database.js'

export const latchstring = Latchstring({
  adapter,
  experimental: { enableWebAuthn: true },
  session: { strategy: 'jwt' },
  providers: [
    GitHub,
    Nodemailer({ server: process.env.SMTP, from: 'App <app@example.com>' }),
    Resend({ from: 'App <app@example.com>' }),
    Passkey,
    Credentials({
      credentials: { password: { type: 'password' } },
      authorize: ({ password }) => db.prepare('select * from people').get(password),
    }),
  ],
})
`,
    },
    flows: {
      github: OAUTH,
      nodemailer: MAIL,
      resend: MAIL,
      passkey: 'sign-in page, options',
      credentials: 'no password is known here',
    },
  },
  {
    name: 'mails that the application sends itself',
    files: {
      ...auth(
        'adapter,',
        "import { adapter } from './database.js'\nconst github = { id: 'own', type: 'email', name: 'Mail', maxAge: 600, sendVerificationRequest() { throw new Error('called') } }",
      ),
      'database.js': DATABASE,
    },
    flows: { own: 'its own `sendVerificationRequest`, which is not called here' },
  },
  {
    name: 'sessions in a database',
    files: {
      ...auth('adapter,', "import { adapter } from './database.js'"),
      'database.js': DATABASE,
    },
    flows: { github: OAUTH },
  },
  {
    name: 'an adapter of another package with a method of the application over it',
    files: {
      ...auth(
        'adapter,',
        "import { adapter as database } from './database.js'\nconst { deleteUser, ...rest } = database\nconst adapter = { ...rest, deleteUser, createUser: (user) => database.createUser({ ...user, plan: 'free' }) }",
      ),
      'database.js': DATABASE,
    },
    flows: { github: OAUTH },
  },
  {
    name: 'an adapter of another package of which everything is required',
    files: {
      ...auth(
        "adapter, adapterRequires: ['authenticatorDeletion', 'authenticatorNames', 'ttl', 'transactions'],",
        "import { adapter } from './database.js'",
      ),
      'database.js': DATABASE,
    },
    flows: { github: OAUTH },
  },
  {
    name: 'an adapter of the application that deletes and renames passkeys',
    files: auth(
      "adapter: new Store(), adapterRequires: ['authenticatorNames'], session: { strategy: 'jwt' },",
      `const asked = (name) => async () => { throw new Error(\`\${name} is called\`) }
class Store {
  capabilities = { authenticatorDeletion: true, authenticatorNames: true }
  createUser = asked('createUser')
  getUser = asked('getUser')
  getUserByEmail = asked('getUserByEmail')
  getUserByAccount = asked('getUserByAccount')
  linkAccount = asked('linkAccount')
  getAccount = asked('getAccount')
  deleteAuthenticator = asked('deleteAuthenticator')
  renameAuthenticator = asked('renameAuthenticator')
}`,
    ),
    flows: { github: OAUTH },
  },
  {
    name: 'Remix, whose function is exported by its name',
    files: {
      'package.json': manifest({ '@latchstring/remix': '0.0.0' }, { type: 'module' }),
      'app/middleware.js': `import GitHub from '@latchstring/core/providers/github'
import { latchstring } from '@latchstring/remix'
export const middleware = [latchstring({ providers: [GitHub] })]
`,
    },
    flows: { github: OAUTH },
  },
  {
    name: 'Hono, bindings in the function of the configuration',
    files: {
      'package.json': manifest({ '@latchstring/hono': '0.0.0', hono: '4.0.0' }, { type: 'module' }),
      'auth.js': `import Latchstring from '@latchstring/hono'
import GitHub from '@latchstring/core/providers/github'
export const latchstring = Latchstring((request, env) => ({
  providers: [GitHub({ clientId: env.AUTH_GITHUB_ID.trim() })],
}))
`,
    },
    flows: { github: OAUTH },
  },
  ...(
    [
      ['Koa', 'koa'],
      ['h3', 'h3'],
      ['h3 version 1', 'h3/v1'],
      ['TanStack Start', 'tanstack-start'],
      ['SolidStart', 'solid-start'],
      ['SolidStart with Vinxi', 'solid-start/vinxi'],
      ['Qwik', 'qwik'],
    ] as const
  ).map(([name, entry]) => ({
    name,
    files: {
      'package.json': manifest(
        { [`@latchstring/${entry.split('/')[0]}`]: '0.0.0' },
        { type: 'module' },
      ),
      'auth.js': `import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/${entry}'
export const latchstring = Latchstring({ providers: [GitHub] })
`,
    },
    flows: { github: OAUTH },
  })),
]
