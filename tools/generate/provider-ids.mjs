import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { Failure } from '../run.mjs'
import { modulesIn, PROVIDERS } from './modules.mjs'

const UNION = 'packages/core/src/lib/types/built-in-provider-id.ts'

/** @type {(module: string) => string} */
function readId(module) {
  const path = `${PROVIDERS}/${module}.ts`
  const [, id] =
    /^ +(?:return mailServiceProvider\()?\{? ?id: '([\w-]+)',/m.exec(
      readFileSync(join(root, path), 'utf8'),
    ) ?? []
  if (id === undefined) throw new Failure(`${path}: no line has the id of the provider.`)
  return id
}

/**
 * The union of the ids of all providers of this package.
 *
 * @returns {import('./modules.mjs').Files}
 * @throws {Failure} when a module has no id
 */
export function generateProviderIds() {
  const ids = modulesIn(PROVIDERS).map(readId).toSorted()
  const text = `// Written by tools/generate from the modules of the providers.

/** Id of a provider that this package has, unless its options have another. */
export type BuiltInProviderId =
${ids.map((id) => `  | '${id}'`).join('\n')}
`
  return new Map([[UNION, text]])
}
