import { mergeOptions } from '../config/provider-options.ts'
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

/** Milliseconds for a response of `latchstring dev`, which is on this machine. */
const TIMEOUT_MS = 5000

/** A provider of the configuration that lacks its keys. */
export interface KeylessProvider {
  readonly index: number
  readonly provider: Provider
  /** Its id in the configuration. */
  readonly id: string
  /** Its id in the catalogue. */
  readonly service: string
  readonly merged: ProviderObject
}

/** The description of an emulator by `latchstring dev`. */
interface Connection {
  /** Client id, client secret and other options. */
  readonly options: Readonly<Record<string, unknown>>
  /** The authorization endpoint. */
  readonly authorization: string
  /** The key of a client that has no secret. */
  readonly key?: Readonly<Record<string, unknown>> & { readonly kid: string }
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** A client with some of its keys is a mistake to report, and not a client without keys. */
function lacksKeys(merged: ProviderObject): boolean {
  const given = ['clientId', 'clientSecret', 'apiKey', 'server']
  return given.every((name) => !isSet(Reflect.get(merged, name)))
}

/** An object without `options` was written by the application, and has no emulator. */
const isOfCatalogue = (provider: Provider): boolean =>
  typeof provider === 'function' || provider.options !== undefined

/** An email provider without required options sends its mails by a function of the application. */
function canBeEmulated({ type, requires = [] }: ProviderObject, hasStore: boolean): boolean {
  if (type === 'email') return hasStore && requires.length > 0
  return type === 'oauth' || type === 'oidc'
}

/** The providers of a configuration that lack only their keys. */
export function findKeyless(
  { input: { providers, adapter }, options: { env } }: Keyless,
  skipped: ReadonlySet<string | undefined>,
): readonly KeylessProvider[] {
  return providers.flatMap((provider, index) => {
    try {
      // Without types, an application may list any value.
      if (!isOfCatalogue(provider)) return []
      const merged = mergeOptions(provider, env)
      const found = skipped.has(merged.id) && lacksKeys(merged)
      if (!found || !canBeEmulated(merged, adapter !== undefined)) return []
      const { id: service } = typeof provider === 'function' ? provider({}) : provider
      return [{ index, provider, id: merged.id, service, merged }]
    } catch {
      // The error was reported when the configuration was resolved.
      return []
    }
  })
}

/** @throws TypeError when nothing listens there */
function fetchEmulator(origin: string, path: string, init?: RequestInit): Promise<Response> {
  return fetch(`${origin}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init })
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
    const response = await fetchEmulator(origin, '/mail', { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`The mailbox at ${origin} answered HTTP ${response.status}.`)
  }

/** A provider with some options replaced. */
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

/** The path of `latchstring dev` for an address of the service. */
function toPath(service: string, address: string): string {
  const { protocol, host, pathname, search } = new URL(address)
  return `/${service}/${protocol.slice(0, -1)}/${host}${pathname}${search}`
}

/** The emulators of providers, in their order; `undefined` for a provider without one. */
export type Connections = readonly (Connection | 'mailbox' | undefined)[]

/**
 * Fetches the descriptions of the providers' emulators.
 *
 * @throws TypeError when nothing listens at the origin
 */
export function connect(keyless: readonly KeylessProvider[], origin: string): Promise<Connections> {
  return Promise.all(
    keyless.map(async ({ service, merged }) => {
      const email = merged.type === 'email'
      const response = await fetchEmulator(origin, email ? '/mail' : `/${service}/connection`)
      if (!response.ok) return undefined
      // `latchstring dev` responds there. The response of another program is no JSON, or refused when it is resolved.
      return email ? 'mailbox' : ((await response.json()) as Connection)
    }),
  )
}

/** Where `latchstring dev` is for this process, and for the browser. */
interface Place {
  readonly origin: string
  readonly shown: string
}

/** A provider at its emulator. */
async function emulate(
  { provider, service, merged }: KeylessProvider,
  connection: Connection | 'mailbox',
  { origin, shown }: Place,
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
    authorization: {
      ...(isObject(given) && given),
      url:
        shown === origin
          ? authorization
          : shown + authorization.slice(new URL(authorization).origin.length),
    },
    [customFetch]: send,
  })
}

/** The providers of a configuration, with emulators in place of those that lack their keys. */
export async function emulateAll(
  providers: readonly Provider[],
  keyless: readonly KeylessProvider[],
  { connections, ...place }: Place & { readonly connections: Connections },
): Promise<readonly Provider[]> {
  const made = new Map<number, Provider>()
  for (const [position, one] of keyless.entries()) {
    const connection = connections[position]
    if (connection) made.set(one.index, await emulate(one, connection, place))
  }
  return providers.map((provider, index) => made.get(index) ?? provider)
}
