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
  /** The route of the page, after `reroute` of the application. */
  readonly route?: { readonly id: string | null }
  /** The parameters of the route, decoded. */
  readonly params?: object
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

/** What stands for something else in the id of a route: a character by its number, or a parameter, which may be missing. */
const PLACEHOLDER = /\[(?:[xu]\+([\da-f-]+)|\[?(\.\.\.)?([\w-]+)(?:=[\w-]+)?\]?)\]/gi

const GROUP = /^\(.*\)$/

/** A parameter as a path has it. The characters stay that need no escape there. */
const escapeParameter = (text: string): string =>
  encodeURIComponent(text).replaceAll(/%(?:2[46bc]|3[abd]|40)/gi, decodeURIComponent)

/**
 * Returns the path of the page that SvelteKit has found, without `paths.base`: `reroute` may have led the address there. Nothing
 * where there is no page, or the client chooses it.
 */
export function findRoutePath({ route, params, isRemoteRequest }: KitEvent): string | undefined {
  const id = route?.id ?? undefined
  if (id === undefined || isRemoteRequest) return undefined
  const fill = (_: string, code?: string, rest?: string, name = ''): string => {
    if (code !== undefined) {
      return String.fromCharCode(...code.split('-').map((part) => Number.parseInt(part, 16)))
    }
    const value: unknown = Reflect.get(params ?? {}, name)
    const text = typeof value === 'string' ? value : ''
    return (rest === undefined ? [text] : text.split('/')).map(escapeParameter).join('/')
  }
  const segments = id.split('/').filter((segment) => !GROUP.test(segment))
  const filled = segments.map((segment) => segment.replaceAll(PLACEHOLDER, fill))
  return `/${filled.filter(Boolean).join('/')}`
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
