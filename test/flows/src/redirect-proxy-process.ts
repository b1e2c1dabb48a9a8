import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const SERVER = fileURLToPath(new URL('../../../apps/redirect-proxy/server.mjs', import.meta.url))

/** The redirect proxy as one file, made from the sources of the packages. */
export interface RedirectProxyProgram {
  readonly file: string
  remove(): Promise<void>
}

/** Bundles `server.mjs` with everything it imports. */
export async function bundleRedirectProxy(): Promise<RedirectProxyProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-redirect-proxy-'))
  const build = await rolldown({
    input: SERVER,
    platform: 'node',
    resolve: { conditionNames: ['@latchstring/source', 'node', 'import', 'default'] },
  })
  const file = join(folder, 'server.mjs')
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A program that ran to its end, or was stopped. */
export interface Ended {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null
  readonly output: string
}

/** A redirect proxy in a process of its own. */
export interface RedirectProxyProcess {
  readonly origin: string
  /** What it has written so far. */
  output(): string
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<Ended>
}

type Environment = Readonly<Record<string, string>>

interface Launched {
  readonly child: ChildProcess
  readonly closed: Promise<unknown>
  readonly output: () => string
}

function launch(file: string, env: Environment): Launched {
  // Nothing of this process's environment: the program gets what the test names.
  const child = spawn(process.execPath, [file], {
    // Next.js, part of the same program of types, narrows what NODE_ENV may be.
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  }
  return { child, closed: once(child, 'close'), output: () => text }
}

async function ending({ child, closed, output }: Launched): Promise<Ended> {
  await closed
  return { exitCode: child.exitCode, output: output() }
}

/** Runs the proxy with an environment that it cannot work with. */
export function runRedirectProxy(file: string, env: Environment): Promise<Ended> {
  return ending(launch(file, env))
}

/** Starts the proxy on a free port, and waits until it takes requests. */
export async function startRedirectProxy(
  file: string,
  env: Environment,
): Promise<RedirectProxyProcess> {
  const launched = launch(file, { HOST: '127.0.0.1', PORT: '0', ...env })
  const { child, closed, output } = launched
  const port = (): string | undefined => /^Redirect proxy on port (\d+)/m.exec(output())?.[1]
  while (port() === undefined) {
    await Promise.race([once(child.stdout ?? child, 'data'), closed])
    if (child.exitCode !== null) throw new Error(`The redirect proxy ended: ${output()}`)
  }
  return {
    origin: `http://127.0.0.1:${port()}`,
    output,
    stop() {
      child.kill('SIGTERM')
      return ending(launched)
    },
  }
}
