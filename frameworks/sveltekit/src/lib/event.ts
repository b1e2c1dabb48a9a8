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

/** What is needed of an event of SvelteKit 2 and 3; `RequestEvent` is one. */
export interface KitEvent {
  readonly request: Request
  /** Not read for an address: queries may not, and in remote calls it is whatever the client says. */
  readonly url: URL
  readonly locals: object
  readonly cookies: {
    set: (name: string, value: string, options: KitCookieOptions) => void
  }
  readonly isDataRequest: boolean
  readonly isRemoteRequest?: boolean
}

/** What a hook is called with. */
export interface KitHookInput<E extends KitEvent> {
  readonly event: E
  readonly resolve: (event: E) => Response | Promise<Response>
}

/** A hook: `Handle` of SvelteKit. */
export type KitHandle = <E extends KitEvent>(input: KitHookInput<E>) => Promise<Response>

/** While pages are made at build time SvelteKit lets nobody read the query, which every request has. */
export function isPrerendering({ url }: KitEvent): boolean {
  try {
    return typeof url.search !== 'string'
  } catch {
    return true
  }
}

/** A form that is sent by the script of SvelteKit, which follows redirections by itself. */
export function isEnhancedForm({ request }: KitEvent): boolean {
  return request.headers.has('x-sveltekit-action')
}

const TRAILING_SLASH = 'x-sveltekit-trailing-slash'

/** The address of the page that a person is on or goes to: data of a page are asked for under another. */
export function findPageAddress({ request, isDataRequest }: KitEvent): string {
  if (!isDataRequest) return request.url
  const { url } = normalizeUrl(request.url)
  if (url.searchParams.get(TRAILING_SLASH) === '1') url.pathname += '/'
  url.searchParams.delete(TRAILING_SLASH)
  url.searchParams.delete('x-sveltekit-invalidated')
  return url.href
}

/** Sets a cookie by the event, which would set some attributes by itself where they are not named. */
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
