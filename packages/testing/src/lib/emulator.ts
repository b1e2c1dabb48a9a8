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

/** What a provider needs to sign in with an emulator. Spread it into the options of the provider. */
export interface EmulatorOptions {
  /** The id under which the service knows the application. */
  readonly clientId: string
  /** Absent where the service gives applications none. */
  readonly clientSecret?: string
  /** Of the tenant that is in the service's data; absent where the provider knows its issuer. */
  readonly issuer?: string
  /** The key of the application, where the service takes nothing else. */
  readonly token?: { readonly clientPrivateKey: ClientPrivateKey }
  /** Answers in place of the network. */
  readonly [customFetch]: Fetch
}

/** How a person signs in. */
export interface AuthorizeOptions {
  /** Who signs in this once. Default: the one that {@link Emulator.person} named. */
  readonly person?: WhoSignsIn
  /** The person cancels. */
  readonly deny?: boolean
}

/** A service, as its documentation describes it, within the test. */
export interface Emulator {
  /** What it was made from. */
  readonly service: Service
  /** What the provider needs. */
  readonly options: EmulatorOptions
  /** Requests of the server to the service, oldest first. The bodies can be read. */
  readonly requests: readonly Request[]
  /** What the service refused of the requests of the server, with the reason, oldest first. */
  readonly refusals: readonly LabError[]
  /** What the service answers to its addresses. Never the network. */
  readonly fetch: Fetch
  /**
   * Says who signs in from now on. At first it is the `documented` person. On a port, the page asks.
   *
   * @throws LabError when there is no person of that name
   */
  readonly person: (who: WhoSignsIn) => void
  /**
   * Lets requests fail from now on; without an argument they succeed again.
   *
   * @throws LabError when requests cannot fail in that way
   */
  readonly fail: (failure?: Failure) => void
  /**
   * Does what a browser and the person before it do at the service.
   *
   * @param url - the authorization request, which the application sent the browser to
   * @returns how the browser comes back
   * @throws LabError when the service would refuse the request; the message says why
   */
  readonly authorize: (url: string | URL, options?: AuthorizeOptions) => Promise<Arrival>
  /**
   * Checks an authorization request and answers nothing.
   *
   * @returns the request, with what was pushed of it (RFC 9126)
   * @throws LabError when the service would refuse the request; the message says why
   */
  readonly check: (url: string | URL) => URL
}

/** What a lab gives its emulators. */
export interface EmulatorSurroundings {
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
 * Makes an emulator of a service.
 *
 * @param redirectUris - registered ones; the emulator keeps the set, and adds the first one that is used
 */
export async function createEmulator(
  service: Service,
  { keys, now }: EmulatorSurroundings,
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
