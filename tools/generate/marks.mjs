import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { Failure } from '../run.mjs'
import { modulesIn, PROVIDERS } from './modules.mjs'

const MARKS = 'packages/core/src/lib/provider-kit/marks'

/** Characters of path data: a page with many providers has to stay small. */
const MAX_LENGTH = 1500

/**
 * @typedef {{ readonly title: string, readonly slug: string, readonly path: string,
 *   readonly license?: { readonly type: string } }} Icon
 */

/** @type {() => Promise<ReadonlyMap<string, Icon>>} by name */
async function loadIcons() {
  // Not when this module is loaded: the tools that install packages import it.
  const icons = await import('simple-icons')
  // The declarations of simple-icons import each other without extensions, which ES modules do not resolve.
  return new Map(
    /** @type {readonly Icon[]} */ (Object.values(icons)).map((icon) => [icon.slug, icon]),
  )
}

/** @type {(icons: ReadonlyMap<string, Icon>, slug: string) => Icon} */
function findIcon(icons, slug) {
  /** @type {(problem: string) => Failure} */
  const refusal = (problem) =>
    new Failure(`The mark ${slug} ${problem}: take its import out of ${PROVIDERS}.`)
  const icon = icons.get(slug)
  if (icon === undefined) throw refusal('is not in simple-icons')
  if (icon.license !== undefined && icon.license.type !== 'CC0-1.0') {
    throw refusal(`is under ${icon.license.type}`)
  }
  if (icon.path.length > MAX_LENGTH) {
    throw refusal(`is too long (${icon.path.length} characters of at most ${MAX_LENGTH})`)
  }
  if (!/^[\d\s.,a-zA-Z-]+$/.test(icon.path)) throw refusal('is not path data')
  return icon
}

/** @type {(icon: Icon) => string} */
const render = ({ title, path }) => `// Written by tools/generate from simple-icons.

/** The mark of ${title}, on a grid of 24 by 24. */
export const mark: string =
  '${path}'
`

/** The names that simple-icons has for the marks that providers import. @type {() => readonly string[]} */
function importedMarks() {
  const slugs = modulesIn(PROVIDERS).flatMap((id) => {
    const text = readFileSync(join(root, PROVIDERS, `${id}.ts`), 'utf8')
    return [
      ...text.matchAll(/^import \{ mark \} from '\.\.\/lib\/provider-kit\/marks\/(\w+)\.ts'$/gm),
    ].map(([, slug = '']) => slug)
  })
  return [...new Set(slugs)]
}

/**
 * The marks of services in one colour, from simple-icons: a provider imports the one of its service, by the name that
 * simple-icons has for it, and keeps its initials where it imports none. So it does where the mark is a word, which nobody
 * can read at the size of a button. The reasons and the terms are in decisions/022-provider-marks.md.
 *
 * @returns {Promise<import('./modules.mjs').Files>}
 */
export async function generateMarks() {
  const icons = await loadIcons()
  return new Map(
    importedMarks().map((slug) => [`${MARKS}/${slug}.ts`, render(findIcon(icons, slug))]),
  )
}
