import { once } from 'node:events'
import { channel } from 'node:diagnostics_channel'
import { request as send, type IncomingMessage, type Server } from 'node:http'
import { nextStart } from 'next/dist/cli/next-start.js'
import { buildNextApp, NEXT_APP } from './next-build.ts'

/** A production server of Next.js. */
export interface NextServer {
  /** Sends a request over HTTP, whatever host it names. */
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

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

/** The server that answers the first request which comes to this process. */
function firstServer(): Promise<Server> {
  return new Promise((resolve) => {
    const started = channel('http.server.request.start')
    const take = (message: unknown): void => {
      started.unsubscribe(take)
      // Node.js documents that the message of this channel has the server.
      resolve((message as { readonly server: Server }).server)
    }
    started.subscribe(take)
  })
}

/**
 * Runs the command `next start` over a build of the application, in this process: so tests and application share
 * configurations and a clock.
 */
export async function startNextServer(): Promise<NextServer> {
  process.env['CONTRACT_DIST_DIR'] = await buildNextApp()
  await nextStart({ port: 0, hostname: '127.0.0.1' }, NEXT_APP)
  // Where Next.js says which port it got.
  const port = Number(process.env['PORT'])
  const server = firstServer()
  await forward(port, new Request('http://127.0.0.1/nothing'))
  return {
    fetch: (request) => forward(port, request),
    async close() {
      const listening = await server
      listening.closeAllConnections()
      listening.close()
    },
  }
}
