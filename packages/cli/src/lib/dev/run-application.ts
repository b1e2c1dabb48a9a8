import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import type { ProcessEnvironment } from '../terminal.ts'

/** What is started, and where. */
export interface ToRun {
  readonly command: readonly string[]
  readonly folder: string
  readonly env: ProcessEnvironment['env']
  /** Variables of files that the application does not read by itself; the environment comes first. */
  readonly variables: ProcessEnvironment['env']
  /** Origin of the emulators. */
  readonly origin: string
}

/** The environment of the application. Programs of installed packages are found as in a script. */
export function developmentEnvironment({
  env,
  folder,
  origin,
  variables,
}: Omit<ToRun, 'command'>): NodeJS.ProcessEnv {
  const bin = join(folder, 'node_modules', '.bin')
  return {
    ...variables,
    // Without NODE_ENV the library assumes production, in which there are no emulators.
    NODE_ENV: 'development',
    ...env,
    PATH: [bin, env['PATH'] ?? ''].join(delimiter),
    LATCHSTRING_DEV: origin,
  }
}

/**
 * Runs the application until it ends; it ends with this program.
 *
 * @returns its exit code
 * @throws Error when it cannot be started
 */
export function runApplication(toRun: ToRun): Promise<number> {
  const [program = '', ...rest] = toRun.command
  const windows = process.platform === 'win32'
  const child = spawn(program, rest, {
    cwd: toRun.folder,
    env: developmentEnvironment(toRun),
    stdio: 'inherit',
    // Programs of packages are scripts there.
    shell: windows,
  })
  const signals = ['SIGINT', 'SIGTERM'] as const
  const listeners = signals.map((signal) => {
    // A terminal sends SIGINT to both by itself.
    const end = (): void => void (signal === 'SIGTERM' && child.kill(signal))
    process.on(signal, end)
    return [signal, end] as const
  })
  return new Promise<number>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new Error(`"${program}" cannot be started: ${cause.message}`, { cause })),
    )
    child.once('exit', (code, signal) =>
      resolve(code ?? (signal === null ? 1 : 128 + constants.signals[signal])),
    )
  }).finally(() => {
    for (const [signal, end] of listeners) process.off(signal, end)
  })
}
