import type { CookieJar } from './cookie-jar.ts'

interface Outcome {
  readonly jar: CookieJar
  /** Headers beyond those every answer has. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What an action decided. */
export type FlowResult =
  | (Outcome & { readonly kind: 'redirect'; readonly to: string })
  | (Outcome & { readonly kind: 'json'; readonly body: unknown; readonly status: number })
  | (Outcome & {
      readonly kind: 'page'
      readonly html: string
      readonly status: number
      /** Value of the `Content-Security-Policy` header. */
      readonly policy: string
    })

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

const JSON_HEADERS = { 'Content-Type': 'application/json' } as const

interface Rendered {
  readonly status: number
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** `X-Auth-Return-Redirect`: scripts that cannot follow a redirect to another origin get its address. */
function renderRedirect(to: string, { headers }: Request): Rendered {
  return headers.has('x-auth-return-redirect')
    ? { status: 200, body: JSON.stringify({ url: to }), headers: JSON_HEADERS }
    : // The address that is left may hold a code: the next page must not learn it.
      { status: 302, body: null, headers: { Location: to, 'Referrer-Policy': 'no-referrer' } }
}

function render(result: FlowResult, request: Request): Rendered {
  if (result.kind === 'redirect') return renderRedirect(result.to, request)
  if (result.kind === 'json') {
    return { status: result.status, body: JSON.stringify(result.body), headers: JSON_HEADERS }
  }
  const headers = { ...PAGE_HEADERS, 'Content-Security-Policy': result.policy }
  return { status: result.status, body: result.html, headers }
}

function withCookies(
  headers: Readonly<Record<string, string>>,
  cookies: readonly string[],
): Headers {
  const all = new Headers({ ...headers, Vary: 'Cookie' })
  for (const cookie of cookies) all.append('Set-Cookie', cookie)
  return all
}

/** The only place that makes a `Response`. */
export function toResponse(result: FlowResult, request: Request): Response {
  const rendered = render(result, request)
  const { status } = rendered
  const headers = { ...rendered.headers, ...result.headers, 'Cache-Control': 'private, no-store' }
  const cookies = result.jar.toHeaders()
  const body = request.method === 'HEAD' ? null : rendered.body
  return new Response(body, {
    status,
    headers: cookies.length === 0 ? headers : withCookies(headers, cookies),
  })
}
