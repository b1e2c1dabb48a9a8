import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { LimitsOptions } from '@latchstring/core/types'
import { Redis } from 'ioredis'
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

/** Writes the example of the page into a module beside the package, and imports it. */
async function importExample(storeClient: Redis): Promise<Store> {
  const [, code = ''] =
    /```js\n([^`]*'rate-limiter-flexible'[\s\S]*?)\n```/.exec(await readFile(PAGE, 'utf8')) ?? []
  const [imports = '', ...body] = code.split('\n')
  const folder = await mkdtemp(join(FOLDER, 'written-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'example.mjs')
  const made = `export function create(storeClient) {\n${body.join('\n')}\nreturn store\n}`
  await writeFile(file, `${imports}\n${made}\n`)
  const example: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href)
  // What was written there.
  const { create } = example as { readonly create: (client: Redis) => Store }
  return create(storeClient)
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
