import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createViteServer } from 'vitest/node'
import { root } from '../root.mjs'
import { Failure } from '../run.mjs'
import { registrations } from './registrations.mjs'
import { factoryDoc } from './tsdoc.mjs'

/**
 * @typedef {import('../../packages/core/src/lib/types/provider.ts').ProviderButtonStyle} Style
 * @typedef {object} Module what a factory makes without options
 * @property {string} id
 * @property {string} name
 * @property {'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'} type
 * @property {string} [issuer]
 * @property {readonly string[]} [requires]
 * @property {string} [deprecated]
 * @property {object} [protocol]
 * @property {Style} [style]
 *
 * @typedef {import('../../packages/testing/src/service.ts').Registration} Registration
 *
 * @typedef {object} Behaviour what the tests of the provider see
 * @property {string | undefined} scope
 * @property {readonly string[]} checks
 * @property {boolean} pkceIgnored the service is not known to check PKCE
 * @property {string} authentication
 * @property {readonly string[]} required
 * @property {string | null} email
 * @property {boolean} emailVerified
 *
 * @typedef {object} Provider
 * @property {string} file name of its module, which is the id but for a few
 * @property {Module} module
 * @property {string} factory name of its default export
 * @property {import('./tsdoc.mjs').FactoryDoc} doc
 * @property {Registration} [registration] how to register an application
 * @property {Behaviour} [behaviour]
 * @property {'provider' | 'mailService'} [twin] how the lab is asked for the twin of its service
 * @property {string} mark HTML of what stands for it on the sign-in page
 * @property {string} markStyle the colours of that
 */

const MODULES = join(root, 'packages/core/src/providers')
const CASES = join(root, 'test/providers/cases')
const TWINS = join(root, 'packages/testing/src')

/** @typedef {Awaited<ReturnType<typeof createViteServer>>} Server */

/** The cases assert with vitest, which runs nowhere but in its own tests; only their data is read here. */
const withoutVitest = {
  name: 'without-vitest',
  enforce: /** @type {const} */ ('pre'),
  resolveId: (/** @type {string} */ name) => (name === 'vitest' ? '\0vitest' : undefined),
  load: (/** @type {string} */ name) => (name === '\0vitest' ? 'export {}' : undefined),
}

/** @type {(server: Server, file: string) => Promise<Registration | undefined>} */
async function readRegistration(server, file) {
  const path = join(TWINS, 'services', `${file}.ts`)
  if (!existsSync(path)) return registrations[file]
  const { service } =
    /** @type {{ service: import('../../packages/testing/src/service.ts').Service }} */ (
      await server.ssrLoadModule(path)
    )
  return service.registration
}

/** @type {(file: string) => Provider['twin']} */
function twinOf(file) {
  if (existsSync(join(TWINS, 'services', `${file}.ts`))) return 'provider'
  return existsSync(join(TWINS, 'mail/services', `${file}.ts`)) ? 'mailService' : undefined
}

/** @type {(server: Server, file: string) => Promise<Behaviour | undefined>} */
async function readBehaviour(server, file) {
  const path = join(CASES, `${file}.ts`)
  if (!existsSync(path)) return undefined
  const exported = await server.ssrLoadModule(path)
  const [found] = /** @type {import('../../test/providers/src/case.ts').ProviderCase[]} */ (
    Object.values(exported)
  )
  if (found === undefined) throw new Failure(`${path} exports no case.`)
  const { email, emailVerified } = found.users.documented
  const { params } = found.authorization
  return {
    scope: params['scope'] ?? params['user_scope'],
    checks: found.checks,
    pkceIgnored: found.service.authorization.pkce === 'ignored',
    authentication: found.authentication,
    required: found.required ?? [],
    email,
    emailVerified,
  }
}

/** @typedef {Pick<Provider, 'mark' | 'markStyle'>} Drawn */

/** @type {(server: Server) => Promise<(module: Module) => Drawn>} draws as the sign-in page does */
async function readDrawing(server) {
  const pages = join(root, 'packages/core/src/lib/pages')
  const { providerMark } =
    /** @type {typeof import('../../packages/core/src/lib/pages/provider-mark.ts')} */ (
      await server.ssrLoadModule(join(pages, 'provider-mark.ts'))
    )
  const { markStyle } =
    /** @type {typeof import('../../packages/core/src/lib/pages/theme-style.ts')} */ (
      await server.ssrLoadModule(join(pages, 'theme-style.ts'))
    )
  return (module) => ({
    mark: providerMark(module, `mark-${module.id}`).toString(),
    markStyle: markStyle(`mark-${module.id}`, module),
  })
}

/** @type {(server: Server, file: string, draw: (module: Module) => Drawn) => Promise<Provider>} */
async function readProvider(server, file, draw) {
  const path = join(MODULES, `${file}.ts`)
  const { default: factory } = /** @type {{ default: (options: object) => Module }} */ (
    await server.ssrLoadModule(path)
  )
  const module = factory({})
  const registration = await readRegistration(server, file)
  const behaviour = await readBehaviour(server, file)
  const twin = twinOf(file)
  return {
    file,
    module,
    factory: factory.name,
    doc: factoryDoc(readFileSync(path, 'utf8')),
    ...(registration && { registration }),
    ...(behaviour && { behaviour }),
    ...(twin && { twin }),
    ...draw(module),
  }
}

/** @type {() => Promise<readonly Provider[]>} every provider of the core, by name */
export async function readProviders() {
  const server = await createViteServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    plugins: [withoutVitest],
    resolve: { conditions: ['@latchstring/source'] },
    ssr: { resolve: { conditions: ['@latchstring/source'] }, noExternal: [/^@latchstring\//] },
    server: { middlewareMode: true, ws: false, watch: null },
  })
  try {
    const draw = await readDrawing(server)
    const files = readdirSync(MODULES)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => name.slice(0, -'.ts'.length))
    /** @type {Provider[]} */
    const providers = []
    for (const file of files) providers.push(await readProvider(server, file, draw))
    return providers.toSorted((a, b) => a.module.name.localeCompare(b.module.name, 'en'))
  } finally {
    await server.close()
  }
}
