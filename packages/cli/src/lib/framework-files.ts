import { hasMajorVersion } from './framework.ts'
import { addNuxtModule } from './nuxt-config.ts'
import { type ByHand, type Layout, type Setup, fileEnding } from './setup.ts'

const importProvider = ({ provider, framework }: Layout): string =>
  `import ${provider.factory} from '${framework.providers}/${provider.module}'`

/** Whether the framework is the one that is named, in a major version. */
const hasMajor = ({ framework, project }: Layout, id: string, major: number): boolean =>
  framework.id === id && hasMajorVersion(project, framework, major)

/** The configuration of a framework whose package has everything in its default export. */
const configuration = (
  layout: Layout,
  names: string,
  options = '',
): string => `${importProvider(layout)}
import Latchstring from '${layout.framework.packages.at(-1)}'

export const ${names} = Latchstring({ providers: [${layout.provider.factory}] }${options})
`

function next(layout: Layout): Setup {
  const { source, provider, framework } = layout
  const end = fileEnding(layout)
  return {
    files: [
      {
        path: `${source}auth.${end}`,
        text: `import Latchstring from '@latchstring/next'
import ${provider.factory} from '${framework.providers}/${provider.module}'

export const { handlers, auth, signIn, signOut } = Latchstring({ providers: [${provider.factory}] })
`,
      },
      {
        path: `${source}app/api/auth/[...latchstring]/route.${end}`,
        text: `import { handlers } from '../../../../auth'

export const { GET, POST } = handlers
`,
      },
    ],
    byHand: [],
  }
}

/** How a file of the application imports the module beside it: by the name that it has when it runs. */
function importBeside({ project }: Layout, end: string): string {
  if (project.typescript) {
    const name = project.dependencies.has('typescript') ? './auth.js' : './auth.ts'
    return `import { latchstring } from '${name}'`
  }
  return project.type === 'module'
    ? `import { latchstring } from './auth.${end}'`
    : `const { latchstring } = require('./auth.${end}')`
}

/** Where applications start a server. */
export const mainFiles = (source: string): readonly string[] =>
  ['app', 'server', 'main', 'index'].flatMap((name) =>
    ['ts', 'js', 'mjs', 'mts', 'cjs', 'tsx'].map((end) => `${source}${name}.${end}`),
  )

/** A server whose program is the application's own. */
const server =
  (mount: string) =>
  (layout: Layout): Setup => {
    const { source } = layout
    const end = fileEnding(layout)
    return {
      files: [{ path: `${source}auth.${end}`, text: configuration(layout, 'latchstring') }],
      byHand: [
        {
          file: 'the module that makes the server',
          candidates: [...mainFiles(source), ...mainFiles('')],
          sign: 'latchstring',
          what: 'Mount Latchstring, before your routes.',
          text: `${importBeside(layout, end)}\n\n${mount}\n`,
        },
      ],
    }
  }

function sveltekit(layout: Layout): Setup {
  const end = fileEnding(layout)
  const second = hasMajor(layout, 'sveltekit', 2)
  const names = '{ handle, guard, auth, requireSession, signIn, signOut }'
  const text = configuration(layout, names, second ? ', { env }' : '')
  return {
    files: [
      {
        path: `src/auth.${end}`,
        text: second ? `import { env } from '$env/dynamic/private'\n${text}` : text,
      },
      { path: `src/hooks.server.${end}`, text: "export { handle } from './auth.js'\n" },
    ],
    byHand: [],
  }
}

const nuxt = (layout: Layout): Setup => ({
  files: [
    {
      path: `server/latchstring.${fileEnding(layout)}`,
      text: `${importProvider(layout)}
import Latchstring from '@latchstring/nuxt/server'

export default Latchstring({ providers: [${layout.provider.factory}] })
`,
    },
  ],
  byHand: [
    {
      file: `nuxt.config.${fileEnding(layout)}`,
      candidates: ['nuxt.config.ts', 'nuxt.config.js', 'nuxt.config.mjs'],
      sign: '@latchstring/nuxt',
      what: 'Add the module.',
      text: "modules: ['@latchstring/nuxt'],\n",
      edit: (text, path) => addNuxtModule(text, path, '@latchstring/nuxt'),
    },
  ],
})

