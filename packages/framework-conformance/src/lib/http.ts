import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { Reply, Ask } from './types.ts'

/** Longer than any response takes on a busy machine. */
const RESPONSE_TIMEOUT_MS = 120_000

function headersFor({ headers = {}, jar, body }: Ask): Record<string, string> {
  const cookie = jar?.header()
  const length = typeof body === 'string' ? String(Buffer.byteLength(body)) : undefined
  return {
    ...(length !== undefined && { 'content-length': length }),
    ...(cookie && { cookie }),
    ...headers,
  }
}

/**
 * Sends a request over a new connection, with unchanged path and headers.
 *
 * @param port - port of the server
 * @param path - path and query
 * @param given - method, headers, body and cookies
 * @throws Error if there is no response within two minutes
 *
 * @example
 * ```ts
 * import { ask } from '@latchstring/framework-conformance'
 *
 * const { status } = await ask(3000, '/auth/session', { headers: { host: 'app.example' } })
 * ```
 */
export function ask(port: number, path: string, given: Ask = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', body, jar } = given
    const message = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: headersFor(given),
      agent: false,
    })
    message.setTimeout(RESPONSE_TIMEOUT_MS, () =>
      message.destroy(new Error(`${method} ${path} got no response.`)),
    )
    message.on('error', reject)
    message.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        given.onPiece?.()
      })
      response.on('error', reject)
      response.on('end', () => {
        const cookies = response.headers['set-cookie'] ?? []
        jar?.keep(cookies)
        const status = response.statusCode ?? 0
        const text = Buffer.concat(chunks).toString()
        resolve({ status, headers: response.headers, cookies, body: text })
      })
    })
    if (Array.isArray(body)) for (const piece of body) message.write(piece)
    else if (typeof body === 'string') message.write(body)
    message.end()
  })
}

/**
 * Writes to a connection and returns the received text once the server closes the connection or the text is complete.
 */
export function askRaw(
  port: number,
  text: string,
  { until }: { readonly until?: RegExp } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => socket.destroy(new Error('Nothing was received.')))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
      if (until?.test(received)) socket.destroy()
    })
    socket.write(text)
  })
}

/**
 * Begins a request and closes the connection in the middle of its body.
 */
export function abandon(port: number, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.write(text, () => socket.destroy())
  })
}
