import type { Keyless } from '../config/resolved-config.ts'
import { isObject } from '../kit/json.ts'
import { lazy } from '../kit/lazy.ts'
import { customFetch } from '../types/symbols.ts'
import type {
  Fetch,
  Provider,
  ProviderObject,
  SendVerificationRequestParams,
} from '../types/provider.ts'

const mails = lazy(() => import('../provider-kit/mail/compose.ts'))

/** How long `latchstring dev` may take: it is on this machine. */
const PATIENCE = 5000

/** A provider of the configuration that lacks its keys. */
export interface KeylessProvider {
  readonly index: number
  readonly provider: Provider
  /** What it is called in the configuration. */
  readonly id: string
  /** What the catalogue calls it. */
  readonly service: string
  readonly merged: ProviderObject
}

/** What `latchstring dev` says of an emulator. */
interface Connection {
  /** Client id, client secret and what else is configured. */
  readonly options: Readonly<Record<string, unknown>>
  /** Where the browser is sent. */
  readonly authorization: string
  /** The key of a client that has no secret. */
  readonly key?: Readonly<Record<string, unknown>> & { readonly kid: string }
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** A client that is half described is a mistake to be told, and not a client without keys. */
function lacksKeys(merged: ProviderObject): boolean {
  const given = ['clientId', 'clientSecret', 'apiKey', 'server']
  return given.every((name) => !isSet(Reflect.get(merged, name)))
}

/** An object without `options` was written by the application: nobody knows what an emulator of it would do. */
const isOfCatalogue = (provider: Provider): boolean =>
  typeof provider === 'function' || provider.options !== undefined

/** Mails of another one are sent by the application itself. */
function canBeEmulated({ type, requires = [] }: ProviderObject, hasStore: boolean): boolean {
  if (type === 'email') return hasStore && requires.length > 0
  return type === 'oauth' || type === 'oidc'
}

/** The providers of a configuration that lack their keys, and nothing but those. */
export function findKeyless(
  { input: { providers, adapter }, options: { env }, mergeOptions }: Keyless,
  leftOut: ReadonlySet<string | undefined>,
): readonly KeylessProvider[] {
  return providers.flatMap((provider, index) => {
    try {
      // Applications without types list anything.
      if (!isOfCatalogue(provider)) return []
      const merged = mergeOptions(provider, env)
      const found = leftOut.has(merged.id) && lacksKeys(merged)
      if (!found || !canBeEmulated(merged, adapter !== undefined)) return []
      const { id: service } = typeof provider === 'function' ? provider({}) : provider
      return [{ index, provider, id: merged.id, service, merged }]
    } catch {
      // Why it cannot even be made has been told.
      return []
    }
  })
}

/** @throws TypeError when nothing listens there */
function ask(origin: string, path: string, init?: RequestInit): Promise<Response> {
  return fetch(`${origin}${path}`, { signal: AbortSignal.timeout(PATIENCE), ...init })
}

/** The mail goes to the mailbox of `latchstring dev`. */
const sendToMailbox =
  (origin: string) =>
  async (params: SendVerificationRequestParams): Promise<void> => {
    const { identifier: to, provider } = params
    const { from = 'Your application <no-reply@localhost>' } = provider
    const { composeSignInMail } = await mails()
    const body = JSON.stringify({ to, from, ...composeSignInMail(params) })
    const headers = { 'content-type': 'application/json' }
    const response = await ask(origin, '/mail', { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`The mailbox at ${origin} answered HTTP ${response.status}.`)
  }

/** The options of a provider with others over them. */
function withOptions(provider: Provider, options: object): Provider {
  // A factory takes the options of its own kind, which an emulator knows.
  if (typeof provider === 'function') return provider(options as Record<string, never>)
  // Options of a provider of the catalogue are those of its own kind.
  return { ...provider, options: { ...provider.options, ...options } } as ProviderObject
}

async function importKey({ kid, ...jwk }: NonNullable<Connection['key']>): Promise<object> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  return { kid, key: await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']) }
}

/** An address of the service, as a path of `latchstring dev`. */
function toPath(service: string, address: string): string {
  const { protocol, host, pathname, search } = new URL(address)
  return `/${service}/${protocol.slice(0, -1)}/${host}${pathname}${search}`
}

/** What `latchstring dev` says of the emulators of providers, in their order; nothing of those that it has none of. */
export type Connections = readonly (Connection | 'mailbox' | undefined)[]

/**
 * Asks for the emulators of providers.
 *
 * @throws TypeError when nothing listens at the origin
 */
export function connect(keyless: readonly KeylessProvider[], origin: string): Promise<Connections> {
  return Promise.all(
    keyless.map(async ({ service, merged }) => {
      const email = merged.type === 'email'
      const response = await ask(origin, email ? '/mail' : `/${service}/connection`)
      if (!response.ok) return undefined
      // The program of this library answers there; what another one says is not JSON, or refused where it is resolved.
      return email ? 'mailbox' : ((await response.json()) as Connection)
    }),
  )
}

/** A provider at its emulator. */
async function emulate(
  { provider, service, merged }: KeylessProvider,
  connection: Connection | 'mailbox',
  origin: string,
): Promise<Provider> {
  if (connection === 'mailbox') {
    const options = { sendVerificationRequest: sendToMailbox(origin) }
    // Of the same kind.
    return withOptions({ ...merged, requires: [] } as ProviderObject, options)
  }
  const { options, authorization, key } = connection
  const send: Fetch = (address, init) => fetch(`${origin}${toPath(service, address)}`, init)
  const given: unknown =
    typeof provider === 'object' && Reflect.get(provider.options ?? {}, 'authorization')
  return withOptions(provider, {
    ...options,
    ...(key && { token: { clientPrivateKey: await importKey(key) } }),
    // With the parameters of the application, such as its scopes.
    authorization: { ...(isObject(given) && given), url: authorization },
    [customFetch]: send,
  })
}

/** The providers of a configuration, with emulators in place of those that lack their keys. */
export async function emulateAll(
  providers: readonly Provider[],
  keyless: readonly KeylessProvider[],
  { connections, origin }: { readonly connections: Connections; readonly origin: string },
): Promise<readonly Provider[]> {
  const made = new Map<number, Provider>()
  for (const [position, one] of keyless.entries()) {
    const connection = connections[position]
    if (connection) made.set(one.index, await emulate(one, connection, origin))
  }
  return providers.map((provider, index) => made.get(index) ?? provider)
}
