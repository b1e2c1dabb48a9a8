import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'

/**
 * @typedef {{ readonly url?: string, readonly params?: object, readonly request?: unknown } | string} Endpoint
 *
 * @typedef {object} Provider what a factory makes without options
 * @property {string} [id]
 * @property {string} [name]
 * @property {string} [type]
 * @property {string} [issuer]
 * @property {string} [wellKnown]
 * @property {object} [options]
 * @property {Endpoint} [authorization]
 * @property {Endpoint} [token]
 * @property {Endpoint} [userinfo]
 * @property {readonly string[]} [requires]
 * @property {string} [deprecated]
 * @property {object} [protocol]
 * @property {{ readonly token_endpoint_auth_method?: string }} [client]
 * @property {{ readonly mark?: string }} [style]
 * @property {unknown} [profile]
 * @property {unknown} [sendVerificationRequest]
 * @property {unknown} [authorize]
 *
 * @typedef {(options: object) => Provider} Factory
 *
 * @typedef {object} Emulator the data of the service's emulator
 * @property {string} id
 * @property {{ readonly authentication: readonly string[] }} token
 * @property {{ readonly documented: object, readonly minimal: object }} [persons]
 * @property {unknown} [registration]
 *
 * @typedef {object} Subject
 * @property {string} file name of the module
 * @property {string} source
 * @property {string} doc TSDoc of the factory
 * @property {Factory} factory
 * @property {Provider} provider
 * @property {Emulator | undefined} emulator
 * @property {boolean} hasCase
 * @property {unknown} registration how to register an application
 * @property {readonly string[]} others further providers that importing it brings in
 * @property {readonly string[]} asked addresses that were asked while it was imported and called
 */

/** Problems of one check; what holds is `false`. @typedef {(string | false | undefined)[]} Problems */

/** The prefix of the environment variables of a provider. @type {(id: string) => string} */
export const variable = (id) => `AUTH_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`

/** Whether it sends people to a service and back. @type {(provider: Provider) => boolean} */
export const isRedirect = ({ type }) => type === 'oauth' || type === 'oidc'

/** The TSDoc of the default export. @type {(source: string) => string} */
export function factoryDoc(source) {
  const [before = '', declaration] = source.split(/^export default function /m)
  const start = before.lastIndexOf('/**')
  return declaration === undefined || start === -1 ? '' : before.slice(start)
}

/** @type {(file: string) => boolean} */
export const hasCase = (file) => existsSync(join(root, 'test/providers/cases', `${file}.ts`))
