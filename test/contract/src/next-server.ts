import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import next from 'next'
import { buildNextApp, NEXT_APP } from './next-build.ts'

/** A production server of Next.js. */
export interface NextServer {
  /** Sends a request over HTTP, whatever host it names. */
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

// Node.js hands out the function itself; its types are those of a bundler.
const createApp = next as unknown as typeof next.default

const BODYLESS = new Set([204, 205, 304])

function toResponse(message: IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  const { statusCode: status = 0 } = message
  return new Response(BODYLESS.has(status) ? null : body, { status, headers })
}

/** Sends a request to a port of this machine as a proxy does that ends TLS: `fetch` would set headers of its own. */
async function forward(port: number, request: Request): Promise<Response> {
  const { pathname, search, protocol, host } = new URL(request.url)
  const headers = { host, 'x-forwarded-proto': protocol.slice(0, -1) }
  const sent = send({
    port,
    host: '127.0.0.1',
    path: pathname + search,
    method: request.method,
    headers: { ...headers, ...Object.fromEntries(request.headers) },
  })
  sent.end(Buffer.from(await request.arrayBuffer()))
  // The event has one argument, which is the response.
  const [message] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  // A response without an encoding has chunks of bytes.
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return toResponse(message, Buffer.concat(chunks))
}

/** Starts in this process what `next start` starts in its own, over a build of the application. */
export async function startNextServer(): Promise<NextServer> {
  process.env['CONTRACT_DIST_DIR'] = await buildNextApp()
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const app = createApp({ dev: false, dir: NEXT_APP, port })
  await app.prepare()
  const handle = app.getRequestHandler()
  server.on('request', (request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  return {
    fetch: (request) => forward(port, request),
    async close() {
      server.closeAllConnections()
      server.close()
      await app.close()
    },
  }
}
