import { type Files, authFile, withInstalled, withManifest, withVariables } from './application.ts'

/** A mistake that people make, planted in an application without one. */
export interface Mistake {
  readonly name: string
  readonly files: Files
  readonly argv?: readonly string[]
  /** The finding that names it. */
  readonly finds: string
  /** What the finding has to say about what is wrong and how to fix it. */
  readonly says: readonly string[]
}

const production = ['--production'] as const
const secure = { AUTH_URL: 'https://app.example.com' } as const

const OPTIONS = '{ providers: [GitHub] }'
const ROUTE = 'app/api/auth/[...latchstring]/route.ts'
const route = (text: string): Files => ({
  [ROUTE]: `import { handlers } from '../../../../auth'\n${text}\n`,
})
const auth = (options: string, imports = ''): Files => ({
  'auth.ts': authFile(options, imports),
  'proxy.ts': null,
})

const passkey = (party: string, url: string): Files => ({
  ...withVariables({ AUTH_URL: url }),
  ...withInstalled('@simplewebauthn/server'),
  ...auth(
    `{ providers: [GitHub, Passkey(${party})], experimental: { enableWebAuthn: true }, adapter: store }`,
    `import Passkey from '@latchstring/next/providers/passkey'\nimport { store } from 'a-store'`,
  ),
})

/** RP IDs that no browser takes. */
const RELYING_PARTIES: readonly Mistake[] = [
  {
    name: 'passkeys at an IP address',
    files: passkey('', 'https://192.0.2.7'),
    finds: 'rp-id-unusable',
    says: ['192.0.2.7, the host of AUTH_URL', 'IP address', 'host name'],
  },
  {
    name: 'an RP ID of another host',
    files: passkey("{ relyingParty: { id: 'example.org' } }", 'https://app.example.com'),
    finds: 'rp-id-unusable',
    says: ['neither app.example.com', "id: 'app.example.com'"],
  },
  {
    name: 'an RP ID that is a public suffix',
    files: passkey("{ relyingParty: { id: 'vercel.app' } }", 'https://my-app.vercel.app'),
    finds: 'rp-id-unusable',
    says: ['everyone', "id: 'my-app.vercel.app'"],
  },
  {
    name: 'an RP ID that is the suffix of a country',
    files: passkey(
      "{ relyingParty: { id: 'co.uk', origin: ['https://app.example.co.uk'] } }",
      'https://app.example.co.uk',
    ),
    finds: 'rp-id-unusable',
    says: ['everyone'],
  },
  {
    name: 'an RP ID with a scheme',
    files: passkey("{ relyingParty: { id: 'https://example.com' } }", 'https://example.com'),
    finds: 'rp-id-unusable',
    says: ['without scheme'],
  },
]

