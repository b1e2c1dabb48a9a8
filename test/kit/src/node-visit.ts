import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { listen } from './node-http.ts'

/** A request and its response, without a connection. */
export function visit(cookie: string, authorization = ''): [IncomingMessage, ServerResponse] {
  const message = new IncomingMessage(new Socket())
  Object.assign(message, { url: '/page', method: 'GET', headers: { cookie, authorization } })
  return [message, new ServerResponse(message)]
}

/** The response to a request of a path, by a server that answers this one request. */
export async function openAt(
  path: string,
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Response> {
  const server = createServer((request, response) => void answer(request, response))
  const port = await listen(server)
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { connection: 'close' },
    })
    return new Response(await response.text(), { status: response.status })
  } finally {
    server.close()
  }
}
