import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let body = ''
  incoming.setEncoding('utf8')
  for await (const part of incoming) body += String(part)
  return body
}

/** A request of Node's as the platform's. */
export async function asRequest(incoming: IncomingMessage, origin: string): Promise<Request> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { method = 'GET', url = '/' } = incoming
  const init = { method, headers }
  if (method !== 'POST') return new Request(origin + url, init)
  return new Request(origin + url, { ...init, body: await bodyOf(incoming) })
}

/** Sends a response of the platform's with a server of Node's. */
export async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const { 'set-cookie': _, ...headers } = Object.fromEntries(response.headers)
  outgoing.writeHead(response.status, { ...headers, 'set-cookie': response.headers.getSetCookie() })
  outgoing.end(await response.text())
}

/** Idle connections are for clients to end: a request on one that ends at the server at that moment fails. */
export const PATIENT = { keepAliveTimeout: 0 } as const

/** Has a server listen on the loopback interface, and gives its port; 0 is any that is free. */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      if (typeof address === 'object' && address !== null) resolve(address.port)
      else reject(new Error('The server does not listen on a TCP port.'))
    })
  })
}

/** What answers the requests of a server of Node's. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A server of Node's on a free port. */
export interface NodeServer {
  readonly origin: string
  close(): void
}

/** Starts a server; a listener that fails ends the connection. */
export async function startNodeServer(listener: Listener): Promise<NodeServer> {
  const server = createServer(PATIENT, (request, response) => {
    listener(request, response).catch(() => response.destroy())
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  return {
    origin,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
