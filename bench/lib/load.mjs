import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { inTurn } from './values.mjs'

/**
 * @typedef {import('./row.d.ts').Hot} Hot
 * @typedef {object} Message
 * @property {import('node:net').AddressInfo} [address]
 * @property {NodeJS.CpuUsage} [usage]
 * @property {number} [heap] - bytes, after a collection
 * @property {number} [resident] - bytes
 * @property {readonly Hot[]} [hot]
 */

const PROGRAM = fileURLToPath(new URL('load-server.mjs', import.meta.url))

const CONNECTIONS = 8

const HEAD_END = '\r\n\r\n'

/**
 * One connection that is kept alive: the next request goes out when the answer to the last one is complete.
 *
 * @param {number} port
 * @param {() => string} next - request, as it goes over the wire
 * @param {() => boolean} answered - counts an answer, and says whether to go on
 * @param {() => number} pause - milliseconds until the next request is due
 * @returns {Promise<void>} when it is closed
 */
function keepAsking(port, next, answered, pause = () => 0) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(next()))
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    /** @type {(milliseconds: number) => void} */
    const ask = (milliseconds) => {
      if (milliseconds > 0) setTimeout(() => socket.write(next()), milliseconds)
      else socket.write(next())
    }
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
      if (!answered()) socket.end()
      else ask(pause())
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
  const child = fork(PROGRAM, [kind, token], { execArgv: ['--expose-gc'], stdio: 'inherit' })
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

  /** @type {(question: string) => Promise<Message>} */
  const ask = (question) => {
    const answer = message()
    child.send(question)
    return answer
  }

  /** @type {() => Promise<number>} microseconds */
  async function usage() {
    const { user = NaN, system = NaN } = (await ask('usage')).usage ?? {}
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
    /**
     * @param {number} milliseconds
     * @param {number} rate - requests per second
     * @returns {Promise<void>}
     */
    async loadEvenly(milliseconds, rate) {
      const start = performance.now()
      const end = start + milliseconds
      const answered = () => performance.now() < end
      const interval = (CONNECTIONS * 1000) / rate
      await Promise.all(
        Array.from({ length: CONNECTIONS }, (_, connection) => {
          let due = start + (interval * connection) / CONNECTIONS
          const pause = () => {
            due += interval
            return due - performance.now()
          }
          return keepAsking(address.port, next, answered, pause)
        }),
      )
    },

    /** @returns {Promise<{ heap: number, resident: number }>} bytes */
    async memory() {
      const { heap = NaN, resident = NaN } = await ask('memory')
      return { heap, resident }
    },

    /**
     * Where the time of the server goes while it is loaded.
     *
     * @param {() => Promise<unknown>} load
     * @returns {Promise<readonly Hot[]>}
     */
    async profile(load) {
      const answer = ask('profile')
      await load()
      return (await answer).hot ?? []
    },
    close: () => child.disconnect(),
  }
}
