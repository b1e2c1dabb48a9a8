import { bytesAllocated, requireGc } from '../lib/allocation.mjs'
import { readVariants } from '../lib/application.mjs'
import { PLAIN } from '../lib/configurations.mjs'
import { COUNTING, libraryBefore, ours } from '../lib/library.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/configurations.mjs').Configuration} Configuration
 */

const ID = 'P-09'

const READS = 1_000_000

/** What leaks grows in each of so many parts; what the engine does once, such as compiling, is in some of them alone. */
const PARTS = 5

/** Bytes that may stay after all of them: a hundredth of a byte for a read. */
const MOST_GROWTH = 10_000

/** @type {(configuration: Configuration, bytes: number) => Part} */
const allocation = (configuration, bytes) => ({
  flags: COUNTING,
  async run(run) {
    const name = `${configuration.name}, ${bytes / 1000} KB`
    run.progress(`bytes allocated, ${name}`)
    const before = await libraryBefore(run)
    const variants = await readVariants({ library: ours, configuration, bytes, before })
    const floor = await bytesAllocated(variants.floor, run.smoke)
    const row = { id: ID, what: 'bytes allocated for a read', configuration: name, unit: 'bytes' }
    return [
      {
        ...row,
        floor,
        ours: await bytesAllocated(variants.ours, run.smoke),
        ...(variants.before && { before: await bytesAllocated(variants.before, run.smoke) }),
        target: { most: 2 * floor },
      },
    ]
  },
})

/** @type {Part} */
const growth = {
  flags: ['--expose-gc'],
  async run(run) {
    const reads = run.smoke ? 1000 : READS
    run.progress(`growth over ${reads} reads`)
    const gc = requireGc()
    const variants = await readVariants({ library: ours, configuration: PLAIN, bytes: 200 })
    /** @type {number[]} */
    const used = []
    for (let part = 0; part <= PARTS; part++) {
      for (let read = 0; read < reads / PARTS; read++) await variants.ours()
      gc()
      const { heapUsed, external } = process.memoryUsage()
      used.push(heapUsed + external)
    }
    const growths = used.slice(1).map((bytes, part) => bytes - (used[part] ?? 0))
    const grown = PARTS * Math.min(...growths)
    return [
      {
        id: ID,
        what: 'growth',
        configuration: `${reads.toLocaleString('en')} reads`,
        unit: 'bytes',
        ours: grown,
        target: { most: MOST_GROWTH },
      },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Allocation of a session read',
  parts: [allocation(PLAIN, 200), allocation(PLAIN, 3000), growth],
}
