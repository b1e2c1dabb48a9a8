import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { redisAdapter } from '@latchstring/adapter-redis'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { expect } from 'vitest'
import { startPostgres, startStandby } from '../../../../tools/servers/postgres.mjs'
import { startMariadb, startRedis } from '../../../../tools/servers/stores.mjs'
import { startForwarder } from './forwarder.ts'
import { createCleanUps, type LivingStore } from './living-store.ts'

type CleanUps = ReturnType<typeof createCleanUps>

/** Opens adapters for SQL over one database, and makes the tables with the first. */
const opener =
  (url: string, cleanUps: CleanUps): LivingStore['open'] =>
  async () => {
    const adapter = openSqlAdapter(url, { sessionControl: true })
    cleanUps.add(() => adapter.close())
    await adapter.migrate()
    return adapter
  }

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const countEndings = async (url: string): Promise<number> =>
  Number((await query(url, 'select count(*) as found from revocations'))[0]?.['found'])

const portOf = (url: string): number => Number(new URL(url).port)

/** PostgreSQL, and a streaming replica that is promoted when the primary is lost. */
export async function startReplicated(): Promise<LivingStore> {
  const cleanUps = createCleanUps()
  const primary = await startPostgres()
  cleanUps.add(() => primary.stop())
  const replica = await startStandby(primary)
  cleanUps.add(() => replica.stop())
  const forwarder = await startForwarder(portOf(primary.url))
  cleanUps.add(() => forwarder.close())
  let resume: (() => Promise<void>) | undefined
  return {
    open: opener(`postgres://postgres@127.0.0.1:${forwarder.port}/postgres`, cleanUps),
    async snapshot() {
      const count = await countEndings(primary.url)
      await expect.poll(() => countEndings(replica.url), { timeout: 30_000 }).toBe(count)
      resume = await replica.suspend()
    },
    async goBack() {
      await primary.suspend()
      await resume?.()
      await query(replica.url, 'select pg_promote()')
      forwarder.point(portOf(replica.url))
      // Pools notice that their connections were cut.
      await sleep(200)
    },
    suspend: async () => primary.suspend(),
    close: cleanUps.run,
  }
}

/** Runs a program of MariaDB against a server. */
function runMariadb(program: string, url: string, args: readonly string[], input = ''): string {
  const { hostname, port } = new URL(url)
  const all = ['--no-defaults', `--host=${hostname}`, `--port=${port}`, '--user=root', ...args]
  const { status, stdout, stderr } = spawnSync(program, all, { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  return stdout
}

/** MariaDB, whose database is restored from a dump. */
export async function startDumped(): Promise<LivingStore> {
  const cleanUps = createCleanUps()
  const server = await startMariadb()
  cleanUps.add(() => server.stop())
  runMariadb('mariadb', server.url, ['--execute=CREATE DATABASE app'])
  let dump = ''
  return {
    open: opener(new URL('/app', server.url).href, cleanUps),
    async snapshot() {
      dump = runMariadb('mariadb-dump', server.url, ['--single-transaction', 'app'])
    },
    goBack: async () => void runMariadb('mariadb', server.url, ['app'], dump),
    suspend: async () => server.suspend(),
    close: cleanUps.run,
  }
}

/** Redis, which is started again from a snapshot. */
export async function startSnapshotted(): Promise<LivingStore> {
  const cleanUps = createCleanUps()
  const server = await startRedis()
  cleanUps.add(() => server.stop())
  const openClient = (): Redis => {
    const client = new Redis(server.url)
    client.on('error', () => undefined)
    cleanUps.add(() => client.disconnect())
    return client
  }
  const save = async (): Promise<void> => void (await openClient().save())
  const restart = async (): Promise<void> => (await server.suspend())()
  return {
    open: async () => redisAdapter(openClient()),
    snapshot: save,
    goBack: restart,
    async suspend() {
      await save()
      return server.suspend()
    },
    close: cleanUps.run,
  }
}
