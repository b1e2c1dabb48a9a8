import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import type { Visitor } from '@latchstring/testing'
import type { Testing } from '../dev/emulators.ts'

/** Milliseconds that a response may take. */
export const RESPONSE_TIMEOUT_MS = 30_000

const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether an address is one of this machine, over http. */
export const isLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && LOOPBACK_HOST.test(hostname)

/** Names below `localhost` are this machine (RFC 6761, section 6.3); a resolver of the network may have another address for them. */
const toConnect = ({ hostname }: URL): { readonly hostname?: string } =>
  hostname.endsWith('.localhost') ? { hostname: 'localhost' } : {}

const HAS_NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])

async function toResponse(message: IncomingMessage): Promise<Response> {
  const chunks: Uint8Array[] = []
  // A message without encoding gives bytes.
  for await (const chunk of message) chunks.push(chunk as Uint8Array)
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(message.headers)) {
    for (const one of [value].flat()) headers.append(name, one)
  }
  const { statusCode: status = 500 } = message
  return new Response(HAS_NO_BODY.has(status) ? null : Buffer.concat(chunks), { status, headers })
}

/**
 * Sends a request to this machine. `fetch` would set `sec-fetch-mode` as a script does.
 *
 * @throws Error for an address of another machine
 */
export async function sendLocally(
  request: Request,
  timeoutMs: number = RESPONSE_TIMEOUT_MS,
): Promise<Response> {
  const url = new URL(request.url)
  if (!isLocal(url)) throw new Error(`${url.origin} is not on this machine, and was not asked.`)
  const body = Buffer.from(await request.arrayBuffer())
  const headers = { ...Object.fromEntries(request.headers), host: url.host }
  const sent = sendRequest(url, {
    ...toConnect(url),
    method: request.method,
    headers: body.length > 0 ? { ...headers, 'content-length': String(body.length) } : headers,
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
  })
  sent.end(body)
  // That event has one argument.
  const [message] = (await once(sent, 'response')) as [IncomingMessage]
  return toResponse(message)
}

/** A browser without scripts, with no cookies yet. */
export const openBrowser = ({ createVisitor }: Testing, base: string): Visitor =>
  createVisitor((request) => sendLocally(request), base)

/** Headers of a link that is followed, or of an address that is typed. */
export const NAVIGATION = {
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
} as const

/** Where a response leads to; nothing for any other response. */
export function redirectTarget(response: Response, from: string): URL | undefined {
  const isRedirect = response.status >= 300 && response.status < 400
  const location = isRedirect ? response.headers.get('location') : null
  return location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined
}

/** The paths that redirects lead to within the application, and the response at the end. */
export interface Followed {
  readonly paths: readonly string[]
  readonly isLoop: boolean
  readonly response: Response
}

/** How often a page may redirect to itself: with another query it may be another one. */
const MAX_SAME_PAGE = 3
const MAX_REDIRECTS = 12

/** Opens a page, and follows redirects within the application. */
export async function openPage(visitor: Visitor, address: string): Promise<Followed> {
  const paths: string[] = []
  for (let url = new URL(address); ;) {
    paths.push(url.pathname)
    const response = await visitor.fetch(url.href, { headers: NAVIGATION })
    const next = redirectTarget(response, url.href)
    const visits = paths.filter((path) => path === url.pathname).length
    const isLoop = paths.length > MAX_REDIRECTS || visits >= MAX_SAME_PAGE
    if (next === undefined || next.origin !== url.origin || isLoop)
      return { paths, isLoop, response }
    url = next
  }
}
