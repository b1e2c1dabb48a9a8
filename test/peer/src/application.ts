import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { rolldown } from 'rolldown'

/** The page with the published React client of the peer in it. */
async function bundle(): Promise<string> {
  const build = await rolldown({
    input: new URL('page.ts', import.meta.url).pathname,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onwarn: () => undefined,
  })
  const { output } = await build.generate({ format: 'iife', intro: 'var process = { env: {} };' })
  await build.close()
  return output[0].code
}

const PAGE =
  '<!doctype html><title>Peer</title><link rel="icon" href="data:,"><div id="root"></div><script src="/app.js"></script>'

function asRequest(incoming: IncomingMessage, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { method = 'GET', url = '/' } = incoming
  if (method === 'GET') return new Request(origin + url, { headers })
  // Two names of one type: Node's own and the platform's.
  const body = Readable.toWeb(incoming) as ReadableStream
  // Node asks for `duplex` where a body is a stream; the type of the platform does not know it.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' }
  return new Request(origin + url, init)
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const { 'set-cookie': _, ...headers } = Object.fromEntries(response.headers)
  outgoing.writeHead(response.status, { ...headers, 'set-cookie': response.headers.getSetCookie() })
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

/** One call of the client, as it went over the wire. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly returnRedirect: boolean
  readonly status: number
}

/** A web server with the page and the handlers of an application. */
export interface Application {
  readonly origin: string
  readonly calls: readonly Call[]
  close(): Promise<void>
}

/**
 * Starts an application.
 *
 * @param setUp - makes the handler for an origin
 */
export async function startApplication(
  setUp: (origin: string) => (request: Request) => Promise<Response>,
): Promise<Application> {
  const script = await bundle()
  const calls: Call[] = []
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const origin = `http://localhost:${port}`
  const handle = setUp(origin)

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/'
    if (!path.startsWith('/api/auth/')) {
      outgoing.setHeader('content-type', path === '/app.js' ? 'text/javascript' : 'text/html')
      outgoing.end(path === '/app.js' ? script : PAGE)
      return
    }
    const request = asRequest(incoming, origin)
    const response = await handle(request)
    const returnRedirect = request.headers.has('x-auth-return-redirect')
    calls.push({
      method: request.method,
      path: path.split('?')[0] ?? '',
      returnRedirect,
      status: response.status,
    })
    await send(response, outgoing)
  }

  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing))
  return {
    origin,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
