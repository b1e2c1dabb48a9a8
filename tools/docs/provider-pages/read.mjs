import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'
import { Failure } from '../../run.mjs'
import { registrations } from './registrations.mjs'
import { factoryDoc } from './tsdoc.mjs'

/**
 * @typedef {import('../../../packages/core/src/lib/types/provider.ts').ProviderButtonStyle} Style
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
 * @typedef {import('../../../packages/testing/src/service.ts').Registration} Registration
 *
 * @typedef {object} Behaviour what the tests of the provider see
 * @property {string | undefined} scope
 * @property {readonly string[]} checks
 * @property {boolean} pkceIgnored the service is not known to check PKCE
 * @property {string} authentication
 * @property {readonly string[]} required
 * @property {string | null} email
 * @property {boolean} emailVerified
 * @property {import('../../../test/providers/src/case.ts').ProviderCase['addressProvenBy']} addressProvenBy
 *
 * @typedef {object} Provider
 * @property {string} file name of its module, which is the id but for a few
 * @property {Module} module
 * @property {string} factory name of its default export
 * @property {import('./tsdoc.mjs').FactoryDoc} doc
 * @property {Registration} [registration] how to register an application
 * @property {Behaviour} [behaviour]
 * @property {'provider' | 'mailService'} [emulator] how the lab is asked for the emulator of its service
 */

const MODULES = join(root, 'packages/core/src/providers')
const CASES = join(root, 'test/providers/cases')
const EMULATORS = join(root, 'packages/testing/src')

/** @typedef {(path: string) => Promise<unknown>} Load imports a TypeScript module by its path */

/** @type {() => readonly string[]} names of the provider modules */
export const providerFiles = () =>
  readdirSync(MODULES)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))

/** @type {(load: Load, file: string) => Promise<Registration | undefined>} */
async function readRegistration(load, file) {
  const path = join(EMULATORS, 'services', `${file}.ts`)
  if (!existsSync(path)) return registrations[file]
  const { service } =
    /** @type {{ service: import('../../../packages/testing/src/service.ts').Service }} */ (
      await load(path)
    )
  return service.registration
}

/** @type {(file: string) => Provider['emulator']} */
function importEmulator(file) {
  if (existsSync(join(EMULATORS, 'services', `${file}.ts`))) return 'provider'
  return existsSync(join(EMULATORS, 'mail/services', `${file}.ts`)) ? 'mailService' : undefined
}

/** @type {(load: Load, file: string) => Promise<Behaviour | undefined>} */
async function readBehaviour(load, file) {
  const path = join(CASES, `${file}.ts`)
  if (!existsSync(path)) return undefined
  const exported =
    /** @type {Record<string, import('../../../test/providers/src/case.ts').ProviderCase>} */ (
      await load(path)
    )
  const [found] = Object.values(exported)
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
    addressProvenBy: found.addressProvenBy,
  }
}

/** @type {(load: Load, file: string) => Promise<Provider>} */
async function readProvider(load, file) {
  const path = join(MODULES, `${file}.ts`)
  const { default: factory } = /** @type {{ default: (options: object) => Module }} */ (
    await load(path)
  )
  const module = factory({})
  const registration = await readRegistration(load, file)
  const behaviour = await readBehaviour(load, file)
  const emulator = importEmulator(file)
  return {
    file,
    module,
    factory: factory.name,
    doc: factoryDoc(readFileSync(path, 'utf8')),
    ...(registration && { registration }),
    ...(behaviour && { behaviour }),
    ...(emulator && { emulator }),
  }
}

/**
 * Providers of the core.
 *
 * @param {Load} load
 * @param {readonly string[]} files names of their modules
 * @returns {Promise<readonly Provider[]>} by name
 */
export async function readProviders(load, files) {
  /** @type {Provider[]} */
  const providers = []
  for (const file of files) providers.push(await readProvider(load, file))
  return providers.toSorted((a, b) => a.module.name.localeCompare(b.module.name, 'en'))
}
