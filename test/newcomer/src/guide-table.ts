import {
  type Files,
  filesOf,
  manifestOf,
  nuxtTemplate,
  reactRouterRoot,
} from './guide-templates.ts'

/** Texts of a file, each with what takes its place. */
type Edits = Readonly<Record<string, readonly (readonly [text: string, instead: string])[]>>

/** What is shown where a person signs in, and to whom. */
interface Visit {
  /** Said by the home page to a person who is not signed in. */
  readonly visitor: string
  /** A page that asks for a session, and what it says to a person who is signed in. */
  readonly account: readonly [path: string, says: string]
  readonly fields: Readonly<Record<'username' | 'password', string>>
  /** A page with a form for passwords of the application's own, and what says that one is wrong. */
  readonly login?: readonly [path: string, says: string]
  /** Further pages, and what they say to a person who is signed in. */
  readonly others?: readonly (readonly [path: string, says: string])[]
}

/** A guide to a framework: what its page says in words, and what its application shows. */
export interface GuideKind extends Visit {
  /** The page is `docs/framework-ID.md`. */
  readonly id: string
  /** What the generator of its first commands writes, where it cannot load its template. */
  readonly instead?: Files
  /** What is added to files of the template and of the page. */
  readonly edits?: Edits
  /** Blocks that are added to a file of the template. */
  readonly added?: readonly string[]
  /** Files of other versions and runtimes, which are not written. */
  readonly without?: readonly string[]
  /** Files that the page shows twice, where the second is meant. */
  readonly later?: readonly string[]
  /** Commands in the sentences of the page, in front of the last one, which starts the server. Without them the page has a block at its end. */
  readonly commands?: readonly [string, ...string[]]
  /** The port of the page. */
  readonly port: number
  /** Where `latchstring init` writes all that is needed, the page that says who is signed in. */
  readonly welcome?: string
  /** Whether the page shows `latchstring dev` as what starts the application. */
  readonly isDeveloped?: boolean
}

const LOGIN = { login: ['/login', 'That did not work. Try again.'] } as const

const ADA = { username: 'ada', password: 'correct' }

/** Of servers whose files `latchstring init` writes. */
const WRITTEN = { welcome: '/', isDeveloped: true } as const

/** A server whose page starts a file. */
const server = (id: string, more: Partial<GuideKind> = {}): GuideKind => ({
  id,
  commands: ['node --env-file=.env app.ts'],
  port: 3000,
  visitor: 'You are not signed in',
  account: ['/members', 'ada'],
  fields: ADA,
  ...more,
})

/** A framework whose page ends with commands that build and start the application. */
const built = (id: string, more: Partial<GuideKind> = {}): GuideKind => ({
  id,
  port: 3000,
  visitor: 'Hello, visitor',
  account: ['/account', 'Ada'],
  fields: { username: 'ada', password: 'correct horse' },
  ...more,
})

/** Imports routers of the page, and a text of `app.ts` with what mounts them. */
const mounted = (
  routers: Readonly<Record<string, string>>,
  ...edit: readonly [text: string, instead: string]
): Edits => ({
  'app.ts': [
    [
      "import { latchstring } from './auth.ts'\n",
      Object.entries(routers)
        .map(([name, file]) => `import { ${name} } from './${file}'\n`)
        .join('')
        .concat("import { latchstring } from './auth.ts'\n"),
    ],
    edit,
  ],
})

const SIGNED_IN = 'Signed in as ada'

