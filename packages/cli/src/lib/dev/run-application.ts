import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** What ends this program, and with it the application: terminals, editors and process managers each use another. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Milliseconds that processes have for ending, before they are ended. */
const GRACE = 5000

/** Signals all processes of a group, or asks with 0 whether it has any. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/** Ends what the application has started and left: a development server has processes of its own, which keep the port. */
async function endGroup(group: number): Promise<void> {
  signalGroup(group, 'SIGTERM')
  const until = performance.now() + GRACE
  // In a container whose first process reaps none, those that have ended stay in the group for ever.
  while (signalGroup(group, 0) && performance.now() < until + GRACE) {
    if (performance.now() > until) signalGroup(group, 'SIGKILL')
    await sleep(50)
  }
}

/** Runs the application until it ends. */
function untilExit(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new Error(`"${program}" cannot be started: ${cause.message}`, { cause })),
    )
    child.once('exit', (code, signal) =>
      resolve(code ?? (signal === null ? 1 : 128 + constants.signals[signal])),
    )
  })
}

/**
 * Runs the application until it ends; it ends with this program, and so do all processes of it.
 *
 * @returns its exit code
 * @throws Error when it cannot be started
 */
export async function runApplication(toRun: ToRun): Promise<number> {
  const [program = '', ...rest] = toRun.command
  const windows = process.platform === 'win32'
  const child = spawn(program, rest, {
    cwd: toRun.folder,
    env: developmentEnvironment(toRun),
    stdio: 'inherit',
    // Programs of packages are scripts there.
    shell: windows,
    // A group of its own, which is signalled as one. Windows has none.
    detached: !windows,
  })
  const { pid } = child
  const kill = (signal: NodeJS.Signals): unknown =>
    windows || pid === undefined ? child.kill(signal) : signalGroup(pid, signal)
  const listeners = SIGNALS.map((signal) => {
    const end = (): void => {
      kill(signal)
      setTimeout(() => kill('SIGKILL'), GRACE).unref()
    }
    process.on(signal, end)
    return [signal, end] as const
  })
  try {
    const code = await untilExit(child, program)
    if (!windows && pid !== undefined) await endGroup(pid)
    return code
  } finally {
    for (const [signal, end] of listeners) process.off(signal, end)
  }
}
