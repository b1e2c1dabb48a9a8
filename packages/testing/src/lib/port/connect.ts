import { customFetch } from '@latchstring/core'
import type { ClientPrivateKey, Fetch } from '@latchstring/core/providers'
import { importJWK, type JWK } from 'jose'
import type { Service } from '../../service.ts'
import { type ServiceId, services } from '../../services.ts'
import { credentialsOf, type TwinOptions } from '../twin.ts'
import { pathOf } from './address.ts'

/** What a provider needs to sign in with a twin on a port. Spread it into the options of the provider. */
export interface ConnectedOptions extends TwinOptions {
  /** Sends the browser to the port. */
  readonly authorization: { readonly url: string }
}

/** A lab in another process. */
export interface LabConnection {
  /**
   * Options for a provider.
   *
   * @param service - id of a service of the catalogue, or the one that was given to {@link Lab.service}
   */
  readonly options: (service: ServiceId | Service) => Promise<ConnectedOptions>
}

async function keyAt(address: string): Promise<ClientPrivateKey> {
  const response = await fetch(address)
  // Made by the lab itself.
  const { kid = '', ...jwk } = (await response.json()) as JWK
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new TypeError(`${address} answered with a secret.`)
  return { key, kid }
}

/**
 * Connects an application to a lab that listens in another process, for example that of Playwright.
 *
 * Requests to the service go to the port, and so does the browser. Nothing of this is for production: whoever reaches
 * the port signs in as anybody.
 *
 * @param origin - what {@link LabServer.origin} was
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
  return {
    async options(given) {
      const id = typeof given === 'string' ? given : given.id
      const service = typeof given === 'string' ? (await services[given]()).service : given
      const credentials = credentialsOf(service)
      const send: Fetch = (input, init) => fetch(`${origin}${pathOf(id, new URL(input))}`, init)
      const onlyKey =
        credentials.clientSecret === undefined &&
        service.token.authentication.includes('private_key_jwt')
      return {
        ...service.options,
        ...credentials,
        ...(onlyKey ? { token: { clientPrivateKey: await keyAt(`${origin}/${id}/key`) } } : {}),
        authorization: { url: `${origin}${pathOf(id, new URL(service.authorization.url))}` },
        [customFetch]: send,
      }
    },
  }
}
