import {
  createApplication,
  createSessions,
  readVariants,
  requireResult,
} from '../lib/application.mjs'
import { requireGc } from '../lib/allocation.mjs'
import { PER_REQUEST, PLAIN, requestHeaders, TEN_PER_REQUEST } from '../lib/configurations.mjs'
import { figures } from '../lib/method.mjs'
import { ours } from '../lib/library.mjs'
import { peerAction, peerSessions } from '../lib/peer.mjs'
import { PERSON, SECRET } from '../lib/values.mjs'

/** @typedef {import('../lib/row.d.ts').Part} Part */

const ID = 'P-15'

const MOST_MICROSECONDS = 120

const CONFIGURATIONS = 100_000

/** Bytes that all of them may leave behind. */
const MOST_GROWTH = 4_000_000

/** @type {Part} */
const read = {
  async run(run) {
    const { name, make } = TEN_PER_REQUEST
    run.progress(`session read, ${name}`)
    const variants = await readVariants({
      library: ours,
      configuration: TEN_PER_REQUEST,
      bytes: 200,
    })
    const { length: providers } = make().providers
    const peer = peerAction('session', { cookies: await peerSessions(200), providers })
    const measured = await figures({ ...variants, peer }, run.smoke)
    const target = { most: MOST_MICROSECONDS, peer: 10 }
    return [{ id: ID, what: 'session read', configuration: name, ...measured, target }]
  },
}

/** @type {Part} */
const memory = {
  flags: ['--expose-gc'],
  async run(run) {
    const count = run.smoke ? 100 : CONFIGURATIONS
    run.progress(`memory over ${count} different configurations`)
    const gc = requireGc()
    let made = 0
    const make = () => {
      made += 1
      return {
        ...PLAIN.make(),
        secret: [SECRET, `Another-secret-of-the-past-${10_000_000 + made}`],
      }
    }
    const configuration = { ...PER_REQUEST, make }
    const { cookies } = await createSessions(ours, PLAIN, { bytes: 200, count: 1 })
    const auth = createApplication(ours, configuration)
    const headers = requestHeaders(configuration, cookies[0])
    const check = () => auth.session({ headers })
    await requireResult({ check }, PERSON.email)
    for (let index = 0; index < count / 20; index++) await check()
    gc()
    const before = process.memoryUsage().heapUsed
    for (let index = 0; index < count; index++) await check()
    gc()
    return [
      {
        id: ID,
        what: 'memory',
        configuration: `${count.toLocaleString('en')} different configurations`,
        unit: 'bytes',
        ours: process.memoryUsage().heapUsed - before,
        target: { most: MOST_GROWTH },
      },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'A function that makes a new configuration for each request',
  notes: [
    'A new object is resolved again, by both. The floor reads the session and does nothing else; keys and the metadata of issuers are kept.',
  ],
  parts: [read, memory],
}
