import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest'
import { createMysqlDatabase, createPostgresDatabase } from '../../adapters/sql/test/stores.ts'
import { bundleProgram, type Program } from './src/instance.ts'

const PROCESSES = 4
const TRIES = 10_000
const POINTS = 100

const cleanUps: (() => Promise<unknown> | undefined)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

let program: Program
beforeAll(async () => {
  program = await bundleProgram('spender.ts')
})
afterAll(() => program.remove())

type CreateSql = typeof createPostgresDatabase

async function openSql(create: CreateSql): Promise<string> {
  const database = await create()
  cleanUps.push(() => database.drop())
  const adapter = openSqlAdapter(database.url, { sessionControl: true })
  await adapter.migrate()
  await adapter.close()
  return database.url
}

const STORES = [
  { name: 'PostgreSQL', open: () => openSql(createPostgresDatabase) },
  { name: 'MariaDB', open: () => openSql(createMysqlDatabase) },
  { name: 'Redis', open: async () => process.env['LATCHSTRING_TEST_REDIS_URL'] ?? '' },
] as const

/** The number at the end of what a process says once it is done. */
function listen(child: ChildProcess): { ready: Promise<void>; allowed: Promise<number> } {
  let output = ''
  const closed = once(child, 'close')
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => (output += part))
  }
  const until = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [, found] = pattern.exec(output) ?? []
      if (found !== undefined) return found
      if (child.exitCode !== null) throw new Error(`The process ended: ${output}`)
      await Promise.race([child.stdout && once(child.stdout, 'data'), closed])
    }
  }
  return {
    ready: until(/^(ready)$/m).then(() => undefined),
    allowed: until(/^allowed (\d+)$/m).then(Number),
  }
}

describe.each(STORES)(`${TRIES} tries by ${PROCESSES} processes at once over $name`, ({ open }) => {
  it('spend exactly the points of the budget (LIM-08)', { timeout: 300_000 }, async () => {
    const budget = {
      key: crypto.randomUUID(),
      interval: 36_000,
      burst: 36_000 * POINTS,
      now: Date.now(),
    }
    // The last one is what types of another framework make obligatory.
    const env = {
      STORE_URL: await open(),
      BUDGET: JSON.stringify(budget),
      TRIES: String(TRIES / PROCESSES),
      AT_ONCE: '50',
      NODE_ENV: 'production' as const,
    }
    const children = Array.from({ length: PROCESSES }, () =>
      spawn(process.execPath, [program.file], { env, stdio: ['pipe', 'pipe', 'pipe'] }),
    )
    cleanUps.push(async () => {
      for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
      await Promise.resolve()
    })
    const said = children.map(listen)
    await Promise.all(said.map(({ ready }) => ready))
    for (const child of children) child.stdin.write('go\n')
    const counts = await Promise.all(said.map(({ allowed }) => allowed))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(POINTS)
  })
})
