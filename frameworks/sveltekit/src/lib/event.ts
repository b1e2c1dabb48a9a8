import { normalizeUrl } from '@sveltejs/kit'
import type { Cookie } from '@latchstring/core/types'

/** Attributes of a cookie, as events of SvelteKit take them. */
export interface KitCookieOptions {
  path: string
  domain?: string
  maxAge?: number
  expires?: Date
  httpOnly?: boolean
  secure?: boolean
  sameSite?: 'lax' | 'strict' | 'none'
  partitioned?: boolean
  priority?: 'low' | 'medium' | 'high'
  encode?: (value: string) => string
}

/** The part of an event of SvelteKit 2 and 3 that is used here; `RequestEvent` is one. */
export interface KitEvent {
  readonly request: Request
  /** Never used as the URL of the request: remote queries cannot read it, and in remote calls the client chooses it. */
  readonly url: URL
  readonly locals: object
  readonly cookies: {
    set: (name: string, value: string, options: KitCookieOptions) => void
  }
  readonly isDataRequest: boolean
  readonly isRemoteRequest?: boolean
}

/** The argument of a hook. */
export interface KitHookInput<E extends KitEvent> {
  readonly event: E
  readonly resolve: (event: E) => Response | Promise<Response>
}

/** A hook: `Handle` of SvelteKit. */
export type KitHandle = <E extends KitEvent>(input: KitHookInput<E>) => Promise<Response>

/** Whether the page is rendered at build time: SvelteKit throws then if the query is read. */
export function isPrerendering({ url }: KitEvent): boolean {
  try {
    return typeof url.search !== 'string'
  } catch {
    return true
  }
}

/** Whether the script of SvelteKit has sent the form. The script follows redirects itself. */
export function isEnhancedForm({ request }: KitEvent): boolean {
  return request.headers.has('x-sveltekit-action')
}

const TRAILING_SLASH = 'x-sveltekit-trailing-slash'

/** Returns the URL of the page in the browser: page data has another URL. */
export function findPageAddress({ request, isDataRequest }: KitEvent): string {
  if (!isDataRequest) return request.url
  const { url } = normalizeUrl(request.url)
  if (url.searchParams.get(TRAILING_SLASH) === '1') url.pathname += '/'
  url.searchParams.delete(TRAILING_SLASH)
  url.searchParams.delete('x-sveltekit-invalidated')
  return url.href
}

/** Sets a cookie by the event. Each attribute is explicit, because SvelteKit has other defaults. */
export function setCookie({ cookies }: KitEvent, { name, value, options }: Cookie): void {
  const { sameSite, ...attributes } = options
  cookies.set(name, value, {
    httpOnly: false,
    secure: false,
    path: '/',
    ...attributes,
    ...(sameSite && { sameSite: sameSite === true ? 'strict' : sameSite }),
    encode: encodeURIComponent,
  })
}
