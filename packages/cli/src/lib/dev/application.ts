import { join } from 'node:path'
import { readFiles, readText } from '../env-file.ts'
import { type Framework, findFramework } from '../framework.ts'
import { needsVariables, runScript, startCommand } from '../package-manager.ts'
import { exists, type Project, readManifest, readProject } from '../project.ts'
import { findFreePort } from './free-port.ts'
import { findLocal, readAddresses, signInPage } from '../registration.ts'
import { readVariablesFile } from '../secrets.ts'
import type { ProcessEnvironment } from '../terminal.ts'

/** What starts the application, or why nothing does. */
export type StartCommand = { readonly command: readonly string[] } | { readonly why: string }

/** Whether a script starts this program, which would then start it again. */
const startsThis = (script: string): boolean => /\blatchstring\s+dev\b/.test(script)

const MAINS = ['server', 'app', 'main', 'index'].flatMap((name) =>
  ['js', 'mjs', 'ts'].flatMap((end) => [`${name}.${end}`, `src/${name}.${end}`]),
)

/** Addresses of an application in development. */
export interface LocalAddresses {
  readonly origin: string
  readonly signIn: string
  /** Whether the application may be at another port, of which only its own code knows. */
  readonly guessed: boolean
  /** Another origin that AUTH_URL names, where sign-ins would return to. */
  readonly other?: string
  /** Variables that move the application to a free port, and the one that it leaves. */
  readonly moved?: { readonly from: string; readonly variables: Readonly<Record<string, string>> }
}

/** Names of the script that starts an application in development: the second is that of applications of NestJS. */
const SCRIPTS = ['dev', 'start:dev']

/** A command that runs the script. */
const RUNS_SCRIPT = /^(?:(?:npm run|pnpm|yarn|bun run) (?:start:)?dev)?$/

/** The script that starts the application of a folder in development. */
async function findScript(
  folder: string,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  const scripts = (await readManifest(folder))?.scripts
  return SCRIPTS.flatMap((name) => {
    const text = scripts?.get(name)
    return text === undefined ? [] : [{ name, text }]
  })[0]
}

const PORT_OPTION = /(?:^|\s)(?:--port|-p)[ =](\d+)\b/

/** The port that the command or its script names, or else `PORT` where the framework reads it. */
async function findPort(
  folder: string,
  { start }: Framework,
  env: ProcessEnvironment['env'],
  given: readonly string[],
): Promise<string | undefined> {
  const command = given.join(' ')
  const script = (await findScript(folder))?.text ?? ''
  const [, named] = PORT_OPTION.exec(RUNS_SCRIPT.test(command) ? script : command) ?? []
  // The others listen where their file says, and AUTH_URL names it.
  const read = start === undefined ? env['PORT'] : undefined
  const port = named ?? read ?? ''
  return /^[1-9]\d*$/.test(port) ? port : undefined
}

/** The file that starts a server, where that is found. */
async function findMain(folder: string): Promise<string | undefined> {
  const found = await Promise.all(MAINS.map((name) => exists(join(folder, name))))
  return MAINS.find((_name, index) => found[index])
}

/** Whether the server of an application listens at `PORT`, or else at this port. */
async function readsPort(
  folder: string,
  { id, bundled }: Framework,
  port: string,
): Promise<boolean> {
  if (bundled) return id === 'next' || id === 'nuxt'
  const main = await findMain(folder)
  const text = main === undefined ? undefined : await readText(join(folder, main))
  return new RegExp(String.raw`\bPORT\b.{0,24}\b${port}\b`).test(text ?? '')
}

/** Whether nothing says that the application listens where its framework does by itself. */
async function isGuess(
  folder: string,
  framework: Framework,
  given: readonly string[],
  origin: string,
): Promise<boolean> {
  const script = (await findScript(folder))?.text ?? ''
  const setsPort = /\bPORT=/.test(`${given.join(' ')} ${script}`)
  return setsPort || !(await readsPort(folder, framework, new URL(origin).port || '80'))
}

