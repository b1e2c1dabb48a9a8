import { describeKind } from '../errors/own-function.ts'
import { isObject } from '../kit/json.ts'
import { isPlainObject } from '../kit/values.ts'
import type { Fetch } from '../types/provider.ts'
import { hostKind } from './host-kind.ts'
import { isLoopback } from './origin.ts'

const TIMEOUT = 10_000
const MAX_BYTES = 1_048_576

/** The facts of a failed request, beside the message. */
interface OutboundFacts {
  /** The origin that did not respond. */
  readonly silent?: string
  /** Status of a response that is not acceptable. */
  readonly status?: number
  /** A discovery document was asked for. */
  readonly discovery?: boolean
}

/** A request to a provider that could not be made, or whose response is not acceptable. */
export class OutboundError extends Error {
  override readonly name: string = 'OutboundError'
  readonly #facts: OutboundFacts

  constructor(
    message: string,
    { facts = {}, ...options }: ErrorOptions & { readonly facts?: OutboundFacts } = {},
  ) {
    super(message, options)
    this.#facts = facts
  }

  /** No member that logs would print: the message says the same. */
  get facts(): OutboundFacts {
    return this.#facts
  }
}

/** Which addresses without TLS a provider may have. */
export interface Reach {
  /** Takes `http:` for hosts on this machine. */
  readonly insecureLoopback: boolean
  /** Takes `http:` for hosts inside the network of the application: in development. */
  readonly insecureInternal?: boolean
  /** Origins inside the network, as the provider names them. Absent where it has no such option. */
  readonly internalOrigins?: ReadonlySet<string>
}

/** How requests to one provider are made. */
export interface OutboundOptions extends Reach {
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined
}

/** How the configuration allows an address inside the network, for an error. */
export const allowInternal = (origin: string): string =>
  `If it is inside a network that you trust, name it: \`internalOrigins: ['${origin}']\` of the provider`

/** Whether a provider may have an address: over https, or over http where {@link Reach} takes that. */
export function isReachable(url: URL, reach: Reach): boolean {
  if (url.protocol === 'https:') return true
  if (url.protocol !== 'http:') return false
  if (reach.internalOrigins?.has(url.origin)) return true
  if (isLoopback(url.host)) return reach.insecureLoopback
  return reach.insecureInternal === true && hostKind(url.hostname) === 'internal'
}

function checkUrl(input: string, reach: Reach): URL {
  const url = new URL(input)
  if (isReachable(url, reach)) return url
  const advice = reach.internalOrigins ? ` ${allowInternal(url.origin)}.` : ''
  throw new OutboundError(
    url.protocol === 'http:' && isLoopback(url.host)
      ? `${url.origin} is on this machine, over http. In development, or with AUTH_INSECURE_LOOPBACK set to true, that is allowed.`
      : `${url.origin} is not https. Providers are only asked over https.${advice}`,
  )
}

/** With an address, as Wikimedia requires it; a name alone is slowed down or refused there. */
export const USER_AGENT = {
  'user-agent': 'latchstring (https://www.npmjs.com/package/@latchstring/core)',
}

/** Some services refuse requests without the header, and some runtimes send none. The form of the headers stays. */
function withUserAgent(given: RequestInit['headers']): RequestInit['headers'] {
  const headers = new Headers(given)
  if (headers.has('user-agent')) return given
  if (given === undefined || isPlainObject(given)) return { ...given, ...USER_AGENT }
  headers.set('user-agent', USER_AGENT['user-agent'])
  return headers
}

async function readCapped(response: Response, origin: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) break
    size += value.byteLength
    if (size > MAX_BYTES) {
      // Not waited for: where a framework has split the stream, cancelling ends only with the other half.
      reader?.cancel().catch(() => undefined)
      throw new OutboundError(`${origin} answered with more than ${MAX_BYTES} bytes.`)
    }
    chunks.push(value)
  }
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.byteLength
  }
  return body
}

/** Also one of another realm, or of a library that brings its own. */
export function isResponse(value: unknown): value is Response {
  return isObject(value) && typeof value['clone'] === 'function' && value['headers'] !== undefined
}

/** @param response - as a `fetch` of the application's own gave it, which no type has checked */
function requireFetched(response: unknown, origin: string): Response {
  if (isResponse(response)) return response
  throw new OutboundError(
    `\`customFetch\` returned ${describeKind(response)} for ${origin}. Return the \`Response\`.`,
  )
}

/** Also one that a `fetch` of the application's own has followed already. */
function isRedirectResponse({ status, type, redirected }: Response): boolean {
  return redirected || type === 'opaqueredirect' || (status >= 300 && status < 400)
}

function isEmpty(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}

/**
 * `fetch` for requests to a provider: https, or what {@link Reach} takes, a `User-Agent`, no redirects, a deadline for the whole
 * exchange, and a cap on the size
 * of the answer. The same holds around a `fetch` of the application's own.
 */
export function createOutboundFetch({ fetch: custom, ...reach }: OutboundOptions): Fetch {
  return async (input, init = {}) => {
    const url = checkUrl(input, reach)
    const deadline = AbortSignal.timeout(TIMEOUT)
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    const asked = { ...init, headers: withUserAgent(init.headers) ?? USER_AGENT }
    const send = custom ?? ((target: string, options?: RequestInit) => fetch(target, options))
    try {
      const sent = Promise.resolve(send(url.href, { ...asked, redirect: 'manual', signal }))
      const response = requireFetched(await withDeadline(sent, signal), url.origin)
      if (isRedirectResponse(response))
        throw new OutboundError(`${url.origin} answered with a redirect.`)
      const body = await withDeadline(readCapped(response, url.origin), signal)
      const { status, headers } = response
      return new Response(isEmpty(status) ? null : body, { status, headers })
    } catch (cause) {
      if (cause instanceof OutboundError) throw cause
      const why = deadline.aborted
        ? `did not answer within ${TIMEOUT / 1000} s`
        : 'could not be reached'
      throw new OutboundError(`${url.origin} ${why}.`, { cause, facts: { silent: url.origin } })
    }
  }
}

/** Ends with the deadline also when a `fetch` of the application's own does not heed the signal. */
function withDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('Stopped waiting.', { cause: signal.reason }))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
