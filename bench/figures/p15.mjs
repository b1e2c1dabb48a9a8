import {
  createApplication,
  createSessions,
  readVariants,
  requireResult,
} from '../lib/application.mjs'
import { requireGc } from '../lib/allocation.mjs'
import { MANY, PER_REQUEST, PLAIN, requestHeaders, withFunction } from '../lib/configurations.mjs'
import { figures } from '../lib/method.mjs'
import { ours } from '../lib/library.mjs'
import { PERSON, SECRET } from '../lib/values.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/configurations.mjs').Configuration} Configuration
 */

const ID = 'P-15'

const CONFIGURATIONS = 100_000

/** Bytes that all of them may leave behind. */
const MOST_GROWTH = 4_000_000

/** @type {(configuration: Configuration, called: boolean) => Part} `called`: the floor calls the function as well */
const read = (configuration, called) => ({
  async run(run) {
    const what = called ? 'session read, the function called on both sides' : 'session read'
    run.progress(`${what}, ${configuration.name}`)
    const object = await readVariants({ library: ours, configuration, bytes: 200 })
    const perRequest = { ...configuration, perRequest: true }
    const made = await readVariants({ library: ours, configuration: perRequest, bytes: 200 })
    const floor = called ? withFunction(perRequest, object.ours) : object.ours
    const measured = await figures({ floor, ours: made.ours }, run.smoke)
    const target = { floor: { slices: 1.5, batches: 1.5 } }
    const row = { id: ID, what, configuration: configuration.name }
    return [{ ...row, ...measured, target }]
  },
})

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
    'Floor is the same configuration as an object. To make a hundred providers takes the application about as long as to read a session, so a row has that on both sides.',
  ],
  parts: [read(PLAIN, false), read(MANY, false), read(MANY, true), memory],
}
