import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll } from 'vitest'
import { CLIENT_SECRET, SECRET } from './application.ts'
import type { CleanUps } from './clean-ups.ts'
import type { Files } from './projects.ts'
import { type Ran, run } from './run.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Modules of the library that applications of the tests import, by where their sources are. */
const MODULES: Files = {
  '@latchstring/express': 'frameworks/express/src/index.ts',
  '@latchstring/adapter-sql': 'adapters/sql/src/index.ts',
  ...Object.fromEntries(
    ['credentials', 'github', 'google', 'passkey', 'resend'].map((id) => [
      `@latchstring/core/providers/${id}`,
      `packages/core/src/providers/${id}.ts`,
    ]),
  ),
}

/** Packages that are linked as they are. */
const LINKED = ['express', '@libsql']

const toName = (module: string): string => module.replaceAll(/\W+/g, '-')

async function write(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const makeFolder = async (): Promise<string> =>
  realpath(await mkdtemp(join(tmpdir(), 'latchstring-flows-')))

/** The library as JavaScript, which every supported Node.js runs, in a folder of its own. */
async function bundleLibrary(): Promise<string> {
  const folder = await makeFolder()
  const build = await rolldown({
    input: Object.fromEntries(
      Object.entries(MODULES).map(([module, path]) => [toName(module), join(ROOT, path)]),
    ),
    external: LINKED.map((name) => new RegExp(`^${name}(?:/|$)`)),
    platform: 'node',
    resolve: { conditionNames: ['@latchstring/source', 'node', 'import', 'default'] },
    tsconfig: false,
    onLog() {},
  })
  await build.write({ dir: join(folder, 'dist') })
  await build.close()
  for (const module of Object.keys(MODULES)) {
    const [scope = '', name = '', ...rest] = module.split('/')
    const entry = ['', ...rest].join('/')
    const home = join(folder, 'node_modules', scope, name)
    await write(home, {
      'package.json': JSON.stringify({
        name: `${scope}/${name}`,
        version: '0.0.0',
        type: 'module',
        exports: { '.': './index.js', './*': './*.js' },
      }),
      [`${entry === '' ? 'index' : entry.slice(1)}.js`]:
        `export * from '${folder}/dist/${toName(module)}.js'
export { default } from '${folder}/dist/${toName(module)}.js'
`.replace(module.endsWith('-sql') ? /export \{ default \}.*\n/ : /^$/, ''),
    })
  }
  for (const name of LINKED) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return folder
}

/** The file of an application of Express with these options beside the provider. */
export const authFile = (options: string, more = '', providers = 'GitHub'): string =>
  `import Latchstring from '@latchstring/express'
import GitHub from '@latchstring/core/providers/github'
${more}
export const latchstring = Latchstring({
  providers: [${providers}],
  ${options}
})
`

/** The server of such an application, with a home page. */
export const serverFile = (home = "response.send('Home')"): string =>
  `import express from 'express'
import { latchstring } from './auth.js'
const app = express()
app.use(latchstring)
app.get('/', (request, response) => { ${home} })
app.get('/join', (request, response) => { response.send('Join') })
const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => {
  console.log('Listening at http://localhost:' + server.address().port)
})
`

const FILES: Files = {
  'package.json': JSON.stringify({
    name: 'app',
    type: 'module',
    scripts: { dev: 'node server.js' },
    dependencies: { '@latchstring/express': '0.0.0', express: '5.0.0' },
  }),
  'auth.js': authFile(''),
  'server.js': serverFile(),
  '.env': `AUTH_SECRET=${SECRET}\nAUTH_GITHUB_ID=Iv1.8a61f9b3a7aba766\nAUTH_GITHUB_SECRET=${CLIENT_SECRET}\n`,
}

/** Writes an application, in a folder of its own, that has the library. */
async function makeApplication(
  library: string,
  files: Files,
): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await makeFolder()
  await symlink(join(library, 'node_modules'), join(folder, 'node_modules'))
  await write(folder, { ...FILES, ...files })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

const COMMAND = ['--', process.execPath, 'server.js']

/** Signs in to an application, which listens at a free port. */
export const runFlows = (
  folder: string,
  argv: readonly string[] = [],
  command: readonly string[] = COMMAND,
): Promise<Ran> =>
  run(['doctor', '--flows', ...argv, ...command], {
    folder,
    env: { PORT: '0', PATH: process.env['PATH'] ?? '' },
  })

/** Makes applications over one bundle of the library for a file of tests, each removed after its test. */
export function useApplications(cleanUps: CleanUps): (files?: Files) => Promise<string> {
  let library = ''
  beforeAll(async () => {
    library = await bundleLibrary()
  })
  afterAll(() => rm(library, { recursive: true, force: true }))
  return async (files = {}) => {
    const application = await makeApplication(library, files)
    cleanUps.push(() => application.remove())
    return application.folder
  }
}
