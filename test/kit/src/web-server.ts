import { once } from 'node:events'
import { createServer } from 'node:http'
import { asRequest, listen, PATIENT, send } from './node-http.ts'

type Handle = (request: Request) => Promise<Response>

const unavailable: Handle = () => Promise.resolve(new Response(null, { status: 503 }))

/** A web server on the loopback interface. */
export interface WebServer {
  readonly origin: string
  /** Paths without queries, in order. A test may empty it. */
  readonly requests: string[]
  /** Says what answers from now on. Until then, everything is answered with 503. */
  use(handle: Handle): void
  close(): Promise<void>
}

/**
 * Starts a web server on a free port: what it answers with may depend on its origin.
 *
 * @param host - what browsers call it
 */
export async function startWebServer(host = '127.0.0.1'): Promise<WebServer> {
  const server = createServer(PATIENT)
  const port = await listen(server)
  const origin = `http://${host}:${port}`
  const requests: string[] = []
  let current = unavailable
  server.on('request', (incoming, outgoing) => {
    requests.push(new URL(incoming.url ?? '/', origin).pathname)
    void asRequest(incoming, origin)
      .then((request) => current(request))
      .then((response) => send(response, outgoing))
  })
  return {
    origin,
    requests,
    use(handle) {
      current = handle
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
