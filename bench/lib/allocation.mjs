import { median } from './statistics.mjs'

const ROUNDS = 15

/**
 * @returns {() => void} the garbage collector
 * @throws {Error} where Node.js was started without `--expose-gc`
 */
export function requireGc() {
  const { gc } = globalThis
  if (gc === undefined) throw new Error('This part needs a process with `--expose-gc`.')
  return () => gc()
}

/** @type {() => number} bytes in use, those of buffers outside the heap as well */
function used() {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/**
 * Bytes that a variant allocates for a call, in a process whose young generation is so large that nothing is collected meanwhile.
 *
 * @param {() => unknown} work
 * @param {boolean} smoke - just see that it runs
 * @returns {Promise<number>}
 */
export async function bytesAllocated(work, smoke) {
  const gc = requireGc()
  const calls = smoke ? 20 : 2000
  for (let call = 0; call < (smoke ? 50 : 20_000); call++) await work()
  /** @type {number[]} */
  const rounds = []
  for (let round = 0; round < (smoke ? 2 : ROUNDS); round++) {
    gc()
    const before = used()
    for (let call = 0; call < calls; call++) await work()
    rounds.push((used() - before) / calls)
  }
  return median(rounds)
}
