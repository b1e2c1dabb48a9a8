import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Ran, run } from './run.ts'
import { CLIENT_SECRET, SECRET } from './application.ts'
import type { Files } from './projects.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Packages of the library by where they are here, and others that applications of the tests have. */
const INSTALLED: Readonly<Record<string, string>> = {
  '@latchstring/core': 'packages/core',
  '@latchstring/testing': 'packages/testing',
  '@latchstring/react': 'packages/react',
  '@latchstring/node': 'frameworks/node',
  '@latchstring/express': 'frameworks/express',
  '@latchstring/next': 'frameworks/next',
  '@latchstring/sveltekit': 'frameworks/sveltekit',
  '@latchstring/hono': 'frameworks/hono',
  '@latchstring/adapter-sql': 'adapters/sql',
  '@sveltejs/kit': 'node_modules/@sveltejs/kit',
  hono: 'node_modules/hono',
  '@latchstring/astro': 'frameworks/astro',
  '@latchstring/fastify': 'frameworks/fastify',
  '@latchstring/h3': 'frameworks/h3',
  '@latchstring/koa': 'frameworks/koa',
  '@latchstring/qwik': 'frameworks/qwik',
  '@latchstring/remix': 'frameworks/remix',
  '@latchstring/solid-start': 'frameworks/solid-start',
  '@latchstring/tanstack-start': 'frameworks/tanstack-start',
  '@latchstring/nuxt': 'frameworks/nuxt',
  '@latchstring/react-router': 'frameworks/react-router',
  '@latchstring/vue': 'packages/vue',
  next: 'node_modules/next',
  react: 'node_modules/react',
  // Makes JavaScript of TypeScript, as in an application that is built with Vite.
  rolldown: 'node_modules/rolldown',
}

/** What an application has in its environment. */
export const VARIABLES: Files = {
  '.env.local': `AUTH_SECRET=${SECRET}\nAUTH_GITHUB_ID=Iv1.8a61f9b3a7aba766\nAUTH_GITHUB_SECRET=${CLIENT_SECRET}\n`,
}

/** Writes an application with the packages of the library, in a folder of its own. */
export async function makeApplication(
  files: Files,
): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'latchstring-flows-')))
  for (const [name, path] of Object.entries(INSTALLED)) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true })
    await symlink(join(ROOT, path), join(folder, 'node_modules', name))
  }
  for (const [path, text] of Object.entries({ ...VARIABLES, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Adds a package of the library for a framework that is installed separately, and what is installed there: the package is copied, because
 * it finds its framework beside it.
 *
 * @param separate - the folder with the framework, seen from the root
 * @param without - what of it the application does not have
 */
export async function addFramework(
  folder: string,
  {
    name,
    separate,
    without,
  }: {
    readonly name: string
    readonly separate: string
    readonly without: readonly string[]
  },
): Promise<void> {
  const modules = join(ROOT, separate, 'node_modules')
  const scopes = readdirSync(modules).filter((one) => !one.startsWith('.'))
  const packages = scopes.flatMap((one) =>
    one.startsWith('@') ? readdirSync(join(modules, one)).map((inner) => `${one}/${inner}`) : one,
  )
  const added = packages.filter(
    (path) => !without.includes(path) && !existsSync(join(folder, 'node_modules', path)),
  )
  for (const one of added) {
    await mkdir(dirname(join(folder, 'node_modules', one)), { recursive: true })
    await symlink(join(modules, one), join(folder, 'node_modules', one))
  }
  const target = join(folder, 'node_modules/@latchstring', name)
  for (const part of ['package.json', 'src']) {
    await cp(join(ROOT, 'frameworks', name, part), join(target, part), { recursive: true })
  }
}

/** Their packages import the framework, which `npm run examples` installs; it asks the same of them there. */
const WITH_FRAMEWORK = ['elysia', 'nestjs']

/** Applications that people may copy. */
export const EXAMPLES: readonly string[] = readdirSync(join(ROOT, 'examples'), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => !WITH_FRAMEWORK.includes(name))

/** Copies such an application, without what was installed there. */
export const copyExample = (name: string, folder: string): Promise<void> =>
  cp(join(ROOT, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !/[/\\](?:node_modules|\.\w+)$/.test(path),
  })

/** Signs in to an application with the sources of the library. */
export const runFlows = (folder: string, argv: readonly string[] = []): Promise<Ran> =>
  run(['doctor', '--flows', ...argv], {
    folder,
    env: { NODE_OPTIONS: '--conditions=@latchstring/source' },
  })