/** Variables: missing, misspelt, or of another form. */
const VARIABLES: readonly Mistake[] = [
  {
    name: 'no secret in production',
    files: withVariables({ ...secure, AUTH_SECRET: null }),
    argv: production,
    finds: 'secret-missing',
    says: ['AUTH_SECRET is not set', 'openssl rand -base64 33'],
  },
  {
    name: 'a short secret',
    files: withVariables({ AUTH_SECRET: 'short-kXq92' }),
    finds: 'secret-weak',
    says: ['fewer than 32 bytes', 'openssl'],
  },
  {
    name: 'a secret of one letter',
    files: withVariables({ AUTH_SECRET: 'abababababababababababababababababababab' }),
    finds: 'secret-weak',
    says: ['fewer than 10 different characters'],
  },
  {
    name: 'a command as the secret',
    files: withVariables({ AUTH_SECRET: "'$(openssl rand -base64 33)'" }),
    finds: 'secret-placeholder',
    says: ['placeholder', 'does not run commands'],
  },
  {
    name: 'the secret under a public name',
    files: withVariables({ NEXT_PUBLIC_AUTH_SECRET: 'kX9/2vQmZr7LpT4wYb1NcE8sUh3JdF6g' }),
    finds: 'secret-exposed',
    says: ['NEXT_PUBLIC_AUTH_SECRET', 'scripts of the browser'],
  },
  {
    name: 'no AUTH_URL in production',
    files: withVariables({ AUTH_URL: null }),
    argv: production,
    finds: 'url-missing',
    says: ['AUTH_URL is not set', 'UntrustedHost'],
  },
  {
    name: 'AUTH_URL with a path',
    files: withVariables({ AUTH_URL: 'http://localhost:3000/app' }),
    finds: 'url-path',
    says: ['/app', '/api/auth', 'AUTH_URL=http://localhost:3000'],
  },
  {
    name: 'AUTH_URL with another port',
    files: {
      ...withVariables({ AUTH_URL: 'http://localhost:3001' }),
      ...withManifest({ scripts: { dev: 'next dev -p 3000' } }),
    },
    finds: 'url-port',
    says: ['3001', 'AUTH_URL=http://localhost:3000'],
  },
  {
    name: 'AUTH_URL without a scheme',
    files: withVariables({ AUTH_URL: 'app.example.com' }),
    finds: 'url-invalid',
    says: ['not an absolute URL', 'AUTH_URL=https://app.example.com'],
  },
  {
    name: 'https in AUTH_URL on an http server',
    files: withVariables({ AUTH_URL: 'https://localhost:3000' }),
    finds: 'url-scheme',
    says: ['https', 'AUTH_URL=http://localhost:3000'],
  },
  {
    name: 'http in AUTH_URL of a deployment',
    files: withVariables({ AUTH_URL: 'http://app.example.com' }),
    argv: production,
    finds: 'url-insecure',
    says: ['AUTH_URL=https://app.example.com'],
  },
  {
    name: 'localhost in AUTH_URL of a deployment',
    files: {},
    argv: production,
    finds: 'url-local',
    says: ['address of this machine'],
  },
  {
    name: '127.0.0.1 in place of localhost',
    files: withVariables({ AUTH_URL: 'http://127.0.0.1:3000' }),
    finds: 'url-loopback-name',
    says: ['127.0.0.1', 'localhost', 'CrossOriginRequest'],
  },
  {
    name: 'AUTH_GITHUB_CLIENT_ID in place of AUTH_GITHUB_ID',
    files: withVariables({ AUTH_GITHUB_ID: null, AUTH_GITHUB_CLIENT_ID: 'Iv1.8a61f9b3a7aba766' }),
    finds: 'provider-variable-name',
    says: ['Rename AUTH_GITHUB_CLIENT_ID to AUTH_GITHUB_ID'],
  },
  {
    name: 'GITHUB_ID in place of AUTH_GITHUB_ID',
    files: withVariables({ AUTH_GITHUB_ID: null, GITHUB_ID: 'Iv1.8a61f9b3a7aba766' }),
    finds: 'provider-variable-name',
    says: ['Rename GITHUB_ID to AUTH_GITHUB_ID'],
  },
  {
    name: 'no client secret',
    files: withVariables({ AUTH_GITHUB_SECRET: null }),
    finds: 'provider-variable-missing',
    says: ['AUTH_GITHUB_SECRET is not set'],
  },
  {
    name: 'a client id in typographic quotes',
    files: withVariables({ AUTH_GITHUB_ID: '“Iv1.8a61f9b3a7aba766”' }),
    finds: 'variable-form',
    says: ['AUTH_GITHUB_ID has quotes', 'straight quotes or none'],
  },
  {
    name: 'a client secret with a space inside',
    files: withVariables({ AUTH_GITHUB_SECRET: '9f2c7a1be4d8 360572cab91e04f3d6' }),
    finds: 'variable-form',
    says: ['AUTH_GITHUB_SECRET has spaces'],
  },
  {
    name: 'no issuer for a service with one for each customer',
    files: {
      ...auth(
        '{ providers: [Keycloak] }',
        "import Keycloak from '@latchstring/next/providers/keycloak'",
      ),
      ...withVariables({ AUTH_KEYCLOAK_ID: 'app', AUTH_KEYCLOAK_SECRET: '9f2c7a1be4d8' }),
      'app/page.tsx': null,
    },
    finds: 'provider-variable-missing',
    says: ['AUTH_KEYCLOAK_ISSUER is not set'],
  },
]

