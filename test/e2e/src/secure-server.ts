import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { createCertificate } from './certificate.ts'

type Handle = (request: Request) => Promise<Response>

/** A server with TLS at `localhost`. */
export interface SecureServer {
  readonly origin: string
  /** Sets what answers. */
  readonly answerWith: (handle: Handle) => void
  readonly close: () => Promise<void>
}

async function toRequest(message: IncomingMessage, origin: string): Promise<Request> {
  const { method = 'GET', url = '/', headers } = message
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  const body = method === 'GET' || method === 'HEAD' ? null : await buffer(message)
  return new Request(new URL(url, origin), { method, headers: Object.fromEntries(entries), body })
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  // Each cookie is a header of its own, which only this form of the argument keeps.
  response.writeHead(answer.status, [...answer.headers].flat())
  response.end(Buffer.from(await answer.arrayBuffer()))
}

/**
 * Starts a server with TLS and a certificate of its own on a free port.
 *
 * @returns the server; it answers nothing until it has a handler
 */
export async function startSecureServer(): Promise<SecureServer> {
  let handle: Handle | undefined
  let origin = ''
  const server = createServer(createCertificate('localhost'), (message, response) => {
    toRequest(message, origin)
      .then((request) => handle?.(request) ?? new Response(null, { status: 503 }))
      .then((answer) => send(answer, response))
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  origin = `https://localhost:${address.port}`
  return {
    origin,
    answerWith(next) {
      handle = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
