import { customFetch } from '@latchstring/core'
import type { ClientPrivateKey, Fetch } from '@latchstring/core/providers'
import type { Failure, Service } from '../service.ts'
import { type Arrival, authorize, checkRequest } from './authorization.ts'
import { respondToBackChannel } from './back-channel.ts'
import type { SigningKey, SigningKeys } from './keys.ts'
import type { LabError } from './lab-error.ts'
import { checkMembers } from './misuse.ts'
import { checkFailure, findPerson, requestUrl, type WhoSignsIn } from './emulator-arguments.ts'
import { type RegisteredClient, type EmulatorState, unguessable } from './emulator-state.ts'

/** Options of a provider for an emulator. Spread them into the options of the provider. */
export interface EmulatorOptions {
  /** Client id of the application. */
  readonly clientId: string
  /** Absent if the service issues no client secrets. */
  readonly clientSecret?: string
  /** Of the tenant that is in the service's data; absent where the provider knows its issuer. */
  readonly issuer?: string
  /** The key of the application, where the service takes nothing else. */
  readonly token?: { readonly clientPrivateKey: ClientPrivateKey }
  /** Answers in place of the network. */
  readonly [customFetch]: Fetch
}

/** Options of a sign-in. */
export interface AuthorizeOptions {
  /** The person of this sign-in. Default: that of {@link Emulator.person}. */
  readonly person?: WhoSignsIn
  /** The person cancels. */
  readonly deny?: boolean
}

/** A service, as its documentation describes it, within the test. */
export interface Emulator {
  /** The data of the service. */
  readonly service: Service
  /** Options of the provider. */
  readonly options: EmulatorOptions
  /** Requests of the server to the service, oldest first. The bodies can be read. */
  readonly requests: readonly Request[]
  /** Refused requests of the server with the reason, oldest first. */
  readonly refusals: readonly LabError[]
  /** Answers requests to the URLs of the service, without a network. */
  readonly fetch: Fetch
  /**
   * Sets the person of later sign-ins. Default: the `documented` person. On a port the page asks.
   *
   * @throws LabError when there is no person of that name
   */
  readonly person: (who: WhoSignsIn) => void
  /**
   * Makes later requests fail; without an argument they succeed again.
   *
   * @throws LabError when requests cannot fail in that way
   */
  readonly fail: (failure?: Failure) => void
  /**
   * Performs the sign-in of a person at the service, as with a browser.
   *
   * @param url - the authorization request, which the application sent the browser to
   * @returns the request with which the browser returns
   * @throws LabError when the service would refuse the request; the message says why
   */
  readonly authorize: (url: string | URL, options?: AuthorizeOptions) => Promise<Arrival>
  /**
   * Checks an authorization request without a response.
   *
   * @returns the request, with what was pushed of it (RFC 9126)
   * @throws LabError when the service would refuse the request; the message says why
   */
  readonly check: (url: string | URL) => URL
}

/** Context of emulators. */
export interface EmulatorContext {
  readonly keys: SigningKeys
  readonly now: () => number
}

/** The credentials of the application: the same in every process, so that they can be part of an environment. */
export function clientCredentials({ id, token }: Service): {
  readonly clientId: string
  readonly clientSecret?: string
} {
  const secretless = token.authentication.every(
    (method) => method === 'none' || method === 'private_key_jwt',
  )
  const clientId = `lab-client-of-${id}`
  if (secretless && token.authentication.length > 0) return { clientId }
  return { clientId, clientSecret: `lab-secret-of-${id}-which-is-long-enough-to-sign-with` }
}

async function registerClient(service: Service, keys: SigningKeys): Promise<RegisteredClient> {
  const { clientId, clientSecret } = clientCredentials(service)
  const signs = service.token.authentication.includes('private_key_jwt')
  return {
    id: clientId,
    ...(clientSecret === undefined ? {} : { secret: clientSecret }),
    ...(signs ? { key: await keys.get('ES256') } : {}),
  }
}

function emulatorOptions(
  service: Service,
  { id, secret, key }: RegisteredClient,
  fetch: Fetch,
): EmulatorOptions {
  const onlyKey: SigningKey | undefined = secret === undefined ? key : undefined
  return {
    ...service.options,
    clientId: id,
    ...(secret === undefined ? {} : { clientSecret: secret }),
    ...(onlyKey && { token: { clientPrivateKey: { key: onlyKey.privateKey, kid: onlyKey.kid } } }),
    [customFetch]: fetch,
  }
}

/**
 * Creates an emulator of a service.
 *
 * @param redirectUris - registered ones; the emulator keeps the set, and adds the first one that is used
 */
export async function createEmulator(
  service: Service,
  { keys, now }: EmulatorContext,
  redirectUris: Set<string>,
): Promise<Emulator> {
  const client = await registerClient(service, keys)
  const { documented } = service.persons
  const state: EmulatorState = {
    service,
    client,
    keys,
    now,
    redirectUris,
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    pushed: new Map(),
    proofs: new Set(),
    nonces: { server: unguessable('nonce'), resource: unguessable('nonce') },
    requests: [],
    refusals: [],
    person: documented,
    visitor: documented,
    failure: {},
  }
  const fetch: Fetch = async (input, init) => respondToBackChannel(state, new Request(input, init))
  return {
    service,
    options: emulatorOptions(service, client, fetch),
    requests: state.requests,
    refusals: state.refusals,
    fetch,
    person(who) {
      state.person = findPerson(service, who)
      state.visitor = state.person
    },
    fail(failure = {}) {
      checkFailure(service, failure)
      state.failure = failure
    },
    check: (url) => checkRequest(state, requestUrl(service, url)),
    async authorize(url, options = {}) {
      checkMembers(options, { service: service.id, where: 'A sign-in', names: ['person', 'deny'] })
      const { person: who, deny = false } = options
      state.visitor = who === undefined ? state.person : findPerson(service, who)
      return authorize(state, requestUrl(service, url), { person: state.visitor, deny })
    },
  }
}
