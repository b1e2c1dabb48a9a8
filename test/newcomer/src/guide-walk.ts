import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { signInAndOut } from '../../../tools/measure/first-sign-in/visit.mjs'
import { mustRun, without } from '../../../tools/run.mjs'
import { endGroup, findFreePort, startGroup } from '../../../tools/servers/private-server.mjs'
import { type Guide, readGuide } from './guide-blocks.ts'
import { writeFile, writeFiles } from './guide-files.ts'
import type { GuideKind } from './guide-table.ts'
import { visitAll, visitHome } from './guide-visit.ts'

type Environment = Readonly<Record<string, string>>

/** How long a server may take to answer, where others build at the same time. */
const PATIENCE_MS = 400_000

/** A guide, and a reader in a folder that was empty, who does what it says at another port than that of its page. */
export interface Walk {
  readonly kind: GuideKind
  readonly guide: Guide
  readonly work: string
  readonly port: number
  /** Variables of all commands, which say where packages are. */
  readonly env: Environment
}

/** Opens a guide. */
export const openGuide = async (
  kind: GuideKind,
  work: string,
  env: Environment,
): Promise<Walk> => ({
  kind,
  guide: readGuide(`framework-${kind.id}`),
  work,
  port: await findFreePort(),
  env,
})

/** The application, once it is made: `cd app` in the commands of a page leads there. */
export function folderOf({ work }: Walk): string {
  const app = join(work, 'app')
  return existsSync(join(app, 'package.json')) ? app : work
}

/** A text of the page, with the port of this application. */
export const atPort = ({ kind, port }: Walk, text: string): string =>
  text.replaceAll(String(kind.port), String(port))

/** Variables that Vitest sets, and programs of frameworks heed: with TEST, that of Nuxt says nothing. */
const OF_TESTS = without(/^(?:NODE_ENV|TEST|DEV|PROD|SSR|MODE|BASE_URL|VITEST\w*)$/)

/** Runs commands. What they print is shown if they fail. */
export const run = async ({ env }: Walk, commands: string, cwd: string): Promise<void> =>
  mustRun('sh', ['-e', '-c', commands], {
    cwd,
    env: { ...env, ...OF_TESTS },
    quiet: true,
    failure: `This failed in ${cwd}; what it says is above:\n${commands}`,
  })

/** What starts an application, and where it is then, by what it has said. */
interface Server {
  readonly command: string
  readonly own?: Environment
  readonly where: (said: string) => string | undefined
}

/** Development servers of Nitro answer with 503 until the worker of the application runs. */
const STARTING = 503

const answers = async (origin: string | undefined): Promise<boolean> =>
  origin !== undefined &&
  (await fetch(`${origin}/`).then(
    ({ status }) => status !== STARTING,
    () => false,
  ))

/** Starts an application, waits until it answers, and ends it when all is done there. */
async function serve(
  walk: Walk,
  { command, own = {}, where }: Server,
  todo: (origin: string) => Promise<void>,
): Promise<void> {
  const log = join(walk.work, 'server.log')
  rmSync(log, { force: true })
  const env = { ...process.env, ...OF_TESTS, ...walk.env, ...own }
  const child = startGroup(['sh', '-c', command], { cwd: folderOf(walk), log, env })
  const said = (): string => stripVTControlCharacters(readFileSync(log, 'utf8'))
  try {
    const until = Date.now() + PATIENCE_MS
    while (!(await answers(where(said())))) {
      if (child.exitCode !== null || Date.now() > until) throw new Error('It does not answer.')
      await sleep(200)
    }
    await todo(where(said()) ?? '')
  } catch (error) {
    throw new Error(`${command}: ${String(error)}\n${said()}`, { cause: error })
  } finally {
    await endGroup(child)
  }
}

