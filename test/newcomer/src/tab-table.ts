/** The server of an application that builds its files, and therefore loads the configurations of all pages in one module. */
interface Loaded {
  /** A module of the server, from the root of the application. */
  readonly path: string
  /** Where it responds with a text. */
  readonly url: string
  /** Its code, around an expression for the text. */
  readonly code: (text: string) => string
  /** A text of a file of the application, with what takes its place. */
  readonly edit?: readonly [path: string, text: string, instead: string]
}

/** A server that runs its files as they are, and therefore is started with the configuration of each page. */
interface Started {
  /** The files of the guide that make it; the last one is started. */
  readonly files: readonly [...string[], string]
}

/** Configurations of other pages in the words of a framework. */
export interface TabKind {
  /** Of the tabs. */
  readonly title: string
  readonly loaded?: Loaded
  readonly started?: Started
}

const started = (title: string, ...files: readonly string[]): TabKind => ({
  title,
  started: { files: [...files, 'app.ts'] },
})

const loaded = (
  title: string,
  path: string,
  code: Loaded['code'],
  more: Partial<Loaded> = {},
): TabKind => ({ title, loaded: { path, url: '/tabs', code, ...more } })

const get = (text: string): string => `export const GET = () => new Response(${text})\n`

/** By the guide of the framework. NestJS and Remix have no tabs: more than imports and export differs there. */
export const TABS: Readonly<Record<string, TabKind>> = {
  sveltekit: loaded('SvelteKit', 'src/routes/tabs/+server.ts', get),
  nuxt: loaded(
    'Nuxt',
    'server/routes/tabs.get.ts',
    (text) => `export default defineEventHandler(() => ${text})\n`,
  ),
  express: started('Express'),
  hono: started('Hono'),
  astro: loaded(
    'Astro',
    'src/pages/tabs.ts',
    (text) => `export const prerender = false\n${get(text)}`,
  ),
  'react-router': loaded(
    'React Router',
    'app/routes/tabs.ts',
    (text) => `export const loader = () => new Response(${text})\n`,
    {
      edit: [
        'app/routes.ts',
        "  route('auth/*'",
        "  route('tabs', 'routes/tabs.ts'),\n  route('auth/*'",
      ],
    },
  ),
  fastify: started('Fastify'),
  'tanstack-start': loaded(
    'TanStack Start',
    'src/routes/tabs.ts',
    (text) => `import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/tabs')({
  server: { handlers: { GET: () => new Response(${text}) } },
})
`,
  ),
  'solid-start': loaded('SolidStart', 'src/routes/tabs.ts', get),
  qwik: loaded(
    'Qwik',
    'src/routes/tabs/index.ts',
    (text) => `export const onGet = (event: { text: (status: number, text: string) => void }) => {
  event.text(200, ${text})
}
`,
    { url: '/tabs/' },
  ),
  koa: started('Koa'),
  h3: started('h3'),
  elysia: { title: 'Elysia', started: { files: ['app.ts', 'server.ts'] } },
  node: started('Node.js'),
}
