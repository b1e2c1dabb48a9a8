import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { developmentEnvironment, type ToRun } from '../dev/run-application.ts'
import { ApplicationLog } from './application-log.ts'

/** Milliseconds that the application has to end by itself. */
const GRACE_MS = 3000
/** Milliseconds until killed processes are gone. Where a container reaps no orphans, they stay as zombies. */
const KILLED_MS = 2000
const POLL_MS = 50
const IS_WINDOWS = process.platform === 'win32'

/** The command of the application while it runs, and everything that it has started. */
export interface ApplicationProcess {
  readonly log: ApplicationLog
  /** How the command ended; nothing while it runs. */
  readonly exit: () => string | undefined
  /** Ends the command and what it has started. */
  readonly end: () => Promise<void>
}

/** Sends a signal to the group of a process: a script starts the server as a process of its own. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  if (IS_WINDOWS) {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}

function isGroupAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  if (pid === undefined) return false
  if (IS_WINDOWS) return exitCode === null && signalCode === null
  try {
    process.kill(-pid, 0)
    return true
  } catch {
    return false
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  signalGroup(child, 'SIGTERM')
  for (let waited = 0; waited < GRACE_MS && isGroupAlive(child); waited += POLL_MS) {
    await wait(POLL_MS)
  }
  for (let waited = 0; waited < KILLED_MS && isGroupAlive(child); waited += POLL_MS) {
    signalGroup(child, 'SIGKILL')
    await wait(POLL_MS)
  }
}

/** Ends a group with this program, which a terminal interrupts alone. */
function endWithThisProgram(child: ChildProcess): () => void {
  const kill = (): void => signalGroup(child, 'SIGKILL')
  const interrupt = (signal: NodeJS.Signals): void => {
    kill()
    stop()
    // As without a listener.
    process.kill(process.pid, signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const stop = (): void => {
    process.off('exit', kill)
    for (const signal of signals) process.off(signal, interrupt)
  }
  process.once('exit', kill)
  for (const signal of signals) process.once(signal, interrupt)
  return stop
}

/** Starts the command of an application in a group of processes of its own, and keeps what it writes. */
export function startApplication(toRun: ToRun): ApplicationProcess {
  const [program = '', ...rest] = toRun.command
  const log = new ApplicationLog()
  const child = spawn(program, rest, {
    cwd: toRun.folder,
    env: developmentEnvironment(toRun),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !IS_WINDOWS,
    // Programs of packages are scripts there.
    shell: IS_WINDOWS,
  })
  const stop = endWithThisProgram(child)
  let exit: string | undefined
  child.once('error', ({ message }) => (exit = message))
  child.once('close', (code, signal) => (exit ??= `exit code ${code ?? signal}`))
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => log.append(chunk))
  }
  return {
    log,
    exit: () => exit,
    async end() {
      await endGroup(child)
      stop()
    },
  }
}
