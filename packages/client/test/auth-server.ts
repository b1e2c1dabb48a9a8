/// <reference types="node" />
import { once } from 'node:events'
import { createServer } from 'node:http'

/** A request as it arrived. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** What the server says next; JSON unless `text` is given. */
export interface Reply {
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
}

/** A server on loopback that answers as the HTTP actions do. */
export interface AuthServer {
  readonly origin: string
  readonly received: Received[]
  /** Replies by method and path without query; these go before the usual ones. */
  readonly replies: Map<string, Reply>
  close(): Promise<void>
}

const provider = (origin: string, id: string, type: string): object => ({
  id,
  name: id,
  type,
  signinUrl: `${origin}/api/auth/signin/${id}`,
  callbackUrl: `${origin}/api/auth/callback/${id}`,
})

function usual(origin: string): ReadonlyMap<string, Reply> {
  return new Map<string, Reply>([
    ['GET /api/auth/csrf', { json: { csrfToken: 'token-1' } }],
    ['GET /api/auth/session', { json: null }],
    [
      'GET /api/auth/providers',
      {
        json: {
          github: provider(origin, 'github', 'oauth'),
          password: provider(origin, 'password', 'credentials'),
          mail: provider(origin, 'mail', 'email'),
          passkey: provider(origin, 'passkey', 'webauthn'),
        },
      },
    ],
    ['POST /api/auth/signin/github', { json: { url: 'https://github.test/authorize?state=1' } }],
    ['POST /api/auth/signin/mail', { json: { url: `${origin}/api/auth/verify-request` } }],
    ['POST /api/auth/callback/password', { json: { url: `${origin}/welcome` } }],
    ['POST /api/auth/signout', { json: { url: `${origin}/bye` } }],
  ])
}

/** Starts the server on a free port. */
export async function startAuthServer(): Promise<AuthServer> {
  const received: Received[] = []
  const replies = new Map<string, Reply>()
  let origin = ''
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, body })
      const key = `${method} ${path.split('?')[0]}`
      const reply = replies.get(key) ?? usual(origin).get(key) ?? { status: 404, text: 'nothing' }
      response.writeHead(reply.status ?? 200, {
        'Content-Type': reply.text === undefined ? 'application/json' : 'text/html',
      })
      response.end(reply.text ?? JSON.stringify(reply.json))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    received,
    replies,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
