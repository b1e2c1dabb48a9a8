/**
 * Looks at every provider module of the core and at what belongs to it: what the module makes without
 * options, what its documentation names, that its defaults give nothing away, that importing it brings in
 * no other provider and asks nobody, and that its service has an emulator, its tests a case, and its page
 * a description. What a provider makes of an answer is asserted by test/providers.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createViteServer } from 'vitest/node'
import { companionProblems } from './providers/companions.mjs'
import { defaultProblems } from './providers/defaults.mjs'
import { moduleProblems } from './providers/module.mjs'
import { factoryDoc, hasCase } from './providers/subject.mjs'
import { registrations } from '../docs/provider-pages/registrations.mjs'
import { root } from '../root.mjs'

/**
 * @typedef {import('./providers/subject.mjs').Factory} Factory
 * @typedef {import('./providers/subject.mjs').Emulator} Emulator
 * @typedef {Awaited<ReturnType<typeof createViteServer>>} ViteServer
 */

const MODULES = join(root, 'packages/core/src/providers')
const EMULATORS = join(root, 'packages/testing/src/services')

/** All files a module imports, directly or not. @type {(server: ViteServer, file: string) => Set<string>} */
function importProvider(server, file) {
  /** @type {Set<string>} */
  const seen = new Set()
  const queue = [file]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    for (const module of server.environments.ssr.moduleGraph.getModulesByFile(next) ?? []) {
      for (const imported of module.importedModules) if (imported.file) queue.push(imported.file)
    }
  }
  seen.delete(file)
  return seen
}

/**
 * @param {unknown} value
 * @returns {value is Factory}
 */
function isFactory(value) {
  return typeof value === 'function'
}

/** @type {(server: ViteServer, file: string) => Promise<Emulator | undefined>} */
async function importEmulator(server, file) {
  const path = join(EMULATORS, `${file}.ts`)
  if (!existsSync(path)) return undefined
  const { service } = await server.ssrLoadModule(path)
  return /** @type {Emulator} */ (service)
}

/** @type {(server: ViteServer, file: string, asked: readonly string[]) => Promise<readonly string[]>} */
async function check(server, file, asked) {
  const path = join(MODULES, `${file}.ts`)
  const before = asked.length
  /** @type {{ readonly default?: unknown }} */
  const module = await server.ssrLoadModule(path)
  const { default: factory } = module
  if (!isFactory(factory)) return ['has no factory as its default export']
  const source = readFileSync(path, 'utf8')
  const emulator = await importEmulator(server, file)
  const subject = {
    file,
    source,
    doc: factoryDoc(source),
    factory,
    provider: factory({}),
    emulator,
    hasCase: hasCase(file),
    registration: emulator?.registration ?? registrations[file],
    others: [...importProvider(server, path)].filter((name) => name.startsWith(`${MODULES}/`)),
    asked: asked.slice(before),
  }
  const problems = [
    ...moduleProblems(subject),
    ...defaultProblems(subject),
    ...companionProblems(subject),
  ]
  return problems.filter((problem) => typeof problem === 'string')
}

const files = readdirSync(MODULES)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
if (files.length === 0) throw new Error(`No provider found in ${MODULES}`)

/** @type {string[]} */
const asked = []
globalThis.fetch = (input) => {
  asked.push(input instanceof Request ? input.url : String(input))
  return Promise.reject(new Error('Providers ask nobody while they are looked at.'))
}
const server = await createViteServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  resolve: { conditions: ['@latchstring/source'] },
  server: { middlewareMode: true, ws: false, watch: null },
})
let found = 0
try {
  for (const file of files) {
    for (const problem of await check(server, file, asked)) {
      found += 1
      console.error(`${file}: ${problem}`)
    }
  }
} finally {
  await server.close()
}
console.log(`${files.length} providers checked, ${found} problems`)
process.exitCode = found > 0 ? 1 : 0
