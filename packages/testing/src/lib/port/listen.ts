import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDevelopment } from './development.ts'
import { respondToPort, type PortContext } from './respond.ts'

/** Where a lab listens. */
export interface ListenOptions {
  /** Default: one that is free. */
  readonly port?: number
  /**
   * Whether the port is for applications in development, as with "latchstring dev": it returns the settings of a connection, accepts
   * redirect URIs only on this machine, over http, and shows mails. Default: `false`.
   */
  readonly development?: boolean
  /**
   * Where a remote workspace shows the ports of this machine to its developer, such as `https://octocat-{port}.app.github.dev`. In
   * development, the port is for applications there, too. Default: nowhere.
   */
  readonly workspace?: string
}

/** A lab on a port of this machine. */
export interface LabServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:4100`. */
  readonly origin: string
  /** Stops listening. */
  readonly close: () => Promise<void>
}

async function toRequest(message: IncomingMessage, origin: string): Promise<Request> {
  const chunks: Uint8Array[] = []
  for await (const chunk of message) {
    // A message without encoding gives bytes.
    chunks.push(chunk as Uint8Array)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const { method = 'GET', url = '/' } = message
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
  return new Request(new URL(url, origin), { method, headers, ...body })
}

async function send(response: Response, to: ServerResponse): Promise<void> {
  to.writeHead(response.status, Object.fromEntries(response.headers))
  to.end(Buffer.from(await response.arrayBuffer()))
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      // A server on a TCP port has such an address.
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Puts emulators on a port. Only this machine reaches it. */
export async function listen(
  lab: Omit<PortContext, 'origin' | 'development'> & { readonly now: () => number },
  { port = 0, development = false, workspace }: ListenOptions,
): Promise<LabServer> {
  const { now, ...emulators } = lab
  const developed = development ? createDevelopment(now, workspace) : undefined
  const server = createServer((message, response) => {
    toRequest(message, origin)
      .then((request) => respondToPort({ ...emulators, origin, development: developed }, request))
      .then((answer) => send(answer, response))
      .catch(() => response.destroy())
  })
  // Idle connections are for clients to end: a request on one that ends here at that moment fails, as if nothing listened.
  server.keepAliveTimeout = 0
  const origin = `http://127.0.0.1:${await listening(server, port)}`
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin, close, [Symbol.asyncDispose]: close }
}
