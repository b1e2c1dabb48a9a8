/**
 * A redirect proxy: one registered redirect URI for deployments that cannot register their own.
 * README.md lists the environment variables.
 */
import { isAuthError } from '@latchstring/core/errors'
import { createRedirectProxy } from '@latchstring/core/redirect-proxy'
import { createServer } from 'node:http'

const HEALTH_PATH = '/health'
const MAX_PORT = 65_535

/** Bytes of an answer by form post. */
const MAX_BODY = 65_536

/** Milliseconds. */
const REQUEST_TIMEOUT = 10_000
const STOP_TIMEOUT = 5_000

/** @typedef {import('@latchstring/core/redirect-proxy').RedirectProxy} RedirectProxy */

/** @type {(list: string) => readonly string[]} */
const split = (list) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** @type {(text: string) => number} */
function parsePort(text) {
  const port = /^\d+$/.test(text) ? Number(text) : NaN
  if (port <= MAX_PORT) return port
  throw new RangeError(`PORT is not a port: ${JSON.stringify(text)}.`)
}

/** @type {(incoming: AsyncIterable<Uint8Array>) => Promise<Uint8Array<ArrayBuffer>>} read to its end, and kept up to one byte too many */
async function readBody(incoming) {
  /** @type {Uint8Array[]} */
  const chunks = []
  let size = 0
  for await (const chunk of incoming) {
    if (size <= MAX_BODY) chunks.push(chunk)
    size += chunk.length
  }
  return Uint8Array.from(Buffer.concat(chunks).subarray(0, MAX_BODY + 1))
}

/** @type {(incoming: import('node:http').IncomingMessage) => Promise<RequestInit>} of the headers, what the body is */
async function toRequestInit(incoming) {
  const { method = 'GET', headers } = incoming
  if (method !== 'POST') return { method }
  const type = headers['content-type']
  const body = await readBody(incoming)
  return { method, body, headers: type === undefined ? {} : { 'content-type': type } }
}

/** @type {(proxy: RedirectProxy, incoming: import('node:http').IncomingMessage) => Promise<Response>} */
async function answer(proxy, incoming) {
  const { url = '/' } = incoming
  if (url === HEALTH_PATH) return new Response('ok\n')
  try {
    // The host plays no part in the answer, nor do other headers: no cookie, no forwarded name.
    return await proxy.handle(new Request(`http://localhost${url}`, await toRequestInit(incoming)))
  } catch {
    return new Response(null, { status: 400 })
  }
}

/** @type {(response: Response, outgoing: import('node:http').ServerResponse) => Promise<void>} */
async function send(response, outgoing) {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(await response.text())
}

/** @type {(proxy: RedirectProxy) => import('node:http').Server} */
const serve = (proxy) =>
  createServer({ requestTimeout: REQUEST_TIMEOUT }, (incoming, outgoing) => {
    void answer(proxy, incoming).then((response) => {
      // Of other methods, a body is never looked at.
      incoming.resume()
      return send(response, outgoing)
    })
  })

/** @type {(server: import('node:http').Server) => void} answers what has come, then ends */
function stop(server) {
  server.close()
  setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT).unref()
}

/** @type {(env: NodeJS.ProcessEnv) => void} */
function start(env) {
  const redirectProxyOrigins = split(env['REDIRECT_PROXY_ORIGINS'] ?? '')
  const server = serve(createRedirectProxy({ redirectProxyOrigins }, { env }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(server))
  server.listen({ port: parsePort(env['PORT'] ?? '3000'), host: env['HOST'] }, () => {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : address
    console.log(`Redirect proxy on port ${port}, for ${redirectProxyOrigins.join(', ')}`)
  })
}

try {
  start(process.env)
} catch (error) {
  // These say what is wrong in the environment; where in this file makes no difference.
  if (!isAuthError(error) && !(error instanceof RangeError)) throw error
  console.error(isAuthError(error) ? `${error.type}: ${error.message} ${error.fix}` : error.message)
  process.exitCode = 1
}
