import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../tools/root.mjs'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchstring-interrupts-'))
  writeFileSync(join(folder, 'index.html'), 'the site')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const address = (path: string): string => pathToFileURL(join(root, path)).href

/** Shows a folder as `npm run site -- --serve` does. */
const program = (): string => `
  import { showFolder } from '${address('tools/docs/site/serve.mjs')}'
  import { runMain } from '${address('tools/run.mjs')}'
  await runMain(() => showFolder(${JSON.stringify(folder)}, 0))`

/** Starts a module in a group of its own, as a terminal would. */
const start = (module: string, env: NodeJS.ProcessEnv = process.env): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '-e', module], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })

async function readAddress(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    const [url] = /http:\/\/[\w.:]+(?=\. Ctrl\+C stops it\.)/.exec(text) ?? []
    if (url !== undefined) return url
  }
  throw new Error(`No address was printed:\n${text}`)
}

const POSIX = process.platform !== 'win32'

test.runIf(POSIX).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'the server of the site ends by one %s, with a connection that is open, and leaves its port',
  async (signal) => {
    const child = start(program())
    const exit = once(child, 'exit')
    const url = await readAddress(child)
    expect(await (await fetch(url)).text()).toBe('the site')
    process.kill(-Number(child.pid), signal)
    expect(await exit).toEqual([0, null])
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  },
)

/** Ends by SIGTERM without handing it on, as `npm run` does. */
const parent = (): string => `
  import { spawn } from 'node:child_process'
  spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(program())}], { stdio: 'inherit' })`

test.runIf(POSIX)(
  'the server of the site ends when npm, which started it, is ended alone',
  async () => {
    const child = start(parent(), { ...process.env, npm_lifecycle_event: 'site' })
    const url = await readAddress(child)
    child.kill('SIGTERM')
    await expect
      .poll(() => fetch(url).then(String, () => 'ended'), { timeout: 20_000 })
      .toBe('ended')
  },
  30_000,
)
