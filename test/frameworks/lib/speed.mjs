import { Agent, request as httpRequest } from 'node:http'
import { signIn, startServer } from '@latchstring/framework-conformance'

/** @typedef {import('../types.d.ts').Speed} Speed */
/** @typedef {import('@latchstring/framework-conformance').Program} Program */

const ROUNDS = 60
const REQUESTS = 30

/** @type {(values: readonly number[]) => number} */
const median = (values) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN

/** @type {(agent: Agent, port: number, path: string, headers: Record<string, string>) => Promise<void>} */
function get(agent, port, path, headers) {
  return new Promise((resolve, reject) => {
    const message = httpRequest({ agent, host: '127.0.0.1', port, path, headers })
    message.on('error', reject)
    message.on('response', (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${path} was answered with ${response.statusCode}.`))
      })
    })
    message.end()
  })
}

/**
 * What a session costs a host: requests over one connection, of three kinds in turn, so that what else the machine does falls
 * on all of them.
 *
 * @param {Program} program
 * @returns {Promise<Speed>}
 */
export async function measureSpeed(program) {
  const server = await startServer(program)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const jar = await signIn(server, 'ada')
    const kinds = /** @type {const} */ ([
      ['bare', '/count', {}],
      ['nobody', '/whoami', {}],
      ['session', '/whoami', { cookie: jar.header() ?? '' }],
    ])
    /** @type {Record<keyof Speed, number[]>} */
    const times = { bare: [], nobody: [], session: [] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [kind, path, headers] of round % 2 === 0 ? kinds : kinds.toReversed()) {
        const start = performance.now()
        for (let count = 0; count < REQUESTS; count++) {
          await get(agent, server.port, path, headers)
        }
        times[kind].push(((performance.now() - start) * 1000) / REQUESTS)
      }
    }
    return {
      bare: median(times.bare),
      nobody: median(times.nobody),
      session: median(times.session),
    }
  } finally {
    agent.destroy()
    await server.stop()
  }
}
