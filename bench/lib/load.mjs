import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { inTurn } from './values.mjs'

/** @typedef {{ readonly address?: import('node:net').AddressInfo, readonly usage?: NodeJS.CpuUsage }} Message */

const PROGRAM = fileURLToPath(new URL('load-server.mjs', import.meta.url))

const CONNECTIONS = 8

const HEAD_END = '\r\n\r\n'

/**
 * One connection that is kept alive: the next request goes out when the answer to the last one is complete.
 *
 * @param {number} port
 * @param {() => string} next - request, as it goes over the wire
 * @param {() => boolean} answered - counts an answer, and says whether to go on
 * @returns {Promise<void>} when it is closed
 */
function keepAsking(port, next, answered) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(next()))
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    let text = ''
    socket.on('data', (/** @type {string} */ chunk) => {
      text += chunk
      const end = text.indexOf(HEAD_END)
      if (end === -1) return
      const [, length = '0'] = /content-length: (\d+)/i.exec(text) ?? []
      if (text.length < end + HEAD_END.length + Number(length)) return
      if (!text.startsWith('HTTP/1.1 200')) {
        socket.destroy(new Error(`The server answers ${text.slice(0, 200)}`))
        return
      }
      text = ''
      if (answered()) socket.write(next())
      else socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

/**
 * Starts a server.
 *
 * @param {string} kind
 * @param {{ token: string, cookies: readonly string[], path: string }} options
 */
export async function startServer(kind, { token, cookies, path }) {
  const child = fork(PROGRAM, [kind, token], { execArgv: [], stdio: 'inherit' })
  /** @type {() => Promise<Message>} */
  const message = () =>
    new Promise((resolve, reject) => {
      child.once('error', reject)
      // By that program.
      child.once('message', (found) => resolve(/** @type {Message} */ (found)))
    })
  const { address } = await message()
  if (!address) throw new Error(`The server "${kind}" does not listen.`)
  const next = inTurn(
    cookies.map((cookie) =>
      [
        `GET ${path} HTTP/1.1`,
        'host: app.example.com',
        'accept: application/json',
        'user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        `cookie: ${cookie}${HEAD_END}`,
      ].join('\r\n'),
    ),
  )

  /** @type {() => Promise<number>} microseconds */
  async function usage() {
    const answer = message()
    child.send('usage')
    const { user = NaN, system = NaN } = (await answer).usage ?? {}
    return user + system
  }

  return {
    /**
     * @param {number} milliseconds
     * @returns {Promise<number>} microseconds of the server's processor for a request
     */
    async load(milliseconds) {
      const before = await usage()
      const end = performance.now() + milliseconds
      let count = 0
      const answered = () => {
        count += 1
        return performance.now() < end
      }
      await Promise.all(
        Array.from({ length: CONNECTIONS }, () => keepAsking(address.port, next, answered)),
      )
      return ((await usage()) - before) / count
    },
    close: () => child.disconnect(),
  }
}
