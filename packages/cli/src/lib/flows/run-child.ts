import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Message, Task } from './task.ts'

/** How long a process of flows may take, in seconds. */
export interface Limits {
  /** Until the application is loaded. */
  readonly loading: number
  /** Until it reports the next step, which ends by itself before that unless it keeps the processor. */
  readonly silence: number
  /** For all the steps. */
  readonly steps: number
}

export const LIMITS: Limits = { loading: 120, silence: 30, steps: 300 }

/** How the process of the flows ended. */
export type Ended =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string }
  /** It did not end by itself. */
  | { readonly kind: 'silent' | 'late'; readonly seconds: number }
  | { readonly kind: 'died'; readonly output: string }

/** What is started. */
export interface ToStart {
  readonly task: Task
  readonly env: NodeJS.ProcessEnv
  readonly onMessage: (message: Message) => void
  readonly limits?: Limits
}

/** What was compiled, also where this file was not. */
const file = (name: string): string =>
  fileURLToPath(new URL(`../../../dist/lib/flows/child/${name}.js`, import.meta.url))

/** The application cannot write files. What else it cannot do is in `guard.ts`. */
function permissions(): readonly string[] {
  const flags = process.allowedNodeEnvironmentFlags
  const has = (flag: string): boolean => flags.has(flag)
  return [
    has('--permission') ? '--permission' : '--experimental-permission',
    '--allow-fs-read=*',
    // For what makes JavaScript of TypeScript, in a thread where nothing of the application runs.
    '--allow-worker',
    '--allow-child-process',
    ...['--allow-addons', '--allow-net'].filter(has),
  ]
}

function spawnChild(folder: string, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(file('main'), [], {
    cwd: folder,
    env,
    execArgv: [
      ...permissions(),
      '--enable-source-maps',
      '--no-warnings',
      '--import',
      file('guard'),
    ],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'json',
  })
}

/** The end of what a process writes: enough to see why it died. */
function keepOutput({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-2000)
    })
  }
  return () => text.trim()
}

/** Ends a process when this one is ended. */
function endTogether(child: ChildProcess): () => void {
  const end = (): void => void child.kill('SIGKILL')
  const interrupt = (signal: NodeJS.Signals): void => {
    end()
    // As without a listener.
    stop()
    process.kill(process.pid, signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const stop = (): void => {
    process.off('exit', end)
    for (const signal of signals) process.off(signal, interrupt)
  }
  process.once('exit', end)
  for (const signal of signals) process.once(signal, interrupt)
  return stop
}

/** Ends the wait for a process that does not go on. */
function createClock(limits: Limits, end: (ended: Ended) => void) {
  let isLoaded = false
  const after = (kind: 'silent' | 'late', seconds: number): NodeJS.Timeout =>
    setTimeout(() => end({ kind, seconds }), seconds * 1000)
  let silence = after('silent', limits.loading)
  let whole: NodeJS.Timeout | undefined
  return {
    heard({ kind }: Message): void {
      if (kind === 'loaded' && !isLoaded) {
        isLoaded = true
        whole = after('late', limits.steps)
      }
      // What is reported while it loads makes the whole of it take no longer.
      if (!isLoaded) return
      clearTimeout(silence)
      silence = after('silent', limits.silence)
    },
    stop(): void {
      clearTimeout(silence)
      clearTimeout(whole)
    },
  }
}

/** Runs the flows in a process of their own, which has ended when this has. */
export async function runChild({ task, env, onMessage, limits = LIMITS }: ToStart): Promise<Ended> {
  const child = spawnChild(task.folder, env)
  const output = keepOutput(child)
  const stop = endTogether(child)
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let clock: ReturnType<typeof createClock> | undefined
  try {
    return await new Promise<Ended>((resolve) => {
      const own = createClock(limits, resolve)
      clock = own
      // What the other process reports.
      child.on('message', (message: Message) => {
        own.heard(message)
        if (message.kind === 'done' || message.kind === 'failed') resolve(message)
        else onMessage(message)
      })
      child.once('error', (error) => resolve({ kind: 'died', output: error.message }))
      child.once('close', () => resolve({ kind: 'died', output: output() }))
      child.send(task)
    })
  } finally {
    clock?.stop()
    child.kill('SIGKILL')
    await exited
    stop()
  }
}
