import { AuthClientError } from './auth-client-error.ts'

/** A function with the signature of the global `fetch`. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** The members of a JSON object, not yet looked at. */
export type Body = Readonly<Record<string, unknown>>

/** The server's answer, whatever its status. */
export interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly body: Body | null
}

/** The calls a client makes. Both fail with {@link AuthClientError} only. */
export interface Transport {
  /** Origin, if any, and base path. */
  readonly base: string
  /** Fails when there is no answer in JSON. */
  readonly send: (path: string, init?: RequestInit) => Promise<Answer>
  /** Fails also when the answer is an error. */
  readonly read: (path: string, init?: RequestInit) => Promise<Body | null>
  /** A GET that gives `null` where the server has nothing at that path. */
  readonly readOptional: (path: string) => Promise<Body | null>
}

interface TransportOptions {
  readonly base: string
  readonly fetch: Fetch
  /** Whether `base` is a path, to be resolved against the page. */
  readonly needsPage: boolean
  readonly onError: (error: AuthClientError) => void
}

function isBody(json: unknown): json is Body {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** `undefined` when the text is not a JSON object or `null`. */
function parse(text: string): Body | null | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return json === null || isBody(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** The `init` of a POST with a form, answered by JSON `{ url }` in place of a redirect. */
export function formPost(fields: Readonly<Record<string, unknown>>): RequestInit {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    body.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return { method: 'POST', headers: { 'X-Auth-Return-Redirect': '1' }, body }
}

/** The `init` of a POST with JSON. */
export function jsonPost(body: unknown): RequestInit {
  const headers = { 'Content-Type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

/** The one place that talks to the server. Every failure is told to `onError` before it is thrown. */
export function createTransport({ base, fetch, needsPage, onError }: TransportOptions): Transport {
  function fail(message: string, code: string, status: number, cause?: unknown): never {
    const error = new AuthClientError(message, { code, status, cause })
    onError(error)
    throw error
  }

  async function request(
    url: string,
    init?: RequestInit,
  ): Promise<{ status: number; ok: boolean; text: string }> {
    try {
      const response = await fetch(url, { cache: 'no-store', ...init })
      return { status: response.status, ok: response.ok, text: await response.text() }
    } catch (cause) {
      return fail(
        `${url} gave no answer. Check the connection and that the server runs.`,
        'NetworkError',
        0,
        cause,
      )
    }
  }

  async function send(path: string, init?: RequestInit): Promise<Answer> {
    const url = base + path
    if (needsPage && typeof location === 'undefined') {
      fail(
        'Outside a browser there is no page whose origin could be asked. Pass `origin`, or call auth() on the server.',
        'NetworkError',
        0,
      )
    }
    const { status, ok, text } = await request(url, init)
    // An error may come without a body; a session never does.
    const body = parse(text === '' && !ok ? 'null' : text)
    if (body === undefined) {
      return fail(
        `${url} answered ${status} without the JSON asked for. Check that the handlers are mounted there (\`basePath\`) and that nothing redirects it.`,
        'UnexpectedAnswer',
        status,
      )
    }
    return { status, ok, body }
  }

  function unwrap(path: string, { ok, status, body }: Answer): Body | null {
    if (ok) return body
    const code = typeof body?.['error'] === 'string' ? body['error'] : 'UnexpectedAnswer'
    const message = typeof body?.['message'] === 'string' ? body['message'] : code
    return fail(`${base}${path} answered ${status}: ${message}`, code, status)
  }

  return {
    base,
    send,
    async read(path, init) {
      return unwrap(path, await send(path, init))
    },
    async readOptional(path) {
      const answer = await send(path)
      return answer.status === 404 ? null : unwrap(path, answer)
    },
  }
}