/** Options of the configuration. */
const CONFIGURATION: readonly Mistake[] = [
  {
    name: 'e-mail without an adapter',
    files: {
      ...auth(
        '{ providers: [GitHub, Resend] }',
        "import Resend from '@latchstring/next/providers/resend'",
      ),
      ...withVariables({ AUTH_RESEND_KEY: 're_9f2c7a1be4d8' }),
    },
    finds: 'adapter-missing',
    says: ['"resend"', 'MissingAdapter', 'migrate --apply'],
  },
  {
    name: 'stored sessions without an adapter',
    files: auth("{ providers: [GitHub], session: { strategy: 'database' } }"),
    finds: 'adapter-missing',
    says: ['`session.strategy` is "database"'],
  },
  {
    name: 'a misspelt option in an object',
    files: auth('{ providers: [GitHub], callback: { signIn: () => true } }'),
    finds: 'option-unknown',
    says: ['`callback` is not an option', 'Did you mean `callbacks`?'],
  },
  {
    name: 'a misspelt option in a function',
    files: auth('() => ({ providers: [GitHub], session: { stategy: "jwt" } })'),
    finds: 'option-unknown',
    says: ['`session.stategy` is not an option', 'Did you mean `session.strategy`?'],
  },
  {
    name: 'misspelt providers',
    files: auth('{ providrs: [GitHub] }'),
    finds: 'providers-missing',
    says: ['no `providers`', 'Rename `providrs` to `providers`'],
  },
  {
    name: 'a function that returns nothing',
    files: auth('() => { ({ providers: [GitHub] }) }'),
    finds: 'function-form',
    says: ['returns nothing', 'return'],
  },
  {
    name: 'an unknown provider in signIn',
    files: {
      'app/page.tsx':
        "import { signIn } from '../auth'\nexport const enter = () => signIn('githb')\n",
    },
    finds: 'sign-in-unknown-provider',
    says: ['signIn("githb")', 'Did you mean "github"?'],
  },
  {
    name: 'two providers with one id',
    files: auth('{ providers: [GitHub, GitHub] }'),
    finds: 'provider-twice',
    says: ['"github"', 'DuplicateProvider'],
  },
  {
    name: 'credentials without authorize',
    files: auth(
      '{ providers: [GitHub, Credentials({ credentials: { password: {} } })] }',
      "import Credentials from '@latchstring/next/providers/credentials'",
    ),
    finds: 'authorize-missing',
    says: ['`authorize`', 'MissingAuthorize'],
  },
  {
    name: 'a provider of another library',
    files: {
      'auth.ts': `import Latchstring from '@latchstring/next'
import GitHub from 'next-auth/providers/github'
export const { handlers, auth, signIn, signOut } = Latchstring(${OPTIONS})
`,
      'proxy.ts': null,
    },
    finds: 'provider-import',
    says: ['next-auth/providers/github', '@latchstring/next/providers/github'],
  },
]

/** Files and packages. */
/** A feature of the application's own, which has a document. */
export const DISCOVERY: Files = {
  'discovery.ts': `import type { Feature } from '@latchstring/core/features'
export const discovery = {
  name: 'discovery',
  wellKnown: { 'example-metadata': { load: async () => ({ read: () => ({ issuer: 'x' }) }) } },
} satisfies Feature
`,
  ...auth(
    '{ providers: [GitHub], features: [discovery] }',
    "import { discovery } from './discovery'",
  ),
}