const astro = (layout: Layout): Setup => ({
  files: [
    {
      path: `src/auth.${fileEnding(layout)}`,
      text: `${importProvider(layout)}
import { defineAuth } from '@latchstring/astro/server'

export default defineAuth({ providers: [${layout.provider.factory}] })
`,
    },
  ],
  byHand: [
    {
      file: 'astro.config.mjs',
      candidates: ['mjs', 'ts', 'js', 'mts'].map((end) => `astro.config.${end}`),
      sign: '@latchstring/astro',
      what: 'Add the integration. Sessions need a server, so that there has to be an adapter, too.',
      text: "import latchstring from '@latchstring/astro'\n\nintegrations: [latchstring()],\n",
    },
  ],
})

function reactRouter(layout: Layout): Setup {
  const end = fileEnding(layout)
  const names =
    '{\n  middleware,\n  authorize,\n  auth,\n  client,\n  requireSession,\n  signIn,\n  signOut,\n  scope,\n  loader,\n  action,\n}'
  return {
    files: [
      { path: `app/auth.server.${end}`, text: configuration(layout, names) },
      {
        path: `app/routes/auth.${end}`,
        text: "export { action, loader } from '../auth.server'\n",
      },
    ],
    byHand: [
      {
        file: `app/routes.${end}`,
        candidates: [`app/routes.${end}`],
        sign: 'auth/*',
        what: 'Add the route of the actions.',
        text: "route('auth/*', 'routes/auth.ts'),\n".replace('.ts', `.${end}`),
      },
      {
        file: `app/root.${end}x`,
        candidates: [`app/root.${end}x`],
        sign: 'auth.server',
        what: 'Add the middleware.',
        text: `import { client, middleware as latchstring } from './auth.server'
${end === 'ts' ? "import type { Route } from './+types/root'\n" : ''}
export const middleware${end === 'ts' ? ': Route.MiddlewareFunction[]' : ''} = [latchstring]

export const loader = async ({ context }${end === 'ts' ? ': Route.LoaderArgs' : ''}) => ({ session: await client(context) })
`,
      },
    ],
  }
}

function tanstackStart(layout: Layout): Setup {
  const end = fileEnding(layout)
  const names =
    '{ middleware, authorize, auth, client, requireSession, signIn, signOut, form, scope }'
  const host = layout.project.dependencies.has('@tanstack/solid-start') ? 'solid' : 'react'
  return {
    files: [
      {
        path: `src/auth.server.${end}`,
        text: configuration(layout, names).replace(' = Latch', ' =\n  Latch'),
      },
      {
        path: `src/start.${end}`,
        text: `import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/${host}-start'
import { middleware } from './auth.server'

const csrf = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })

export const latchstring = createMiddleware().server(({ request, next }) =>
  middleware(request, (context) => next({ context })),
)

export const startInstance = createStart(() => ({ requestMiddleware: [csrf, latchstring] }))
`,
      },
    ],
    byHand: [],
  }
}

const qwik = (layout: Layout): Setup => ({
  files: [
    { path: `src/auth.${fileEnding(layout)}`, text: configuration(layout, 'latchstring') },
    {
      path: `src/routes/plugin@auth.${fileEnding(layout)}`,
      text: `import { latchstring } from '../auth'

export const onRequest = latchstring.onRequest
`,
    },
  ],
  byHand: [],
})

/** What each framework takes, as the page about it says. Those that are missing are set up in files of the application. */
const SETUPS: Readonly<Record<string, (layout: Layout) => Setup>> = {
  next,
  sveltekit,
  nuxt,
  astro,
  'react-router': reactRouter,
  'tanstack-start': tanstackStart,
  qwik,
  express: server('app.use(latchstring)'),
  koa: server('app.use(latchstring)'),
  hono: server('app.use(latchstring)'),
  h3: server('app.use(latchstring)'),
  elysia: server('app.use(latchstring)'),
  fastify: server('await app.register(latchstring)'),
  node: server('if (await latchstring.handle(request, response)) return'),
}

/** `npm init` says that files are CommonJS, which bundlers take at its word, also of TypeScript. */
const MODULES: ByHand = {
  file: 'package.json',
  candidates: [],
  sign: '',
  what: 'Say that files are modules.',
  text: '"type": "module",\n',
}

/** What sign-in takes in an application; nothing where only its page can say it. */
export function findSetup(layout: Layout): Setup | undefined {
  const { project, framework } = layout
  const setup = SETUPS[framework.id]?.(layout)
  if (setup === undefined || !framework.bundled || project.type !== 'commonjs') return setup
  return { ...setup, byHand: [MODULES, ...setup.byHand] }
}
