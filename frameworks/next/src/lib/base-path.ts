import { NextRequest } from 'next/server.js'

/** The `basePath` of the Next.js configuration, which the bundler writes in place of this variable. */
function applicationPath(): string {
  return process.env['__NEXT_ROUTER_BASEPATH'] ?? ''
}

/** Default base path of the HTTP actions. */
export function defaultBasePath(): string {
  return `${applicationPath()}/api/auth`
}

/**
 * Returns the URL that the browser requested. Route handlers get it without the base path of the application, and with a slash
 * at the end under `trailingSlash`, which the URLs of the actions do not have.
 */
export function publicUrl(request: NextRequest): URL {
  const url = new URL(request.url)
  const prefix = request.nextUrl.basePath === '' ? applicationPath() : ''
  url.pathname = `${prefix}${url.pathname}`.replace(/(?<=.)\/$/, '')
  return url
}

/** Returns the path of the page that the router looks for: with the base path of the application, and without a locale. */
export function publicPath({ nextUrl }: NextRequest): string {
  return `${nextUrl.basePath === '' ? applicationPath() : nextUrl.basePath}${nextUrl.pathname}`
}

/** Addresses of the origin, which are not below the base path: a rewrite leads them to the application. */
const WELL_KNOWN = '/.well-known/'

/** Copies a request to the URL that the browser requested. */
export function withPublicPath(request: NextRequest): NextRequest {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith(WELL_KNOWN)) return request
  const url = publicUrl(request)
  return url.pathname === pathname ? request : new NextRequest(url, request)
}

/**
 * Copies a request to another URL of the same application, so that its `nextUrl` has base path and locale too. Next.js compares
 * base paths with case, and the URL may have the base path in lower case.
 */
export function requestAt(request: NextRequest, address: string): NextRequest {
  const { method, headers, signal } = request
  const nextUrl = request.nextUrl.clone()
  const { basePath } = nextUrl
  const url = new URL(address)
  const start = url.pathname.slice(0, basePath.length)
  if (start.toLowerCase() === basePath.toLowerCase()) {
    url.pathname = basePath + url.pathname.slice(basePath.length)
  }
  nextUrl.href = url.href
  const copy = new NextRequest(url, { method, headers, signal })
  return Object.defineProperty(copy, 'nextUrl', { value: nextUrl })
}
