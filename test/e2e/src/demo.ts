import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createStore } from './store.ts'

/** How a demo is started. */
export interface Setup {
  readonly store: 'SQLite' | 'PostgreSQL'
  readonly strategy: 'database' | 'jwt'
}

/** A person who signs in with a password. */
export interface DemoUser {
  readonly username: string
  readonly password: string
  readonly name: string
  readonly email: string
}

/** What the demo says of itself when it is ready. */
interface Announcement {
  readonly appUrl: string
  readonly mailboxUrl: string
  readonly issuer: string
  readonly users: readonly DemoUser[]
}

/** A running demo. */
export interface Demo extends Announcement {
  readonly setup: Setup
  /** What application and servers have written since the last call. */
  readonly takeLog: () => string
  readonly stop: () => Promise<void>
}

const START = fileURLToPath(new URL('../../../apps/demo-next/start.mjs', import.meta.url))
const READY = 'DEMO_READY '

/** Variables of the shell that must not reach the demo. */
const FOREIGN = /^(?:AUTH_|NEXTAUTH_|LEGACY_|DEMO_|DATABASE_URL$|PORT$|NODE_ENV$|FORCE_COLOR$)/

function environment(
  setup: Setup,
  folder: string,
  databaseUrl: string | undefined,
): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name))
  return {
    ...Object.fromEntries(inherited),
    PORT: '0',
    DEMO_IDP_PORT: '0',
    DEMO_INBOX_PORT: '0',
    DEMO_SMTP_PORT: '0',
    DEMO_DATA_DIR: folder,
    DEMO_SESSION_STRATEGY: setup.strategy,
    DEMO_JSON: '1',
    NODE_ENV: 'production',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  }
}

async function end(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await Promise.race([exited, sleep(15_000, undefined, { ref: false })])
  }
}

/** Reads the line that says where everything is; nothing when the demo ends before. */
async function announcement(output: NodeJS.ReadableStream): Promise<Announcement | undefined> {
  for await (const line of createInterface({ input: output })) {
    if (!line.startsWith(READY)) continue
    // The demo of this repository writes it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(line.slice(READY.length)) as Announcement
  }
  return undefined
}

/**
 * Starts the built demo on free ports with an empty store.
 *
 * @param setup - which store, and how sessions are kept
 * @returns the running demo; end it with `stop`
 * @throws Error when it does not start, with what it said
 */
export async function startDemo(setup: Setup): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-e2e-'))
  const store = await createStore(setup.store)
  const child = spawn(process.execPath, [START], {
    env: environment(setup, folder, store.url),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const stop = async (): Promise<void> => {
    await end(child)
    await store.remove()
    await rm(folder, { recursive: true, force: true })
  }
  const facts = await announcement(child.stdout)
  if (facts === undefined) {
    await stop()
    throw new Error(`The demo did not start. It said:\n${log}`)
  }
  const takeLog = (): string => {
    const taken = log
    log = ''
    return taken
  }
  return { ...facts, setup, takeLog, stop }
}
