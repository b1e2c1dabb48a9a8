import { join } from 'node:path'
import { withAddresses } from './documentation.ts'
import { readText } from './env-file.ts'
import type { FileChange } from './file-changes.ts'
import type { Framework } from './framework.ts'
import { type Asked, listChanges, makeChanges, printChanges, printJson } from './made-changes.ts'
import type { Project } from './project.ts'
import type { Terminal } from './terminal.ts'
import {
  findWellKnownRoute,
  hasWellKnownRoute,
  WELL_KNOWN_PAGE,
  type WellKnownRoute,
} from './well-known.ts'

/** What `latchstring add` takes for the route of `/.well-known`. */
export const WELL_KNOWN = 'well-known'

/** @throws Error with what to write where it has to be done by hand */
async function planRoute(
  folder: string,
  { path, text, edit }: WellKnownRoute,
): Promise<FileChange> {
  if (edit === undefined) return { path, before: undefined, after: text }
  const before = await readText(join(folder, path))
  const after = before === undefined ? undefined : edit(before)
  if (before !== undefined && after !== undefined) return { path, before, after }
  throw new Error(`${path} is not understood, and was left alone. Add to it:\n\n${text}`)
}

/** Why nothing was written. */
function whyNothing({ id, name }: Framework): string {
  return hasWellKnownRoute(id)
    ? 'There is a route for /.well-known already.'
    : `${name} needs no file for /.well-known: its package answers there with what serves the actions. See ${withAddresses(WELL_KNOWN_PAGE)}`
}

/**
 * Writes the route of documents of features, where files are routes.
 *
 * @throws Error with what to write where it has to be done by hand
 */
export async function addWellKnown(
  { folder, typescript }: Project,
  framework: Framework,
  { dryRun, json }: Asked,
  terminal: Terminal,
): Promise<void> {
  const end = typescript ? 'ts' : 'js'
  const route = await findWellKnownRoute({ folder, framework: framework.id, end })
  const planned = route === undefined ? [] : [await planRoute(folder, route)]
  const made = await makeChanges(folder, planned, dryRun)
  if (json) {
    printJson({ framework: framework.id, ...listChanges(made), added: [], providers: [] }, terminal)
    return
  }
  if (made.changes.length === 0) terminal.out(`  ${whyNothing(framework)}\n`)
  printChanges(made, [], terminal)
}
