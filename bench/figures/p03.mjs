import { bytesAllocated } from '../lib/allocation.mjs'
import { createApplication, createReaders, createSessions } from '../lib/application.mjs'
import { PLAIN, requestHeaders } from '../lib/configurations.mjs'
import { figures } from '../lib/method.mjs'
import { COUNTING, libraryBefore, ours } from '../lib/library.mjs'
import { peerAction } from '../lib/peer.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/configurations.mjs').Configuration} Configuration
 * @typedef {import('../lib/library.mjs').Library} Library
 */

const ID = 'P-03'

const BYTES = 1024

/** @type {(configuration: Configuration, before: Library | undefined) => Promise<{ floor: () => unknown, ours: () => unknown, before?: () => unknown }>} */
async function checks(configuration, before) {
  const { token } = await createSessions(ours, configuration, { bytes: 200, count: 1 })
  const { scan } = createReaders(token)
  const headers = requestHeaders(configuration)
  /** @type {(library: Library) => () => unknown} */
  const check = (library) => {
    const auth = createApplication(library, configuration)
    return () => auth.session({ headers })
  }
  return {
    floor: () => scan(headers),
    ours: check(ours),
    ...(before && { before: check(before) }),
  }
}

/** @type {(configuration: Configuration) => Part} */
const time = (configuration) => ({
  async run(run) {
    run.progress(`time, ${configuration.name}`)
    const variants = await checks(configuration, await libraryBefore(run))
    const measured = await figures({ ...variants, peer: peerAction('session') }, run.smoke)
    const target = { floor: { slices: 2, batches: 2 }, peer: 100 }
    return [{ id: ID, what: 'time', configuration: configuration.name, ...measured, target }]
  },
})

/** @type {(configuration: Configuration) => Part} */
const allocation = (configuration) => ({
  flags: COUNTING,
  async run(run) {
    run.progress(`bytes allocated, ${configuration.name}`)
    const variants = await checks(configuration, await libraryBefore(run))
    return [
      {
        id: ID,
        what: 'bytes allocated',
        configuration: configuration.name,
        unit: 'bytes',
        floor: await bytesAllocated(variants.floor, run.smoke),
        ours: await bytesAllocated(variants.ours, run.smoke),
        ...(variants.before && { before: await bytesAllocated(variants.before, run.smoke) }),
        target: { most: BYTES },
      },
    ]
  },
})

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Signed-out check',
  notes: [
    'The floor looks for the name of the session cookie in the header, and does nothing else.',
  ],
  parts: [time(PLAIN), allocation(PLAIN)],
}
