import { join } from 'node:path'
import { readFiles } from '../env-file.ts'
import { findFramework } from '../framework.ts'
import { needsVariables, runScript, startCommand } from '../package-manager.ts'
import { exists, type Project, readManifest, readProject } from '../project.ts'
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
}

/** The addresses of the application of a folder, as far as its files say. */
export async function findAddresses(
  folder: string,
  env: ProcessEnvironment['env'],
): Promise<LocalAddresses | undefined> {
  const framework = await findFramework(folder, env)
  if (framework === undefined) return undefined
  const addresses = await readAddresses(await readVariablesFile(folder, env, undefined, framework))
  const { origin } = findLocal(framework, addresses)
  return { origin, signIn: signInPage(framework, addresses) }
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
  const found = await Promise.all(MAINS.map((name) => exists(join(folder, name))))
  const main = MAINS.find((_name, index) => found[index])
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
  const script = (await readManifest(folder))?.scripts.get('dev')
  if (script === undefined) {
    const command = await withoutScript(project, env)
    return command === undefined
      ? { why: 'package.json has no script "dev", and no command was given after "--".' }
      : { command }
  }
  if (startsThis(script)) {
    return { why: 'The script "dev" starts "latchstring dev" itself.' }
  }
  return { command: runScript(project.packageManager, 'dev') }
}
