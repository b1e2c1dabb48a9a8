import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const START = fileURLToPath(new URL('../rp-target/start.mjs', import.meta.url))

/** What a relying party answers when a conformance suite has it run a module. */
export interface ModuleAnswer {
  readonly ok: boolean
  readonly module: string
  readonly outcome: string
  readonly error?: string
  readonly steps: readonly string[]
}

/** A module, and the provider that it is about. */
export interface ModuleRun {
  readonly module: string
  readonly issuer: string
  readonly variant?: Readonly<Record<string, string>>
  readonly clientSecret: string
}

/** The relying party in a process of its own. */
export interface RelyingParty {
  /** The addresses under which the provider has to know it. */
  readonly client: Readonly<Record<`${string}_uri`, string>>
  run(run: ModuleRun): Promise<ModuleAnswer>
  /** What it answers to a request that says less. */
  start(query: Readonly<Record<string, string>>): Promise<Response>
  close(): Promise<void>
}

/** Starts `test/flows/rp-target` as a conformance suite does, by a command, and waits until it is ready. */
export async function startRelyingParty(
  env: Readonly<Record<string, string>>,
): Promise<RelyingParty> {
  // Next.js, part of the same program of types, narrows what NODE_ENV may be.
  const child = spawn(process.execPath, [START], {
    env: { PORT: '0', ...env, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (output += part))
  }
  const closed = once(child, 'close')
  const readyUrl = (): string | undefined => /^ready (\S+)/m.exec(output)?.[1]
  while (readyUrl() === undefined) {
    await Promise.race([once(child.stdout, 'data'), closed])
    if (child.exitCode !== null) throw new Error(`The relying party ended: ${output}`)
  }
  const ready = new URL(readyUrl() ?? '')
  // What the program says of itself.
  const { client } = (await (await fetch(ready)).json()) as Pick<RelyingParty, 'client'>
  const start = (query: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(new URL(`/start?${new URLSearchParams(query)}`, ready))
  return {
    client,
    start,
    async run({ module, issuer, variant = {}, clientSecret }) {
      const identity = { client_id: 'app', client_secret: clientSecret }
      const query = { issuer, module, variant: JSON.stringify(variant), ...identity }
      // The program is ours.
      return (await (await start(query)).json()) as ModuleAnswer
    },
    async close() {
      child.kill('SIGTERM')
      await closed
    },
  }
}
