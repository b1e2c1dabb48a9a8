import { AuthClientError } from './auth-client-error.ts'

/** A function with the signature of the global `fetch`. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** The unchecked members of a JSON object. */
export type Body = Readonly<Record<string, unknown>>

/** A response of the server, with any status. */
export interface Reply {
  readonly response: Response
  readonly body: Body | null
}

/** The requests of a client. They reject only with {@link AuthClientError}. */
export interface Transport {
  /** Origin, if any, and base path. */
  readonly base: string
  /** Rejects without a response, or for a success without JSON. */
  readonly send: (path: string, init?: RequestInit) => Promise<Reply>
  /** Also rejects for a response with an error status, except 404 if it is `optional`. */
  readonly query: (path: string, init?: RequestInit, optional?: boolean) => Promise<Body | null>
}

interface TransportOptions {
  readonly base: string
  readonly fetch: Fetch | undefined
  readonly onError: (error: AuthClientError) => void
}

const UNEXPECTED = 'UnexpectedAnswer'

/** Returns a member of a body if it is a string. */
export function text(body: Body | null, name: string): string | undefined {
  const value = body?.[name]
  return typeof value === 'string' ? value : undefined
}

function isBody(json: unknown): json is Body | null {
  return typeof json === 'object' && !Array.isArray(json)
}

/** Returns the `init` of a POST with a form, whose response is JSON `{ url }` instead of a redirect. */
export function formPost(fields: Body): RequestInit {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    body.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return { method: 'POST', headers: { 'X-Auth-Return-Redirect': '1' }, body }
}

/** Returns the `init` of a POST with JSON. */
export function jsonPost(body: unknown): RequestInit {
  const headers = { 'Content-Type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

/** Creates the functions that send all requests. `onError` is called with every failure before it is thrown. */
export function createTransport({ base, fetch: own, onError }: TransportOptions): Transport {
  function fail(...failure: ConstructorParameters<typeof AuthClientError>): never {
    const error = new AuthClientError(...failure)
    onError(error)
    throw error
  }

  async function send(path: string, init?: RequestInit): Promise<Reply> {
    const url = base + path
    // The global is read with each call, so that later instrumentation of `fetch` takes effect.
    const response = await (own ?? fetch)(url, { cache: 'no-store', ...init }).catch(
      (cause: unknown) =>
        fail(
          `${url}: ${String(cause)}. On a server use auth(), or pass \`origin\`.`,
          'NetworkError',
          0,
          cause,
        ),
    )
    const { ok, status } = response
    const body: unknown = await response.json().catch(() => undefined)
    if (isBody(body)) return { response, body }
    // An error response may lack JSON, for example if a proxy sends it; a session is always JSON.
    if (!ok) return { response, body: null }
    return fail(
      `${url}: the response is not JSON. Check \`basePath\` and redirects.`,
      UNEXPECTED,
      status,
    )
  }

  return {
    base,
    send,
    async query(path, init, optional) {
      const { response, body } = await send(path, init)
      const { ok, status } = response
      if (ok || (optional && status === 404)) return body
      const reason = text(body, 'message') ?? 'Check `basePath`.'
      return fail(`${base}${path}: ${status}. ${reason}`, text(body, 'error') ?? UNEXPECTED, status)
    },
  }
}
