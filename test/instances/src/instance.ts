import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundleProgram as bundle, type Program } from '../../../tools/release/bundle-program.mjs'

export type { Program } from '../../../tools/release/bundle-program.mjs'

/** Bundles the application, or another program beside it. */
export const bundleProgram = (source = 'server.ts'): Promise<Program> =>
  bundle(new URL(source, import.meta.url), new URL('../.data/', import.meta.url))

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
