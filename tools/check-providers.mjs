/**
 * Looks at every provider module of the core: what it makes without options, what its documentation
 * names, that its tests have a realistic and a minimal answer to map, and that importing it brings in
 * no other provider. What a provider makes of an answer is asserted by its tests.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createViteServer } from 'vitest/node'
import { root } from './root.mjs'

/**
 * @typedef {{ id?: string, name?: string, type?: string, issuer?: string, options?: object,
 *   authorization?: unknown, token?: unknown, userinfo?: unknown, profile?: unknown,
 *   sendVerificationRequest?: unknown, authorize?: unknown }} Provider
 * @typedef {(options: object) => Provider} Factory
 * @typedef {{ id: string, source: string, tests: string, factory: Factory, provider: Provider }} Subject
 * @typedef {Awaited<ReturnType<typeof createViteServer>>} ViteServer
 */

const folder = resolve(process.argv[2] ?? join(root, 'packages/core/src/providers'))

/** @type {(id: string) => string} */
const variable = (id) => `AUTH_${id.toUpperCase().replaceAll('-', '_')}`

/** @type {(path: string) => string} */
function readIfPresent(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The TSDoc of the default export. @type {(source: string) => string} */
function factoryDoc(source) {
  const [before = '', declaration] = source.split(/^export default function /m)
  const start = before.lastIndexOf('/**')
  return declaration === undefined || start === -1 ? '' : before.slice(start)
}

/** @type {(endpoint: unknown) => boolean} */
function hasUrl(endpoint) {
  if (typeof endpoint !== 'object' || endpoint === null || !('url' in endpoint)) return false
  return typeof endpoint.url === 'string' && endpoint.url.startsWith('https://')
}

/** @type {Record<string, (subject: Subject) => (string | false)[]>} */
const fieldsOf = {
  oauth: ({ provider }) => [
    !hasUrl(provider.authorization) && 'authorization.url is no https address',
    !hasUrl(provider.token) && 'token.url is no https address',
    !hasUrl(provider.userinfo) && 'userinfo.url is no https address',
  ],
  oidc: ({ id, source, provider }) => [
    provider.issuer === undefined &&
      !factoryDoc(source).includes(`${variable(id)}_ISSUER`) &&
      `has no issuer, and its TSDoc does not name ${variable(id)}_ISSUER`,
    provider.issuer?.startsWith('https://') === false && 'issuer is no https address',
  ],
  email: ({ provider }) => [
    typeof provider.sendVerificationRequest !== 'function' && 'has no sendVerificationRequest',
  ],
  credentials: ({ provider }) => [typeof provider.authorize !== 'function' && 'has no authorize'],
  webauthn: () => [],
}

/** What OAuth and OpenID Connect providers have in common. @type {(subject: Subject) => (string | false)[]} */
function clientFields({ id, source, tests, factory, provider }) {
  const doc = factoryDoc(source)
  const fixtures = ['documented', 'minimal'].filter((name) => !tests.includes(`const ${name}: `))
  return [
    typeof provider.profile !== 'function' && 'has no profile function',
    !new RegExp(`^export interface ${factory.name}Profile\\b`, 'm').test(source) &&
      `exports no interface ${factory.name}Profile`,
    !doc.includes(`${variable(id)}_ID`) && `its TSDoc does not name ${variable(id)}_ID`,
    !doc.includes(`${variable(id)}_SECRET`) && `its TSDoc does not name ${variable(id)}_SECRET`,
    fixtures.length > 0 && `${id}.test.ts has no fixture ${fixtures.join(', ')}`,
  ]
}

/** What is read off the files. @type {(subject: Subject) => (string | false)[]} */
function textFields({ id, source, tests }) {
  const doc = factoryDoc(source)
  return [
    !/@see https:\/\/\S+/.test(doc) && 'its TSDoc has no `@see` with a page about the service',
    !doc.includes('@example') && 'its TSDoc has no example',
    !tests.includes(`'./${id}.ts'`) && `${id}.test.ts does not import it`,
    /(?<!typeof\s+[\w.?]*)\bid\s*[!=]==?\s*['"`]/.test(source) &&
      'decides by an id: make it a hook of the provider',
  ]
}

/** @type {(subject: Subject) => (string | false)[]} */
function problemsOf(subject) {
  const { id, factory, provider } = subject
  const { type = '' } = provider
  const fields = fieldsOf[type]
  return [
    provider.id !== id && `has the id ${provider.id}, not the one of its file`,
    !provider.name?.trim() && 'has no name',
    !factory.name && 'its factory has no name',
    !fields && `has the unknown type ${type}`,
    typeof provider.options !== 'object' && 'does not keep the options apart',
    ...textFields(subject),
    ...(fields?.(subject) ?? []),
    ...(type === 'oauth' || type === 'oidc' ? clientFields(subject) : []),
  ]
}

/** All files a module imports, directly or not. @type {(server: ViteServer, file: string) => Set<string>} */
function importsOf(server, file) {
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

/** @type {(server: ViteServer, id: string) => Promise<(string | false)[]>} */
async function check(server, id) {
  const file = join(folder, `${id}.ts`)
  /** @type {{ readonly default?: unknown }} */
  const module = await server.ssrLoadModule(file)
  const { default: factory } = module
  if (!isFactory(factory)) return ['has no factory as its default export']
  const subject = {
    id,
    source: readFileSync(file, 'utf8'),
    tests: readIfPresent(join(folder, `${id}.test.ts`)),
    factory,
    provider: factory({}),
  }
  const others = [...importsOf(server, file)].filter((path) => path.startsWith(`${folder}/`))
  return [
    ...problemsOf(subject),
    others.length > 0 && `brings in other providers: ${others.join(', ')}`,
  ]
}

const ids = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => name.slice(0, -'.ts'.length))

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
  for (const id of ids) {
    const problems = await check(server, id)
    for (const problem of problems.filter((entry) => entry !== false)) {
      found += 1
      console.error(`${id}: ${problem}`)
    }
  }
} finally {
  await server.close()
}
if (ids.length === 0) throw new Error(`No provider found in ${folder}`)
console.log(`${ids.length} providers checked, ${found} problems`)
process.exitCode = found > 0 ? 1 : 0
