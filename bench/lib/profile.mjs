import { Session } from 'node:inspector/promises'
import { basename, isAbsolute } from 'node:path'

/**
 * @typedef {import('./row.d.ts').Hot} Hot
 * @typedef {import('node:inspector').Profiler.Profile} Profile
 * @typedef {import('node:inspector').Runtime.CallFrame} CallFrame
 */

/** How long a variant is watched, in milliseconds. */
const WATCHED = 600
/** How many functions are named. */
const NAMED = 6
/** Microseconds between two looks. */
const INTERVAL = 200
/** What V8 counts that no function did, and the profiler itself. */
const NO_WORK = new Set(['(idle)', '(program)', '(root)', 'dispatch', 'profile'])

/**
 * Where a function is: a module of ours, a package, or the runtime.
 *
 * @type {(url: string) => string}
 */
export function place(url) {
  const path = url.replace(/^file:\/\//, '').replace(/\.m?[jt]s$/, '')
  const dependency = path.split('/node_modules/').at(-1)
  if (path.startsWith('node:')) return path.replace('internal/deps/', '')
  if (path.includes('/node_modules/') && dependency !== undefined)
    return dependency
      .split('/')
      .slice(0, dependency.startsWith('@') ? 2 : 1)
      .join('/')
  const [module = ''] = path.split(/\/(?:dist|src)\/(?:lib\/)?/).slice(-1)
  // The path of this checkout is irrelevant, and not published.
  return isAbsolute(module) ? basename(module) : module
}

/** @type {(frame: CallFrame) => string} */
function name({ functionName, url }) {
  if (url === '') return functionName || 'the runtime'
  return `${functionName || 'a function without a name'} (${place(url)})`
}

/** @type {(parts: ReadonlyMap<string, number>) => readonly Hot[]} the largest first, as shares of all */
export function largest(parts) {
  const total = [...parts.values()].reduce((sum, size) => sum + size, 0)
  return [...parts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, NAMED)
    .map(([key, size]) => ({ name: key, share: size / total }))
}

/** @type {(profile: Profile) => readonly Hot[]} the functions that took most, without what they called */
export function hottest({ nodes, samples = [], timeDeltas = [] }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  /** @type {Map<string, number>} */
  const times = new Map()
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    if (!frame || NO_WORK.has(frame.functionName)) continue
    const time = timeDeltas[index] ?? 0
    const key = name(frame)
    times.set(key, (times.get(key) ?? 0) + time)
  }
  return largest(times)
}

/**
 * Says in which functions a variant spends its time, by looking at it many times a second.
 *
 * @param {() => unknown} work - one unit of it, which is awaited; `false` says that there is no more
 * @returns {Promise<readonly Hot[]>} the largest first
 */
export async function profile(work) {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL })
    await session.post('Profiler.start')
    const end = performance.now() + WATCHED
    let more = true
    while (more && performance.now() < end) more = (await work()) !== false
    const result = await session.post('Profiler.stop')
    return hottest(result.profile)
  } finally {
    session.disconnect()
  }
}
