import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** The application as one file, made from the sources of the packages. */
export interface Program {
  readonly file: string
  remove(): Promise<void>
}

/** Ignored by git, and inside of the repository: what is not bundled is found from here. */
const DATA = fileURLToPath(new URL('../.data/', import.meta.url))

/** Bundles the application, or another program beside it, with the packages of this repository; those of others stay where they are. */
export async function bundleProgram(source = 'server.ts'): Promise<Program> {
  await mkdir(DATA, { recursive: true })
  const folder = await mkdtemp(join(DATA, 'program-'))
  const build = await rolldown({
    input: fileURLToPath(new URL(source, import.meta.url)),
    platform: 'node',
    external: /^(?!@latchstring\/|[./#])/,
    logLevel: 'silent',
    resolve: { conditionNames: ['@latchstring/source', 'node', 'import', 'default'] },
  })
  const file = join(folder, 'server.mjs')
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** One process of the application. */
export interface Instance {
  readonly port: number
  /** Types of the errors it has logged. */
  errors(): readonly string[]
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Starts a process and waits until it takes requests. */
export async function startInstance(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<Instance> {
  // Nothing of this process's environment; the mode is what Next.js, of the same program of types, makes obligatory.
  const child = spawn(process.execPath, [file], {
    env: { ...env, NODE_ENV: 'production' },
    // It ends when this end of its input does: with the test, however that ends.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (output += part))
  }
  const port = (): string | undefined => /^listening (\d+)/m.exec(output)?.[1]
  const closed = once(child, 'close')
  while (port() === undefined) {
    await Promise.race([once(child.stdout, 'data'), closed])
    if (child.exitCode !== null) throw new Error(`The instance ended: ${output}`)
  }
  return {
    port: Number(port()),
    errors: () => [...output.matchAll(/^error (\w+)/gm)].map(([, type = '']) => type),
    kill: () => end(child),
  }
}
