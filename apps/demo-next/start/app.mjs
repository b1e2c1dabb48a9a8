import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { appFolder } from './settings.mjs'

const READY_WITHIN = 120_000

/**
 * @typedef {object} App
 * @property {Promise<number>} ended its exit code, or 0 when a signal ended it
 * @property {() => Promise<void>} stop
 */

/** @type {(url: string) => Promise<boolean>} */
async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/** @type {(child: import('node:child_process').ChildProcess) => Promise<void>} */
async function end(child) {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await Promise.race([exited, sleep(5000, undefined, { ref: false })])
  }
}

/**
 * @typedef {object} AppOptions
 * @property {boolean} dev
 * @property {number} port
 * @property {string} url
 * @property {Record<string, string>} env
 * @property {AbortSignal} signal gives up waiting
 */

/**
 * Starts Next.js and waits until it answers.
 *
 * @param {AppOptions} options
 * @returns {Promise<App>}
 * @throws {Error} when there is no build, or it does not start
 */
export async function startApp({ dev, port, url, env, signal }) {
  if (!dev && !existsSync(join(appFolder, '.next/BUILD_ID'))) {
    throw new Error(
      'The demo is not built. Run `npm run demo` in the root folder of the repository.',
    )
  }
  const program = createRequire(import.meta.url).resolve('next/dist/bin/next')
  // Listens only on this machine, because the passwords are on the home page.
  const args = [program, dev ? 'dev' : 'start', '--hostname', 'localhost', '--port', String(port)]
  const child = spawn(process.execPath, args, {
    cwd: appFolder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 130 || code === 143 ? 0 : (code ?? 0)))
  })
  const stop = () => end(child)

  /** @type {Buffer[]} */
  const banner = []
  const keep = (/** @type {Buffer} */ chunk) => banner.push(chunk)
  child.stdout.on('data', keep)
  const deadline = Date.now() + READY_WITHIN
  while (!(await answers(url))) {
    const over = child.exitCode !== null || child.signalCode !== null || Date.now() > deadline
    if (over || signal.aborted) {
      if (!signal.aborted) process.stderr.write(Buffer.concat(banner))
      await stop()
      throw new Error('The application did not start; what it said is above.')
    }
    await sleep(150)
  }
  child.stdout.off('data', keep)
  // Standard output is for what this program says.
  child.stdout.pipe(process.stderr)
  return { ended, stop }
}
