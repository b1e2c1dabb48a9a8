import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { modulesIn, PROVIDERS } from './modules.mjs'

const NEXT = 'frameworks/next/src/providers'

/** @type {(id: string) => string} */
function render(id) {
  const source = readFileSync(join(root, PROVIDERS, `${id}.ts`), 'utf8')
  const hasValues = /^export (?:async function|function|const|class|\{)/m.test(source)
  return `// Written by tools/generate.
export { default } from '@latchstring/core/providers/${id}'
export ${hasValues ? '' : 'type '}* from '@latchstring/core/providers/${id}'
`
}

/**
 * The providers as `@latchstring/next` exports them.
 *
 * @type {() => import('./modules.mjs').Files}
 */
export const generateNextProviders = () =>
  new Map(modulesIn(PROVIDERS).map((id) => [`${NEXT}/${id}.ts`, render(id)]))
