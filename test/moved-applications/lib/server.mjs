import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { Failure, mustRun, wasInterrupted, without } from '../../../tools/run.mjs'

/** @typedef {Readonly<Record<string, string>>} Environment */

/** How long a server may take to answer. */
const PATIENCE_MS = 60_000

/** What an application is given, and none of what libraries read from the shell. @type {(env: Environment) => Readonly<Record<string, string | undefined>>} */
const environment = (env) => ({
  ...without(/^(?:AUTH|NEXTAUTH)_/),
  ...env,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
})

/**
 * Builds an application for production, by its own script.
 *
 * @param {string} folder
 * @param {Environment} env
 * @param {readonly string[]} [given] what the script gets
 */
export const build = (folder, env, given = []) =>
  mustRun('npm', ['run', '-s', 'build', '--', ...given], {
    cwd: folder,
    env: environment(env),
    quiet: true,
    failure: `The application in ${folder} does not build; what was printed is above.`,
  })

/**
 * A production server.
 *
 * @typedef {object} Server
 * @property {() => string} log what it has said
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{ readonly folder: string, readonly origin: string, readonly env: Environment } & import('./frameworks.mjs').Framework} application
 * @returns {Promise<Server>}
 */
export async function start({ folder, origin, env, basePath, start: startArguments }) {
  const file = join(folder, 'server.log')
  const out = openSync(file, 'w')
  const child = spawn(process.execPath, startArguments(new URL(origin).port), {
    cwd: folder,
    stdio: ['ignore', out, out],
    env: { ...process.env, ...environment(env) },
  })
  closeSync(out)
  const ended = once(child, 'exit')
  const server = {
    log: () => readFileSync(file, 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
  for (const until = Date.now() + PATIENCE_MS; ;) {
    const status = await fetch(`${origin}${basePath}/session`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return server
    if (child.exitCode !== null || Date.now() > until || wasInterrupted()) {
      await server.stop()
      throw new Failure(`${origin} does not answer (HTTP ${status}):\n${server.log()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