/** Where an application is that `latchstring dev` has started, once it says so. NestJS only says that it has started. */
function findOrigin(said: string): string | undefined {
  const names = said.includes('Nest application successfully started')
    ? 'Application'
    : 'Local:?|Listening at'
  const address = new RegExp(String.raw`^\W*(?:${names})\s+(http://localhost:\d+)`, 'm')
  return address.exec(said)?.[1]
}

const serveDevelopment = async (
  walk: Walk,
  todo: (origin: string) => Promise<void>,
): Promise<void> => {
  const own = { PORT: String(walk.port) }
  return serve(walk, { command: 'npx @latchstring/cli dev', own, where: findOrigin }, todo)
}

/** The commands that build the application, and the one that starts it. */
export function findCommands({ kind, guide }: Walk): {
  readonly before: readonly string[]
  readonly start: string
} {
  const missing = kind.commands?.find((command) => !guide.text.includes(command))
  if (missing !== undefined) throw new Error(`The guide has no command "${missing}".`)
  const [, block = ''] = guide.commands
  const lines = kind.commands ?? block.trim().split('\n')
  return { before: lines.slice(0, -1), start: lines.at(-1) ?? '' }
}

/** Runs the commands that make the application and install packages. */
export async function install(walk: Walk): Promise<void> {
  const { kind, guide, work } = walk
  const block = atPort(walk, guide.commands[0] ?? '')
  const app = join(work, 'app')
  try {
    await run(walk, block, work)
  } catch (error) {
    if (kind.instead === undefined || existsSync(join(app, 'package.json'))) throw error
    // The generator could not load its template.
    rmSync(app, { recursive: true, force: true })
    for (const [path, text] of Object.entries(kind.instead)) writeFile(app, path, text)
    await run(walk, block.replace(/^(?:npm create|npx create-).*\n/m, ''), work)
  }
}

const isKept = (path: string): boolean => basename(path) !== 'node_modules'

/** Runs `latchstring init`, signs in at the emulator of GitHub that `latchstring dev` starts, and takes back what was written. */
export async function initialize(walk: Walk, welcome: string): Promise<void> {
  const app = folderOf(walk)
  const kept = mkdtempSync(join(tmpdir(), 'latchstring-kept-'))
  cpSync(app, kept, { recursive: true, filter: isKept })
  try {
    await run(walk, 'npx @latchstring/cli init', app)
    await serveDevelopment(walk, async (origin) => signInAndOut({ origin, base: '/auth', welcome }))
  } finally {
    for (const name of readdirSync(app).filter(isKept)) {
      rmSync(join(app, name), { recursive: true, force: true })
    }
    cpSync(kept, app, { recursive: true })
    rmSync(kept, { recursive: true, force: true })
  }
}

/** Writes the files of the page, and runs the commands that build the application. */
export async function build(walk: Walk): Promise<void> {
  const folder = folderOf(walk)
  mkdirSync(folder, { recursive: true })
  writeFiles(walk.kind, walk.guide.files, folder, (text) => atPort(walk, text))
  for (const command of findCommands(walk).before) await run(walk, command, folder)
}

/** Starts an application that is built, with what its configuration asks the environment for. */
export async function serveBuilt(
  walk: Walk,
  { command, own = {} }: Omit<Server, 'where'>,
  todo: (origin: string) => Promise<void>,
): Promise<void> {
  const { port } = walk
  const keys = { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'secret' }
  const server = {
    command: atPort(walk, command),
    own: { ...keys, ...own, PORT: String(port) },
    where: () => `http://localhost:${port}`,
  }
  await serve(walk, server, todo)
}

/** Starts the application as the page says, and signs in. */
export async function start(walk: Walk): Promise<void> {
  const { kind } = walk
  const command = findCommands(walk).start
  await serveBuilt(walk, { command }, async (origin) => visitAll(kind, origin))
}

/** Starts the application by `latchstring dev`. */
export async function develop(walk: Walk): Promise<void> {
  await serveDevelopment(walk, async (origin) => visitHome(walk.kind, origin))
}
