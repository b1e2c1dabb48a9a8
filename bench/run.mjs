import { mkdir, writeFile } from 'node:fs/promises'
import { measure } from 'mitata'
import { createScenarios } from './lib/scenarios.mjs'

/**
 * Prints each figure beside its floor. Machines are noisy, so that only ratios of medians, measured in alternating rounds in one
 * process, mean anything.
 */
const smoke = process.argv.includes('--smoke')
const ROUNDS = smoke ? 1 : 5
const SIZES = smoke ? [200] : [200, 3000]

/** @type {Record<'read' | 'action' | 'signedOut', string>} */
const TITLES = {
  read: 'P-01  session read on the server',
  action: 'P-02  GET session, Request to Response',
  signedOut: 'P-03  signed-out check',
}

/** @type {(values: readonly number[]) => number} */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Median of a function, in microseconds.
 *
 * @param {() => unknown} work - called many times
 * @returns {Promise<number>}
 */
async function time(work) {
  const { p50 } = await measure(work, {
    min_cpu_time: smoke ? 20e6 : 250e6,
    warmup_samples: 5,
    samples_threshold: 20,
  })
  return p50 / 1000
}

/** @type {(variants: Record<'floor' | 'ours' | 'peer', () => unknown>) => Promise<Record<'floor' | 'ours' | 'peer', number>>} */
async function compare(variants) {
  /** @type {Record<'floor' | 'ours' | 'peer', number[]>} */
  const rounds = { floor: [], ours: [], peer: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rounds.floor.push(await time(variants.floor))
    rounds.ours.push(await time(variants.ours))
    rounds.peer.push(await time(variants.peer))
  }
  return { floor: median(rounds.floor), ours: median(rounds.ours), peer: median(rounds.peer) }
}

/** @type {Record<string, string>[]} */
const rows = []
for (const bytes of SIZES) {
  const scenarios = await createScenarios(bytes)
  for (const id of /** @type {const} */ (['read', 'action', 'signedOut'])) {
    const title = TITLES[id]
    const { floor, ours, peer } = await compare(scenarios[id])
    const row = {
      figure: title,
      session: `${bytes / 1000} KB`,
      'floor µs': floor.toFixed(1),
      'ours µs': ours.toFixed(1),
      'peer µs': peer.toFixed(1),
      'ours / floor': (ours / floor).toFixed(2),
      'peer / ours': (peer / ours).toFixed(1),
    }
    rows.push(row)
    console.log(
      `${title}, ${row.session}: ${row['ours / floor']} × floor, ${row['peer / ours']} × faster than the peer`,
    )
  }
}

console.table(rows)
await mkdir(new URL('../artifacts/', import.meta.url), { recursive: true })
await writeFile(
  new URL('../artifacts/bench.json', import.meta.url),
  JSON.stringify({ node: process.version, rows }, null, 2),
)
