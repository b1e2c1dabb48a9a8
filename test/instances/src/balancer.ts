import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask } from 'node:http'
import { listen } from '@latchstring/test-kit/node-http'

/** A load balancer that knows nothing of the application: one instance after the other, for requests of every client. */
export interface Balancer {
  readonly origin: string
  /** Ports of the instances. */
  use(ports: readonly number[]): void
  /** Sends everything to one of them from now on, or goes round again. */
  pin(index: number | null): void
  close(): Promise<void>
}

interface Answer {
  readonly message: IncomingMessage
  readonly body: Buffer
}

async function collect(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  // A message without an encoding is read as bytes.
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Hands a request to one instance, and waits for the whole answer. */
async function forward(incoming: IncomingMessage, body: Buffer, port: number): Promise<Answer> {
  const { method, url: path, headers } = incoming
  const outgoing = ask({ host: '127.0.0.1', port, method, path, headers })
  const answered = once(outgoing, 'response')
  outgoing.end(body)
  // What the event carries.
  const [message] = (await answered) as [IncomingMessage]
  return { message, body: await collect(message) }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

/** Starts a balancer on a free port. */
export async function startBalancer(): Promise<Balancer> {
  let ports: readonly number[] = []
  let pinned: number | null = null
  let turn = 0

  /** An instance that takes no connection has not seen the request, so the next one gets it. */
  async function serve(incoming: IncomingMessage): Promise<Answer> {
    const body = await collect(incoming)
    let failure: unknown
    for (let tries = 0; tries < ports.length; tries += 1) {
      const index = pinned ?? turn++ % ports.length
      try {
        return await forward(incoming, body, ports[index] ?? 0)
      } catch (error) {
        failure = error
        if (!isRefused(error)) break
      }
    }
    throw failure
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming).then(
      ({ message, body }) => {
        const { 'transfer-encoding': _, ...headers } = message.headers
        outgoing.writeHead(message.statusCode ?? 502, { ...headers, 'content-length': body.length })
        outgoing.end(body)
      },
      () => outgoing.writeHead(502).end(),
    )
  })
  const port = await listen(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    use(next) {
      ports = next
    },
    pin(index) {
      pinned = index
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
