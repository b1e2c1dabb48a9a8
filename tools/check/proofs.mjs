/**
 * Runs the proofs that take long, each once: `node tools/check/proofs.mjs`, or as many as there is time for, with `--minutes 50 --spent 700`
 * where checks and tests took 700 seconds of 50 minutes, which is what `.ci/run` does. Needs `npm ci` and `npm run build`.
 *
 * What checks and tests took says how fast the machine is today, and so what a proof will take. One that does not fit is
 * named at the end with its command. Each day begins with another one, so that each has its turn on a slow machine as well.
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Failure, mustRun, runMain } from '../run.mjs'

/** What checks and tests took, in seconds, where the proofs took the seconds that stand beside them. */
const USUAL = 900

/**
 * @typedef {object} Proof
 * @property {string} title
 * @property {number} seconds how long it usually takes
 * @property {readonly string[]} command of Node.js
 */

/** @type {(title: string, seconds: number, ...command: readonly string[]) => Proof} */
const proof = (title, seconds, ...command) => ({ title, seconds, command })

/** @type {(title: string, seconds: number, ...which: readonly string[]) => Proof} */
const slow = (title, seconds, ...which) =>
  proof(title, seconds, 'tools/test.mjs', '--slow', ...which)

const HOSTS = 'test/frameworks/run.mjs'
const SERVERS =
  'node express-5 koa-3 hono-4 fastify-5 h3-2 elysia-1 nestjs-12 remix-3 plain-node-24'
const BUILT =
  'next-16 sveltekit-3 react-router-8 nuxt-4 astro-7 tanstack-start solid-start-2 qwik-city-1'

/** @type {readonly Proof[]} */
export const PROOFS = [
  proof('Types under every supported TypeScript', 115, 'tools/check/old-typescript.mjs'),
  proof('Benchmarks run', 40, 'bench/run.mjs', '--smoke'),
  proof('Times are measured of the answers that are meant', 10, 'bench/timing.mjs', '--smoke'),
  proof('Costs are measured of the answers that are meant', 10, 'bench/refusals.mjs', '--smoke'),
  // The newest of each; all of them, with older versions and other runtimes, by `npm run test:frameworks`.
  proof('Frameworks as servers', 190, HOSTS, ...SERVERS.split(' ')),
  proof('Frameworks that are built', 255, HOSTS, ...BUILT.split(' ')),
  // Each by `npm run examples`.
  proof('Examples run', 10, HOSTS, '--examples', 'express', 'hono'),
  proof('A release, rehearsed against a registry on loopback', 30, 'tools/release/rehearsal.mjs'),
  // In parts, so that one of them fits on a slow day.
  slow('Slow tests of adapters', 220, 'unit', 'adapters/'),
  slow('Slow tests of packages', 125, 'unit', 'packages/'),
  slow('Slow tests of flows', 100, 'unit', 'test/flows/'),
  slow(
    'Other slow tests',
    165,
    'unit',
    'test/contract/',
    'test/instances/',
    'test/newcomer/',
    'test/providers/',
  ),
  slow('Slow tests in the browser', 210, 'e2e'),
]

/** @type {(text: string | undefined, name: string) => number | undefined} */
function parseNumber(text, name) {
  if (text === undefined) return undefined
  const number = Number(text)
  if (number >= 0) return number
  throw new Failure(`--${name} has to be a number from 0, not "${text}".`)
}

/** @type {(title: string, command: readonly string[]) => Promise<void>} */
async function run(title, command) {
  console.log(`\n=== ${title}`)
  const start = performance.now()
  await mustRun(process.execPath, command, { failure: `=== ${title} FAILED` })
  console.log(`=== ${title}: ${Math.round((performance.now() - start) / 1000)} s`)
}

/** @type {(left: () => number, pace: number) => Promise<readonly string[]>} the commands that do not fit */
async function runAll(left, pace) {
  const today = Math.floor(Date.now() / 86_400_000) % PROOFS.length
  /** @type {string[]} */
  const later = []
  for (const { title, seconds, command } of [...PROOFS.slice(today), ...PROOFS.slice(0, today)]) {
    if (seconds * pace > left()) later.push(`node ${command.join(' ')}`)
    else await run(title, command)
  }
  return later
}

/** @type {() => Promise<void>} */
async function main() {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, spent: { type: 'string', default: '0' } },
  })
  const minutes = parseNumber(values.minutes, 'minutes')
  const spent = parseNumber(values.spent, 'spent') ?? 0
  const left = () =>
    minutes === undefined ? Infinity : minutes * 60 - spent - performance.now() / 1000
  const later = await runAll(left, Math.max(1, spent / USUAL))
  if (later.length === 0) return
  console.log(`\nThese did not fit today:\n  ${later.join('\n  ')}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(main)