/** The guides, those of the most popular frameworks first. */
export const GUIDES: readonly GuideKind[] = [
  built('sveltekit', {
    ...LOGIN,
    isDeveloped: true,
    welcome: '/welcome',
    // The second asks the `authorized` callback, too.
    later: ['src/hooks.server.js'],
    edits: { 'vite.config.js': [['@sveltejs/adapter-auto', '@sveltejs/adapter-node']] },
  }),
  server('nuxt', {
    isDeveloped: true,
    commands: ['npm run build', 'node --env-file=.env .output/server/index.mjs'],
    instead: nuxtTemplate(),
    welcome: '/welcome',
    visitor: 'Hello, visitor',
    account: ['/account', 'ada'],
    ...LOGIN,
  }),
  server('express', {
    ...WRITTEN,
    edits: mounted(
      { members: 'members.ts', router: 'sign-in.ts' },
      'app.use(latchstring)\n',
      'app.use(latchstring)\napp.use(members)\napp.use(router)\n',
    ),
    others: [
      ['/', SIGNED_IN],
      ['/login', 'Sign in with GitHub'],
    ],
  }),
  server('hono', {
    ...WRITTEN,
    // Its server is a Cloudflare Worker.
    without: ['worker.ts'],
    edits: mounted(
      { members: 'members.ts', enter: 'enter.ts' },
      'serve({ fetch',
      "app.route('/', members).route('/', enter)\nserve({ fetch",
    ),
    login: ['/enter', 'Incorrect username or password'],
    others: [['/', SIGNED_IN]],
  }),
  built('astro', {
    isDeveloped: true,
    ...LOGIN,
    port: 4321,
  }),
  built('react-router', {
    isDeveloped: true,
    ...LOGIN,
    added: ['app/root.tsx'],
    instead: {
      ...filesOf('react-router', 'tsconfig.json', 'vite.config.ts'),
      'package.json': manifestOf('react-router', {
        scripts: { start: 'react-router-serve ./build/server/index.js' },
      }),
      'app/root.tsx': reactRouterRoot(),
    },
  }),
  server('fastify', {
    ...WRITTEN,
    edits: mounted(
      { members: 'members.ts', enter: 'enter.ts' },
      'await app.register(latchstring)\n',
      'await app.register(latchstring)\nawait app.register(members)\nawait app.register(enter)\n',
    ),
    login: ['/enter', 'Incorrect username or password'],
    others: [['/', SIGNED_IN]],
  }),
  built('tanstack-start', {
    isDeveloped: true,
    ...LOGIN,
    edits: {
      'src/routes/account.tsx': [
        [
          'import { requireSession }',
          "import { members, signedIn } from '../guards'\nimport { requireSession }",
        ],
        ['createServerFn()', 'createServerFn().middleware([signedIn])'],
        [
          "createFileRoute('/account')({",
          "createFileRoute('/account')({\n  server: { middleware: [members] },",
        ],
      ],
    },
  }),
  built('solid-start', {
    isDeveloped: true,
    ...LOGIN,
    visitor: 'Sign in',
    // It is for SolidStart 1.
    without: ['src/auth-1.ts'],
    instead: {
      ...filesOf(
        'solid-start',
        'tsconfig.json',
        'src/app.tsx',
        'src/entry-client.tsx',
        'src/entry-server.tsx',
      ),
      'package.json': manifestOf('solid-start', { dependencies: { '@solidjs/router': '^1.0.0' } }),
    },
  }),
  built('qwik', {
    isDeveloped: true,
    account: ['/account/', 'Ada'],
    login: ['/login/', 'That did not work.'],
  }),
  server('koa', {
    ...WRITTEN,
    edits: mounted(
      { members: 'members.ts' },
      'app.use(latchstring)\n',
      `app.use(latchstring)
app.use(members)
app.use((context, next) => {
  if (context.path !== '/members') return next()
  context.body = context.state.session.user.name
})
`,
    ),
    others: [['/', SIGNED_IN]],
  }),
  server('h3', {
    ...WRITTEN,
    edits: mounted({ guarded: 'guarded.ts' }, 'serve(app', "app.mount('', guarded)\nserve(app"),
    others: [['/', SIGNED_IN]],
  }),
  server('nestjs', {
    edits: {
      'src/app.module.ts': [
        [
          "import { AppController } from './app.controller.js'\n",
          "import { AppController } from './app.controller.js'\nimport { LoginController } from './login.controller.js'\n",
        ],
        ['[AppController]', '[AppController, LoginController]'],
      ],
    },
    isDeveloped: true,
    commands: ['npm run build', 'node --env-file=.env dist/main.js'],
    visitor: 'visitor',
  }),
  server('elysia', {
    commands: ['npm install @elysiajs/node', 'node --env-file=.env server.ts'],
    // The first is for Bun.
    later: ['server.ts'],
    edits: {
      'server.ts': [
        [
          "import { app } from './app.ts'\n",
          "import { app } from './app.ts'\nimport { login } from './login.ts'\n",
        ],
        ['.use(app)', '.use(app).use(login)'],
      ],
    },
    visitor: 'visitor',
  }),
  server('node', { visitor: 'visitor' }),
  built('remix', { visitor: 'Hello, visitor' }),
]
