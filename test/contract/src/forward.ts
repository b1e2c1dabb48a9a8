import { once } from 'node:events'
import { request as send, type IncomingMessage } from 'node:http'

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
export async function forward(port: number, request: Request): Promise<Response> {
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
