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
 * @typedef {import('../lib/row.d.ts').Hot} Hot
 * @typedef {Awaited<ReturnType<typeof startServer>>} Server
 */

const ID = 'P-13'

const ROUNDS = 30

/** A slice of load, in milliseconds. */
const SLICE = 100

/** Rounds that are taken together. */
const TOGETHER = 5

const WARM_UP = 1500

/** How long a server is loaded while its functions are watched, in milliseconds. */
const WATCHED = 800

/** Requests per second meanwhile, about what one processor serves. */
const WATCHED_RATE = 4000

/** Requests per second of the hour. */
const RATE = 500

const MINUTE = 60_000

/** Minutes. Neither the first ones count, in which code is compiled and caches are filled. */
const HOUR = { all: 60, warm: 5, compared: 10 }

/** Bytes by which memory after a collection may differ at the end of the hour. */
const MOST_GROWTH = 1_000_000

/** @typedef {'native' | 'web' | 'ours' | 'oursNative' | 'peer'} Kind */

/** @typedef {Readonly<Partial<Record<Kind, readonly Hot[]>>>} Watched */

/** Where the time of our servers goes. @type {(servers: ReadonlyMap<Kind, Server>) => Promise<Watched>} */
async function watch(servers) {
  /** @type {Partial<Record<Kind, readonly Hot[]>>} */
  const hot = {}
  for (const kind of /** @type {const} */ (['ours', 'oursNative'])) {
    const server = servers.get(kind)
    // Without questions in between, whose answers would be taken for that of the profile.
    if (server) hot[kind] = await server.profile(() => server.loadEvenly(WATCHED, WATCHED_RATE))
  }
  return hot
}

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
    const hot = run.smoke ? {} : await watch(servers)
    for (const server of servers.values()) server.close()
    return rows(name, times, hot)
  },
})

/**
 * @type {(
 *   name: string,
 *   times: Readonly<Record<Kind, readonly number[]>>,
 *   hot: Watched,
 * ) => readonly Row[]}
 */
function rows(name, times, hot) {
  /** @type {(kind: 'ours' | 'oursNative') => Omit<Row, 'what'>} */
  const against = (kind) => ({
    id: ID,
    configuration: name,
    ours: median(times[kind]),
    peer: median(times.peer),
    toPeer: toMeasured(times.peer, times[kind], TOGETHER),
    ...(hot[kind] && { hot: hot[kind] }),
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

/** Requests with a session, and every tenth without one. @type {(cookies: readonly string[]) => readonly string[]} */
const mixed = (cookies) => cookies.map((cookie, index) => (index % 10 === 0 ? FOREIGN : cookie))

/** @type {Part} */
const hour = {
  seldom: 'hour',
  async run(run) {
    const row = {
      id: ID,
      what: 'growth of memory, through web objects',
      configuration: `an hour at ${RATE} requests per second`,
    }
    if (!run.hour && !run.smoke) return [{ ...row, absent: 'not run' }]
    const { token, cookies } = await createSessions(ours, PLAIN, { bytes: 200 })
    const options = { token, cookies: mixed(cookies), path: '/auth/session' }
    const server = await startServer('ours', options)
    /** @type {number[]} */
    const heaps = []
    for (let minute = 1; minute <= HOUR.all; minute++) {
      await server.loadEvenly(run.smoke ? 10 : MINUTE, RATE)
      const { heap, resident } = await server.memory()
      heaps.push(heap)
      run.progress(`minute ${minute}: heap ${heap}, resident ${resident} bytes`)
    }
    server.close()
    const first = median(heaps.slice(HOUR.warm, HOUR.warm + HOUR.compared))
    const last = median(heaps.slice(-HOUR.compared))
    return [{ ...row, unit: 'bytes', ours: last - first, target: { most: MOST_GROWTH } }]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Load through `node:http`',
  notes: [
    'Each server is a process of its own, asked over eight connections that are kept alive. The figures are processor time of the server for a request, so that its inverse is what one core can serve; a slice is 100 ms, a batch five of them.',
    'The hour is measured with `--hour`; its row is of the last such run: the heap after a collection each minute, the median of the last ten minutes less that of ten after the first five.',
  ],
  parts: [
    loaded('`GET session`, signed in', (cookie) => cookie),
    loaded('`GET session`, signed out', () => FOREIGN),
    hour,
  ],
}