const FILES: readonly Mistake[] = [
  {
    name: 'a document of a feature that no route answers',
    files: DISCOVERY,
    finds: 'well-known-route-missing',
    says: [
      '/.well-known/example-metadata',
      'latchstring/cli add well-known',
      'app/.well-known/[name]/route.js',
      'export const { GET } = handlers',
    ],
  },
  {
    name: 'no route file',
    files: { [ROUTE]: null },
    finds: 'route-missing',
    says: ['No route file', 'app/api/auth/[...latchstring]/route.ts'],
  },
  {
    name: 'a default export in the route',
    files: route('export default handlers'),
    finds: 'route-default-export',
    says: ['405', 'export const { GET, POST } = handlers'],
  },
  {
    name: 'handlers as GET',
    files: route('export const GET = handlers\nexport const POST = handlers'),
    finds: 'route-whole-handlers',
    says: ['export const { GET, POST } = handlers'],
  },
  {
    name: 'GET alone',
    files: route('export const { GET } = handlers'),
    finds: 'route-method-missing',
    says: ['does not export POST'],
  },
  {
    name: 'a route of one segment',
    files: {
      [ROUTE]: null,
      'app/api/auth/[latchstring]/route.ts':
        "import { handlers } from '../../../../auth'\nexport const { GET, POST } = handlers\n",
    },
    finds: 'route-not-catch-all',
    says: ['[...latchstring]'],
  },
  {
    name: 'a route at another path',
    files: {
      [ROUTE]: null,
      'app/api/login/[...latchstring]/route.ts':
        "import { handlers } from '../../../../auth'\nexport const { GET, POST } = handlers\n",
      ...withVariables({ AUTH_URL: null }),
    },
    finds: 'base-path',
    says: ['/api/login', "basePath: '/api/login'"],
  },
  {
    name: 'a proxy without authorized',
    files: { 'auth.ts': authFile(OPTIONS) },
    finds: 'proxy-open',
    says: ['no `authorized` callback', 'open to everybody'],
  },
  {
    name: 'a proxy beside src',
    files: {
      'src/app/page.tsx':
        "import { signIn } from '../../auth'\nexport const enter = () => signIn('github')\n",
    },
    finds: 'proxy-place',
    says: ['src/proxy.ts'],
  },
  {
    name: 'proxy.ts in Next.js 15',
    files: {
      ...withManifest({ dependencies: { '@latchstring/next': '0.0.0', next: '15.5.18' } }),
      ...withInstalled('next', '15.5.18'),
    },
    finds: 'proxy-name',
    says: ['middleware.ts'],
  },
  {
    name: 'a static export',
    files: { 'next.config.mjs': "export default { output: 'export' }\n" },
    finds: 'static-export',
    says: ["output: 'export'"],
  },
  {
    name: 'two copies of the core',
    files: withInstalled('@latchstring/next/node_modules/@latchstring/core', '0.0.1'),
    finds: 'core-twice',
    says: ['2 times', '0.0.0 and 0.0.1', 'npm dedupe'],
  },
  {
    name: 'next-auth that is still imported',
    files: {
      ...withManifest({
        dependencies: {
          '@latchstring/next': '0.0.0',
          next: '16.4.0',
          'next-auth': '5.0.0-beta.29',
        },
      }),
      'app/account.tsx':
        "import { useSession } from 'next-auth/react'\nexport const useMe = () => useSession()\n",
    },
    finds: 'next-auth-installed',
    says: ['app/account.tsx', 'npm uninstall next-auth'],
  },
  {
    name: 'a package that is not installed',
    files: { 'node_modules/@latchstring/next/package.json': null },
    finds: 'not-installed',
    says: ['@latchstring/next', 'npm install'],
  },
  {
    name: 'no driver of the database',
    files: {
      ...auth(
        "{ providers: [GitHub], adapter: openSqlAdapter(process.env.DATABASE_URL ?? 'postgres://localhost/app') }",
        "import { openSqlAdapter } from '@latchstring/adapter-sql'",
      ),
      ...withVariables({ DATABASE_URL: 'mysql://app:pw-9f2c7a1b@127.0.0.1:1/app' }),
    },
    finds: 'driver-missing',
    says: ['mysql2', 'npm install mysql2'],
  },
  {
    name: 'no tables',
    files: {
      ...auth(
        "{ providers: [GitHub], adapter: openSqlAdapter('file:./data.db') }",
        "import { openSqlAdapter } from '@latchstring/adapter-sql'",
      ),
      ...withInstalled('@libsql/client'),
    },
    finds: 'tables-missing',
    says: ['no tables users', 'npx @latchstring/cli migrate --apply'],
  },
  {
    name: 'two applications on localhost',
    files: {
      '../other/package.json': JSON.stringify({
        scripts: { dev: 'next dev -p 3001' },
        dependencies: { '@latchstring/next': '0.0.0' },
      }),
    },
    finds: 'localhost-cookies',
    says: ['other', 'signs the other one out', 'sessionToken'],
  },
  {
    name: 'a development server in production',
    files: withManifest({ scripts: { dev: 'next dev', start: 'next dev' } }),
    finds: 'start-development',
    says: ['next start'],
  },
]

/** Mistakes that the files of an application show. */
export const MISTAKES: readonly Mistake[] = [
  ...VARIABLES,
  ...RELYING_PARTIES,
  ...CONFIGURATION,
  ...FILES,
]
