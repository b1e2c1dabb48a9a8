import { join } from 'node:path'
import { UsageError } from './arguments.ts'
import type { EnvReading } from './env-file.ts'
import { type Project, exists, readProject } from './project.ts'
import { suggest } from './suggest.ts'
import type { ProcessEnvironment } from './terminal.ts'

/** A framework that has a package, as the command line knows it. */
export interface Framework {
  readonly id: string
  readonly name: string
  /** An application that depends on one of them is of this framework. */
  readonly found: readonly string[]
  /** Packages to install. */
  readonly packages: readonly string[]
  readonly env: EnvReading
  /** Where secrets are written. */
  readonly envFile: '.env' | '.env.local'
  /** What the modules of providers are imported from. */
  readonly providers: string
  /** Sources are compiled or bundled by the framework. */
  readonly bundled: boolean
  /** The application needs AUTH_URL also in development. */
  readonly needsUrl: boolean
  /** What starts the server of development with the variables; `npm run dev` where it reads them by itself. */
  readonly start?: string
  /** Its program for development, for an application without a script for it. */
  readonly dev?: string
  /** In front of the actions. */
  readonly basePath: string
  /** Where the server is during development. */
  readonly origin: string
  /** The page about it. */
  readonly page: string
}

const core = '@latchstring/core'
const development = 'http://localhost:3000'

/** A server of Node.js that its own program starts, which reads `.env` by `--env-file`. */
function server(id: string, name: string, found = id): Framework {
  return {
    id,
    name,
    found: [found],
    packages: [core, `@latchstring/${id}`],
    env: 'single',
    envFile: '.env',
    providers: '@latchstring/core/providers',
    bundled: false,
    needsUrl: true,
    start: 'node --env-file=.env FILE',
    basePath: '/auth',
    origin: development,
    page: `docs/framework-${id}.md`,
  }
}

/** A framework that Vite runs. */
function vite(id: string, name: string, found: readonly string[]): Framework {
  return {
    ...server(id, name),
    found,
    packages: [core, `@latchstring/${id}`],
    env: 'local',
    bundled: true,
    needsUrl: false,
    start: 'node --env-file=.env node_modules/vite/bin/vite.js dev',
    origin: 'http://localhost:5173',
  }
}

const withoutStart = ({ start: _start, ...framework }: Framework): Framework => framework

/** Those that bring a server of another one come first: an application of Next.js may well have Express, too. */
export const FRAMEWORKS: readonly Framework[] = [
  {
    id: 'next',
    name: 'Next.js',
    found: ['next'],
    packages: ['@latchstring/next'],
    env: 'local',
    envFile: '.env.local',
    providers: '@latchstring/next/providers',
    dev: 'next dev',
    bundled: true,
    needsUrl: false,
    basePath: '/api/auth',
    origin: development,
    page: 'docs/getting-started-next.md',
  },
  {
    ...withoutStart(server('nuxt', 'Nuxt')),
    bundled: true,
    dev: 'nuxt dev',
    packages: [
      core,
      '@latchstring/client',
      '@latchstring/vue',
      '@latchstring/node',
      '@latchstring/h3',
      '@latchstring/nuxt',
    ],
  },
  vite('sveltekit', 'SvelteKit', ['@sveltejs/kit']),
  {
    ...vite('astro', 'Astro', ['astro']),
    start: 'node --env-file=.env node_modules/astro/bin/astro.mjs dev',
    origin: 'http://localhost:4321',
  },
  {
    ...vite('react-router', 'React Router', ['@react-router/dev']),
    start: 'node --env-file=.env node_modules/@react-router/dev/bin.cjs dev',
  },
  {
    ...vite('tanstack-start', 'TanStack Start', ['@tanstack/react-start', '@tanstack/solid-start']),
    origin: development,
  },
  { ...vite('solid-start', 'SolidStart', ['@solidjs/start']), origin: development },
  vite('qwik', 'Qwik City', ['@builder.io/qwik-city']),
  server('nestjs', 'NestJS', '@nestjs/core'),
  server('hono', 'Hono'),
  server('elysia', 'Elysia'),
  server('fastify', 'Fastify'),
  server('koa', 'Koa'),
  server('express', 'Express'),
  { ...server('h3', 'h3'), packages: [core, '@latchstring/node', '@latchstring/h3'] },
  {
    ...server('remix', 'Remix'),
    // `remix` itself may be an older version, which is another framework.
    found: ['@remix-run/fetch-router', '@latchstring/remix'],
  },
  // Last, because packages of other frameworks depend on it, too.
  server('node', 'Node.js', '@latchstring/node'),
]

/** Whether an application asks for a major version of its framework, as far as its package.json says. */
export const hasMajorVersion = (
  { dependencies }: Project,
  { found }: Framework,
  major: number,
): boolean =>
  found.some((name) => new RegExp(String.raw`^\D*${major}\b`).test(dependencies.get(name) ?? ''))

/** The framework of an application, as its package.json says. */
export const detectFramework = ({ dependencies }: Project): Framework | undefined =>
  FRAMEWORKS.find(({ found }) => found.some((name) => dependencies.has(name)))

/**
 * The framework that was named, or that an application has.
 *
 * @throws UsageError for a name that is not known
 */
export function chooseFramework(project: Project, name?: string): Framework | undefined {
  if (name === undefined) return detectFramework(project)
  const found = FRAMEWORKS.find(({ id }) => id === name)
  if (found !== undefined) return found
  throw new UsageError(
    `--framework: ${JSON.stringify(name)} is not known.${suggest(
      name,
      FRAMEWORKS.map(({ id }) => id),
    )}`,
  )
}

/** The framework of the application in a folder, if there is one that is known. */
export async function findFramework(
  folder: string,
  env: ProcessEnvironment['env'],
): Promise<Framework | undefined> {
  if (!(await exists(join(folder, 'package.json')))) return undefined
  return detectFramework(await readProject(folder, env))
}

/** The file of variables that git leaves out. */
export async function findEnvFile(folder: string, framework?: Framework): Promise<string> {
  if (framework !== undefined) return framework.envFile
  const plain = (await exists(join(folder, '.env'))) && !(await exists(join(folder, '.env.local')))
  return plain ? '.env' : '.env.local'
}
