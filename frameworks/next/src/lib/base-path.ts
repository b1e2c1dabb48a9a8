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
 * The request with the path that the browser asked for. Route handlers get theirs without the application's base
 * path, and with a slash at the end under `trailingSlash`.
 */
export function withPublicPath(request: NextRequest): NextRequest {
  const url = new URL(request.url)
  const prefix = request.nextUrl.basePath === '' ? applicationPath() : ''
  const path = `${prefix}${url.pathname}`.replace(/(?<=.)\/$/, '')
  if (path === url.pathname) return request
  url.pathname = path
  return new NextRequest(url, request)
}
