import { customFetch } from '@latchstring/core'
import type { ClientPrivateKey, Fetch } from '@latchstring/core/providers'
import { importJWK, type JWK } from 'jose'
import type { Service } from '../../service.ts'
import { type ServiceId, services } from '../../services.ts'
import { checkService } from '../check-service.ts'
import { didYouMean, misuse, shown } from '../misuse.ts'
import { clientCredentials, type EmulatorOptions } from '../emulator.ts'
import { isMailServiceId, isServiceId } from '../unknown-service.ts'
import { toPortPath } from './address.ts'
import { ask, requireOrigin } from './origin.ts'

/** Options of a provider for an emulator on a port. Spread them into the options of the provider. */
export interface ConnectedOptions extends EmulatorOptions {
  /** Sends the browser to the port. */
  readonly authorization: { readonly url: string }
}

/** A lab in another process. */
export interface LabConnection {
  /**
   * Options for a provider.
   *
   * @param service - id of a service of the catalogue, or the one that was given to {@link Lab.service}
   * @throws LabError when there is no such service; the message says what is meant
   */
  readonly options: (service: ServiceId | Service) => Promise<ConnectedOptions>
}

async function fetchKey(id: string, origin: string): Promise<ClientPrivateKey> {
  const address = `${origin}/${id}/key`
  const response = await ask(origin, address)
  if (!response.ok) {
    const hint = 'A service of its own is given to `lab.service` there.'
    throw misuse(
      id,
      `The lab at ${origin} gives no key for "${id}" (HTTP ${response.status}). ${hint}`,
    )
  }
  // Made by the lab itself.
  const { kid = '', ...jwk } = (await response.json()) as JWK
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new TypeError(`${address} answered with a secret.`)
  return { key, kid }
}

async function loadService(given: ServiceId | Service): Promise<Service> {
  const id: unknown = given
  if (typeof given === 'object') {
    checkService(given)
    return given
  }
  if (isServiceId(id)) return (await services[id]()).service
  if (isMailServiceId(id)) {
    throw misuse(
      id,
      `"${id}" is a mail service, and those are not on the port: its emulator is \`createLab().mailService('${id}')\`, in the process of the application.`,
    )
  }
  const hint = typeof id === 'string' ? didYouMean(id, Object.keys(services)) : ''
  throw misuse(
    String(id),
    `The catalogue has no service ${shown(id)}.${hint} For a service of the test's own, pass its data in place of the id.`,
  )
}

/**
 * Connects an application to a lab that listens in another process, for example that of Playwright.
 *
 * Requests to the service go to the port, and so does the browser. Nothing of this is for production: a client that reaches
 * the port can sign in as any person.
 *
 * @param origin - what {@link LabServer.origin} was
 * @throws LabError when that is not an origin
 *
 * @example
 * ```ts
 * import { createAuth } from '@latchstring/core'
 * import GitHub from '@latchstring/core/providers/github'
 * import { connectLab } from '@latchstring/testing'
 *
 * const origin = process.env['LAB_ORIGIN']
 * const github = origin === undefined ? GitHub : GitHub(await connectLab(origin).options('github'))
 * export const auth = createAuth({ providers: [github] })
 * ```
 */
export function connectLab(origin: string): LabConnection {
  const port = requireOrigin(origin)
  return {
    async options(given) {
      const service = await loadService(given)
      const { id } = service
      const credentials = clientCredentials(service)
      const send: Fetch = (input, init) =>
        ask(port, `${port}${toPortPath(id, new URL(input))}`, init)
      const onlyKey =
        credentials.clientSecret === undefined &&
        service.token.authentication.includes('private_key_jwt')
      return {
        ...service.options,
        ...credentials,
        ...(onlyKey ? { token: { clientPrivateKey: await fetchKey(id, port) } } : {}),
        authorization: { url: `${port}${toPortPath(id, new URL(service.authorization.url))}` },
        [customFetch]: send,
      }
    },
  }
}
