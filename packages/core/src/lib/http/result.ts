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
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

interface Rendered {
  readonly status: number
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** `X-Auth-Return-Redirect`: scripts that cannot follow a redirect to another origin get its address. */
function render(result: FlowResult, returnRedirect: boolean): Rendered {
  switch (result.kind) {
    case 'json':
      return {
        status: result.status,
        body: JSON.stringify(result.body),
        headers: { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' },
      }
    case 'page':
      return {
        status: result.status,
        body: result.html,
        headers: { ...PAGE_HEADERS, 'Content-Security-Policy': result.policy },
      }
    case 'redirect':
      return returnRedirect
        ? {
            status: 200,
            body: JSON.stringify({ url: result.to }),
            headers: { 'Content-Type': 'application/json' },
          }
        : { status: 302, body: null, headers: { Location: result.to } }
  }
}

/** The only place that makes a `Response`. */
export function toResponse(result: FlowResult, request: Request): Response {
  const { status, body, headers } = render(result, request.headers.has('x-auth-return-redirect'))
  const all = new Headers({
    ...headers,
    ...result.headers,
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    Vary: 'Cookie',
  })
  for (const cookie of result.jar.toHeaders()) all.append('Set-Cookie', cookie)
  return new Response(request.method === 'HEAD' ? null : body, { status, headers: all })
}
