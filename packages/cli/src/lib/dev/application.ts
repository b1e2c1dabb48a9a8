import { join } from 'node:path'
import { runScript } from '../package-manager.ts'
import { exists, readManifest, readProject } from '../project.ts'
import type { Surroundings } from '../terminal.ts'

/** What starts the application, or why nothing does. */
export type Application = { readonly command: readonly string[] } | { readonly why: string }

/** Whether a script starts this program, which would then start it again. */
const startsThis = (script: string): boolean => /\blatchstring\s+dev\b/.test(script)

/**
 * What starts the application of a folder.
 *
 * @param given - what was written after `--`
 */
export async function findApplication(
  folder: string,
  env: Surroundings['env'],
  given: readonly string[],
): Promise<Application> {
  if (given.length > 0) return { command: given }
  if (!(await exists(join(folder, 'package.json')))) {
    return { why: 'There is no package.json here.' }
  }
  const { packageManager } = await readProject(folder, env)
  const script = (await readManifest(folder))?.scripts.get('dev')
  if (script === undefined) {
    return { why: 'package.json has no script "dev", and no command was given after "--".' }
  }
  if (startsThis(script)) {
    return { why: 'The script "dev" starts "latchstring dev" itself.' }
  }
  return { command: runScript(packageManager, 'dev') }
}
