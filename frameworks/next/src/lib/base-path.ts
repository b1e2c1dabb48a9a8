import { NextRequest } from 'next/server.js'

/** The `basePath` of the Next.js configuration, which the bundler writes in place of this variable. */
function applicationPath(): string {
  return process.env['__NEXT_ROUTER_BASEPATH'] ?? ''
}

/** Where the HTTP actions are unless the configuration says otherwise. */
export function defaultBasePath(): string {
  return `${applicationPath()}/api/auth`
}

/**
 * The address that the browser asked for. Route handlers get theirs without the application's base path, and with a slash
 * at the end under `trailingSlash`, which the actions do not have.
 */
export function publicUrl(request: NextRequest): URL {
  const url = new URL(request.url)
  const prefix = request.nextUrl.basePath === '' ? applicationPath() : ''
  url.pathname = `${prefix}${url.pathname}`.replace(/(?<=.)\/$/, '')
  return url
}

/** The request with the address that the browser asked for. */
export function withPublicPath(request: NextRequest): NextRequest {
  const url = publicUrl(request)
  return url.pathname === new URL(request.url).pathname ? request : new NextRequest(url, request)
}

/**
 * The request at another address: the same application, so that `nextUrl` knows base path and locale there as well. A base path
 * is compared as it is written, and the address may have it in small letters.
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
