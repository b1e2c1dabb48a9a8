import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'

/** @typedef {import('../types.d.ts').Answer} Answer */
/** @typedef {import('../types.d.ts').Ask} Ask */

/** Nothing here takes as long but what never ends. */
const PATIENCE = 30_000

/** @type {(ask: Ask) => Record<string, string>} */
function headersFor({ headers = {}, jar, body }) {
  const cookie = jar?.header()
  const length = typeof body === 'string' ? String(Buffer.byteLength(body)) : undefined
  return {
    ...(length !== undefined && { 'content-length': length }),
    ...(cookie && { cookie }),
    ...headers,
  }
}

/**
 * Asks a server over a connection of its own, with the path and the headers as they are given.
 *
 * @param {number} port
 * @param {string} path
 * @param {Ask} [given]
 * @returns {Promise<Answer>}
 */
export function ask(port, path, given = {}) {
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
    message.setTimeout(PATIENCE, () =>
      message.destroy(new Error(`${method} ${path} has got no response.`)),
    )
    message.on('error', reject)
    message.on('response', (response) => {
      /** @type {Buffer[]} */
      const chunks = []
      response.on('data', (/** @type {Buffer} */ chunk) => {
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
 * Writes to a connection and gives what is received until the server closes it, or until it was enough.
 *
 * @param {number} port
 * @param {string} text
 * @param {{ readonly until?: RegExp }} [options]
 * @returns {Promise<string>}
 */
export function askRaw(port, text, { until } = {}) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error('Nothing was received.')))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.on('data', (/** @type {Buffer} */ chunk) => {
      received += chunk.toString()
      if (until?.test(received)) socket.destroy()
    })
    socket.write(text)
  })
}

/**
 * Begins a request and goes away in the middle of its body.
 *
 * @param {number} port
 * @param {string} text
 * @returns {Promise<void>}
 */
export function abandon(port, text) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.write(text, () => socket.destroy())
  })
}
