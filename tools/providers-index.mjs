/**
 * Writes what follows from the names of files: the catalogue of the identity lab, and the providers that
 * `@latchstring/next` hands on. With `--check` it changes nothing and tells what is not up to date.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './root.mjs'

const SERVICES = 'packages/testing/src/services'
const PROVIDERS = 'packages/core/src/providers'
const NEXT = 'frameworks/next/src/providers'

/** @type {(folder: string) => readonly string[]} names of the modules in a folder, without ending */
function modulesIn(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => basename(name, '.ts'))
    .toSorted()
}

/** @type {(id: string) => string} a key as the formatter wants it */
const keyOf = (id) => (/^[a-z]\w*$/i.test(id) ? id : `'${id}'`)

/** @type {(ids: readonly string[]) => string} */
function servicesModule(ids) {
  return `// Written by tools/providers-index.mjs.
import type { Service } from './service.ts'

/** Id of a service of the catalogue: that of its provider. */
export type ServiceId =
${ids.map((id) => `  | '${id}'`).join('\n')}

/** The catalogue: the data of every service, loaded when it is asked for. */
export const services: Readonly<Record<ServiceId, () => Promise<{ readonly service: Service }>>> = {
${ids.map((id) => `  ${keyOf(id)}: () => import('./services/${id}.ts'),`).join('\n')}
}
`
}

/** @type {(id: string) => string} */
function handedOn(id) {
  const source = readFileSync(join(root, PROVIDERS, `${id}.ts`), 'utf8')
  const hasValues = /^export (?:async function|function|const|class|\{)/m.test(source)
  return `export { default } from '@latchstring/core/providers/${id}'
export ${hasValues ? '' : 'type '}* from '@latchstring/core/providers/${id}'
`
}

/** @type {() => ReadonlyMap<string, string>} what has to be, by path from the root */
function wanted() {
  return new Map([
    ['packages/testing/src/services.ts', servicesModule(modulesIn(SERVICES))],
    ...modulesIn(PROVIDERS).map(
      (id) => /** @type {const} */ ([join(NEXT, `${id}.ts`), handedOn(id)]),
    ),
  ])
}

/** @type {(path: string) => string | undefined} */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

const files = wanted()
const surplus = modulesIn(NEXT)
  .map((id) => join(NEXT, `${id}.ts`))
  .filter((path) => !files.has(path))
const stale = [...files].filter(([path, text]) => read(join(root, path)) !== text)

if (process.argv.includes('--check')) {
  for (const path of [...stale.map(([name]) => name), ...surplus]) {
    console.error(`${path} is not up to date: node tools/providers-index.mjs`)
  }
  process.exitCode = stale.length + surplus.length > 0 ? 1 : 0
} else {
  for (const [path, text] of stale) writeFileSync(join(root, path), text)
  for (const path of surplus) rmSync(join(root, path))
  console.log(`${stale.length} files written, ${surplus.length} removed`)
}
