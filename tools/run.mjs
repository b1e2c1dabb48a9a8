import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { root } from './root.mjs'

/** A failure whose message already says cause and fix, so no stack trace is printed with it. */
export class Failure extends Error {
  /** @override */
  name = 'Failure'
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let interrupted = false
const interruption = new EventEmitter()

/** Says whether the person or the machine asked this process to stop. */
export const wasInterrupted = () => interrupted

/**
 * Waits until the person or the machine asks this process to stop, for a program that runs until then.
 *
 * @returns {Promise<void>}
 */
export async function untilInterrupted() {
  // A listener alone does not keep the process running.
  const timer = setInterval(() => {}, 60_000)
  if (!interrupted) await once(interruption, 'signal')
  clearInterval(timer)
}

// The first signal ends the running command; clean-up in `finally` blocks then still happens.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    interrupted = true
    interruption.emit('signal')
    // A terminal sends Ctrl-C to the children by itself; a second one would make some of them give up.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    for (const child of running) child.kill(signal)
  })
}

// `npm run` ends by a signal without handing it on to what it started.
if (process.env['npm_lifecycle_event'] !== undefined) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/**
 * The program an installed package brings.
 *
 * @param {string} name
 * @returns {string} its path
 */
export const installed = (name) => join(root, 'node_modules/.bin', name)

/**
 * Takes variables of the shell away from a program that is run.
 *
 * @param {RegExp} names
 * @returns {Readonly<Record<string, undefined>>} for `env`
 */
export const without = (names) =>
  Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => names.test(name))
      .map((name) => [name, undefined]),
  )

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Readonly<Record<string, string | undefined>>} [env] added to this process's environment; `undefined` takes a variable away
 * @property {boolean} [quiet] collect the output and print it only when the command fails
 */

/**
 * Runs a command to its end with this process's terminal.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} the exit code; 1 when a signal ended it
 */
export function run(command, args, { cwd = root, env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    })
    /** @type {Buffer[]} */
    const output = []
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => output.push(chunk))
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => output.push(chunk))
    running.add(child)
    child.on('error', (error) => {
      running.delete(child)
      reject(new Failure(`${command} cannot be started: ${error.message}`))
    })
    child.on('close', (code) => {
      running.delete(child)
      if (code !== 0) process.stderr.write(Buffer.concat(output))
      resolve(code ?? 1)
    })
  })
}

/**
 * Runs a command that has to succeed.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions & { failure?: string }} [options] `failure` is what to say when it does not
 * @returns {Promise<void>}
 */
export async function mustRun(command, args, { failure, ...options } = {}) {
  const code = await run(command, args, options)
  if (interrupted) throw new Failure('Interrupted.')
  if (code === 0) return
  throw new Failure(failure ?? `\`${[command, ...args].join(' ')}\` failed with exit code ${code}.`)
}

/** @type {(ms: number) => string} */
const duration = (ms) =>
  ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`

/**
 * Runs steps and says which one is at work.
 *
 * @param {number} total
 * @returns {<T>(title: string, work: () => T | Promise<T>) => Promise<T>}
 */
export function createSteps(total) {
  let started = 0
  return async (title, work) => {
    started += 1
    const number = started
    console.log(`\n[${number}/${total}] ${title} …`)
    const start = performance.now()
    const result = await work()
    if (interrupted) throw new Failure('Interrupted.')
    console.log(`[${number}/${total}] took ${duration(performance.now() - start)}`)
    return result
  }
}

/**
 * Does the same with each of several things, two at a time.
 *
 * @template Thing, Result
 * @param {readonly Thing[]} things
 * @param {(thing: Thing) => Promise<Result>} work
 * @returns {Promise<readonly Result[]>} in the order in which they ended
 */
export async function inTwoLanes(things, work) {
  /** @type {Result[]} */
  const results = []
  // Both lanes take what is next from one list.
  const waiting = things.values()
  const lane = async () => {
    for (const thing of waiting) results.push(await work(thing))
  }
  await Promise.all([lane(), lane()])
  return results
}

/**
 * @param {unknown} error
 * @returns {error is Error} whether there is an option that the program does not have, which needs no stack trace either
 */
function isWrongOption(error) {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  )
}

/**
 * Runs a program's main function and turns what it throws into an exit code and a plain message.
 *
 * @param {() => Promise<number | void>} main returns the exit code
 * @returns {Promise<void>}
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    const saysAll = error instanceof Failure || isWrongOption(error)
    console.error(saysAll ? `\n${error.message}` : error)
    process.exitCode = 1
  }
  if (interrupted && process.exitCode !== 0) process.exitCode = 130
}