/** Moves an application whose port another program has to the next one that is free. */
async function moveApplication(
  folder: string,
  framework: Framework,
  place: URL,
  own: URL | undefined,
): Promise<
  { readonly port: string; readonly moved: NonNullable<LocalAddresses['moved']> } | undefined
> {
  const from = place.port
  if (from === '') return undefined
  const [reads, free] = [await readsPort(folder, framework, from), await findFreePort(Number(from))]
  // Vite takes the next one by itself.
  const moves = reads || (framework.bundled && framework.start !== undefined)
  if (free === undefined || String(free) === from || !moves) return undefined
  const to = new URL(own?.pathname ?? '/', place)
  to.port = String(free)
  const variables = {
    ...(reads && { PORT: to.port }),
    ...(own && { AUTH_URL: to.href.replace(/\/$/, '') }),
  }
  return { port: to.port, moved: { from, variables } }
}

/**
 * The addresses of the application of a folder, as far as its files and the port say.
 *
 * @param given - what starts it, or nothing for its script
 */
export async function findAddresses(
  folder: string,
  env: ProcessEnvironment['env'],
  given: readonly string[],
): Promise<LocalAddresses | undefined> {
  const framework = await findFramework(folder, env)
  if (framework === undefined) return undefined
  const addresses = await readAddresses(await readVariablesFile(folder, env, undefined, framework))
  const { origin } = findLocal(framework, addresses)
  const port = await findPort(folder, framework, env, given)
  const place = new URL(origin)
  place.port = port ?? place.port
  const own = addresses.urls.find((url) => url.origin === origin)
  const differs = place.origin !== origin && own !== undefined
  // A port that was named is the developer's to change.
  const mayMove = port === undefined && given.length === 0
  const moved = mayMove ? await moveApplication(folder, framework, place, own) : undefined
  place.port = moved?.port ?? place.port
  const guessed = port === undefined && (await isGuess(folder, framework, given, origin))
  const signIn = new URL(signInPage(framework, addresses))
  signIn.port = place.port
  return {
    origin: place.origin,
    signIn: signIn.href,
    guessed,
    ...(differs && { other: origin }),
    ...(moved && { moved: moved.moved }),
  }
}

/** The variables of the files that an application does not read by itself. */
export async function findVariables(
  folder: string,
  env: ProcessEnvironment['env'],
): Promise<ProcessEnvironment['env']> {
  const framework = await findFramework(folder, env)
  if (framework === undefined) return {}
  const project = await readProject(folder, env)
  if (!needsVariables(project, framework)) return {}
  const found = await readFiles(folder, [framework.envFile])
  return Object.fromEntries([...found].map(([name, { value }]) => [name, value]))
}

/** How the framework is started without a script; nothing for a server whose file is not found. */
async function withoutScript(
  project: Project,
  env: ProcessEnvironment['env'],
): Promise<readonly string[] | undefined> {
  const { folder } = project
  const framework = await findFramework(folder, env)
  if (framework === undefined) return undefined
  const words = startCommand(project, framework).split(' ')
  const variables = await exists(join(folder, '.env'))
  const used = words.filter((word) => variables || word !== '--env-file=.env')
  if (!used.includes('FILE')) return used
  const main = await findMain(folder)
  return main === undefined ? undefined : used.map((word) => (word === 'FILE' ? main : word))
}

/**
 * What starts the application of a folder: its script, or else what its framework has.
 *
 * @param given - what was written after `--`
 */
export async function findStartCommand(
  folder: string,
  env: ProcessEnvironment['env'],
  given: readonly string[],
): Promise<StartCommand> {
  if (given.length > 0) return { command: given }
  if (!(await exists(join(folder, 'package.json')))) {
    return { why: 'There is no package.json here.' }
  }
  const project = await readProject(folder, env)
  const script = await findScript(folder)
  if (script === undefined) {
    const command = await withoutScript(project, env)
    return command === undefined
      ? { why: 'package.json has no script "dev", and no command was given after "--".' }
      : { command }
  }
  if (startsThis(script.text)) {
    return { why: `The script "${script.name}" starts "latchstring dev" itself.` }
  }
  return { command: runScript(project.packageManager, script.name) }
}
