import { createSessions } from '../lib/application.mjs'
import { PLAIN } from '../lib/configurations.mjs'
import { startServer } from '../lib/load.mjs'
import { ours } from '../lib/library.mjs'
import { peerSessions } from '../lib/peer.mjs'
import { median, shuffled, toMeasured } from '../lib/statistics.mjs'
import { FOREIGN } from '../lib/values.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/row.d.ts').Row} Row
 * @typedef {Awaited<ReturnType<typeof startServer>>} Server
 */

const ID = 'P-13'

const ROUNDS = 30

/** A slice of load, in milliseconds. */
const SLICE = 100

/** Rounds that are taken together. */
const TOGETHER = 5

const WARM_UP = 1500

/** @typedef {'native' | 'web' | 'ours' | 'oursNative' | 'peer'} Kind */

/** @type {(name: string, pick: (cookie: string) => string) => Part} */
const loaded = (name, pick) => ({
  async run(run) {
    run.progress(`${SLICE * ROUNDS * 5} ms of load, ${name}`)
    const { token, cookies } = await createSessions(ours, PLAIN, { bytes: 200 })
    const others = await peerSessions(200)
    const kinds = /** @type {const} */ (['native', 'web', 'ours', 'oursNative', 'peer'])
    /** @type {Map<Kind, Server>} */
    const servers = new Map()
    /** @type {Record<Kind, number[]>} */
    const times = { native: [], web: [], ours: [], oursNative: [], peer: [] }
    for (const kind of kinds) {
      const sent = (kind === 'peer' ? others : cookies).map(pick)
      const options = { token, cookies: sent, path: '/auth/session' }
      servers.set(kind, await startServer(kind, options))
    }
    for (const server of servers.values()) await server.load(run.smoke ? 20 : WARM_UP)
    for (let round = 0; round < (run.smoke ? TOGETHER : ROUNDS); round++) {
      for (const [kind, server] of shuffled([...servers])) {
        times[kind].push(await server.load(run.smoke ? 10 : SLICE))
      }
    }
    for (const server of servers.values()) server.close()
    return rows(name, times)
  },
})

/** @type {(name: string, times: Readonly<Record<Kind, readonly number[]>>) => readonly Row[]} */
function rows(name, times) {
  /** @type {(kind: 'ours' | 'oursNative') => Omit<Row, 'what'>} */
  const against = (kind) => ({
    id: ID,
    configuration: name,
    ours: median(times[kind]),
    peer: median(times.peer),
    toPeer: toMeasured(times.peer, times[kind], TOGETHER),
  })
  return [
    {
      ...against('ours'),
      what: 'through web objects',
      floor: median(times.web),
      toFloor: toMeasured(times.ours, times.web, TOGETHER),
      // At least 80 % of the requests.
      target: { floor: { slices: 1.25, batches: 1.25 }, peer: 5 },
    },
    {
      ...against('oursNative'),
      what: 'without web objects',
      floor: median(times.native),
      toFloor: toMeasured(times.oursNative, times.native, TOGETHER),
      // At least 75 % of the requests.
      target: { floor: { slices: 1.33, batches: 1.33 }, peer: 10 },
    },
  ]
}

/** @type {Part} */
const hour = {
  async run() {
    return [
      {
        id: ID,
        what: 'memory',
        configuration: 'an hour at 500 requests per second',
        absent: 'not run',
      },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Load through `node:http`',
  notes: [
    'Each server is a process of its own, asked over eight connections that are kept alive. The figures are processor time of the server for a request, so that its inverse is what one core can serve; a slice is 100 ms, a batch five of them.',
  ],
  parts: [
    loaded('`GET session`, signed in', (cookie) => cookie),
    loaded('`GET session`, signed out', () => FOREIGN),
    hour,
  ],
}
