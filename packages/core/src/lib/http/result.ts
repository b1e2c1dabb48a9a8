import type { IncomingRequest, Reply } from '../types/request.ts'
import type { CookieJar } from './cookie-jar.ts'

interface ResultBase {
  readonly jar: CookieJar
  /** Headers beyond those every answer has. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The outcome of an action. */
export type FlowResult =
  | (ResultBase & {
      readonly kind: 'redirect'
      readonly to: string
      /** 307 keeps the method, 303 makes it GET. Default: 302. */
      readonly status?: 302 | 303 | 307
    })
  | (ResultBase & {
      readonly kind: 'json'
      readonly body: unknown
      /** The body as JSON, where that is known. */
      readonly text?: string
      readonly status: number
      /** Value of `Cache-Control`, where everyone may have the answer. */
      readonly cache?: string
    })
  | (ResultBase & {
      readonly kind: 'page'
      readonly html: string
      readonly status: number
      /** Value of the `Content-Security-Policy` header. */
      readonly policy: string
    })

/** On every answer: no cache keeps it, no browser guesses what it is, and no other origin embeds it. */
const COMMON_HEADERS = {
  'Cache-Control': 'private, no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const

const JSON_HEADERS = { 'Content-Type': 'application/json' } as const

type Rendered = Omit<Reply, 'cookies'>

/** The parts of a request that the response depends on. `Request` has them. */
export type ReplyRequest = Pick<IncomingRequest, 'method' | 'headers'>

/** `X-Auth-Return-Redirect`: scripts that cannot follow a redirect to another origin get its address. */
function renderRedirect(
  { to, status = 302 }: Extract<FlowResult, { kind: 'redirect' }>,
  { headers }: ReplyRequest,
): Rendered {
  return headers.has('x-auth-return-redirect')
    ? { status: 200, body: JSON.stringify({ url: to }), headers: JSON_HEADERS }
    : // The address that is left may hold a code: the next page must not learn it.
      { status, body: null, headers: { Location: to, 'Referrer-Policy': 'no-referrer' } }
}

function render(result: FlowResult, request: ReplyRequest): Rendered {
  if (result.kind === 'redirect') return renderRedirect(result, request)
  if (result.kind === 'json') {
    const { status, body, text = JSON.stringify(body) } = result
    return { status, body: text, headers: JSON_HEADERS }
  }
  const headers = { ...PAGE_HEADERS, 'Content-Security-Policy': result.policy }
  return { status: result.status, body: result.html, headers }
}

/** Most answers are JSON without headers of their own. */
const PLAIN_JSON = { ...JSON_HEADERS, ...COMMON_HEADERS } as const

function replyHeaders(rendered: Rendered, result: FlowResult): Reply['headers'] {
  const { headers } = result
  if (result.kind === 'json' && result.cache !== undefined) {
    return { ...PLAIN_JSON, ...headers, 'Cache-Control': result.cache }
  }
  if (headers === undefined && rendered.headers === JSON_HEADERS) return PLAIN_JSON
  return { ...rendered.headers, ...headers, ...COMMON_HEADERS }
}

/** The only place that decides the response to a request, for `Response` and for Node.js. */
export function toReply(result: FlowResult, request: ReplyRequest): Reply {
  const rendered = render(result, request)
  const headers = replyHeaders(rendered, result)
  const cookies = result.jar.toHeaders()
  return {
    status: rendered.status,
    headers: cookies.length === 0 ? headers : { ...headers, Vary: 'Cookie' },
    cookies,
    body: request.method === 'HEAD' ? null : rendered.body,
  }
}

function withCookies({ headers, cookies }: Reply): Headers {
  const all = new Headers(headers)
  for (const cookie of cookies) all.append('Set-Cookie', cookie)
  return all
}

/** The only place that makes a `Response`. */
export function writeResponse(reply: Reply): Response {
  const { status, headers, cookies, body } = reply
  return new Response(body, {
    status,
    headers: cookies.length === 0 ? headers : withCookies(reply),
  })
}

/** The response of a `Request`. */
export function toResponse(result: FlowResult, request: ReplyRequest): Response {
  return writeResponse(toReply(result, request))
}
