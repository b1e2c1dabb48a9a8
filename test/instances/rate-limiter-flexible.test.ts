import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { LimitsOptions } from '@latchstring/core/types'
import { Redis } from 'ioredis'
import ts from 'typescript-6.0'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  addressAt,
  type LimitedApp,
  openLimitedApp,
  RIGHT,
  TRIES,
} from '../flows/src/limited-app.ts'

type Store = NonNullable<LimitsOptions['store']>

const PAGE = new URL('../../docs/limits.md', import.meta.url)

/** Installed apart, with a lock file of its own. */
const FOLDER = fileURLToPath(new URL('./limiters/', import.meta.url))

/** Lines of an application that connects the library, comments and blank lines left out. */
const MOST_LINES = 12

/** The example of the page. */
async function readExample(): Promise<string> {
  const page = await readFile(PAGE, 'utf8')
  return /```js\n([^`]*'rate-limiter-flexible'[\s\S]*?)\n```/.exec(page)?.[1] ?? ''
}

/** Writes the example of the page into a module beside the package. */
async function writeExample(): Promise<string> {
  const [imports = '', ...body] = (await readExample()).split('\n')
  const folder = await mkdtemp(join(FOLDER, 'written-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'example.mjs')
  const made = `/** @param {import('ioredis').Redis} storeClient */
export function create(storeClient) {\n${body.join('\n')}\nreturn store\n}`
  await writeFile(file, `${imports}\n${made}\n`)
  return file
}

async function importExample(storeClient: Redis): Promise<Store> {
  const file = await writeExample()
  const example: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href)
  // What was written there.
  const { create } = example as { readonly create: (client: Redis) => Store }
  return create(storeClient)
}

/** What TypeScript says of modules of JavaScript, with the types of both libraries. */
function compile(files: readonly string[]): readonly string[] {
  const program = ts.createProgram(files, {
    allowJs: true,
    checkJs: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    customConditions: ['@latchstring/source'],
    types: ['node'],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const WORLD = { strategy: 'jwt', config: 'an object', counting: 'in memory' } as const

let client: Redis
beforeAll(() => {
  client = new Redis(process.env['LATCHSTRING_TEST_REDIS_URL'] ?? '', { db: 7 })
})
afterAll(async () => {
  await client.flushdb()
  client.disconnect()
})

/** Two applications, as in two processes, whose tries the example counts. */
async function openApps(): Promise<readonly [LimitedApp, LimitedApp]> {
  await client.flushdb()
  const store = await importExample(client)
  const open = () => openLimitedApp(WORLD, { limits: { store } })
  return [await open(), await open()]
}

const attempt = TRIES['the form']

describe('The example of docs/limits.md with rate-limiter-flexible', () => {
  test('compiles with the types of both libraries, and is a dozen lines', async () => {
    const file = await writeExample()
    const lines = (await readExample())
      .split('\n')
      .filter((line) => /^(?!\s*\/\*\*).*\S/.test(line))
    expect(lines.length).toBeLessThanOrEqual(MOST_LINES)
    // Beside it one that does not, which shows that the compiler looks.
    const broken = join(dirname(file), 'broken.mjs')
    await writeFile(broken, (await readFile(file, 'utf8')).replace('.penalty(', '.punish('))
    expect(compile([file, broken])).toEqual([expect.stringContaining("'punish' does not exist")])
  })

  test('compares no more passwords of one account in two processes than the budget has (LIM-01, LIM-08)', async () => {
    const apps = await openApps()
    const endings = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        attempt(apps[index % 2 === 0 ? 0 : 1], { address: addressAt(index) }),
      ),
    )
    expect(new Set(endings)).toEqual(new Set(['wrong']))
    expect(apps[0].compared() + apps[1].compared()).toBe(10)
  })

  test('refuses the sixth wrong password from one address, and says when to come again (LIM-07)', async () => {
    const [app] = await openApps()
    const endings = []
    for (let tries = 0; tries < 7; tries += 1)
      endings.push(await attempt(app, { address: '203.0.113.7' }))
    expect(endings).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'refused', 'refused'])
  })

  test('gives points of right passwords back (LIM-03)', async () => {
    const [app] = await openApps()
    for (let tries = 0; tries < 30; tries += 1) {
      expect(await attempt(app, { ...RIGHT, address: '203.0.113.7' })).toBe('in')
    }
  })

  test('rejects while Redis is away, so that each process counts by itself (LIM-16)', async () => {
    const gone = new Redis({
      port: 1,
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    })
    gone.on('error', () => undefined)
    onTestFinished(() => gone.disconnect())
    const store = await importExample(gone)
    const spend = { key: 'a', interval: 60_000, burst: 300_000, now: Date.now() }
    await expect(store.spend(spend)).rejects.toBeInstanceOf(Error)
  })
})
