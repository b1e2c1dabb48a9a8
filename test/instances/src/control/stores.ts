import { openSqlAdapter } from '@latchstring/adapter-sql'
import { startPostgres } from '../../../../tools/servers/postgres.mjs'
import type { PrivateServer } from '../../../../tools/servers/private-server.mjs'
import { startRedis } from '../../../../tools/servers/stores.mjs'
import { postgresVersion, redisVersion } from '../store.ts'

/** A store on a server of its own. */
export interface ControlStore {
  readonly server: PrivateServer
  version(): Promise<string>
}

/** Starts PostgreSQL and makes the tables. */
export async function openPostgresControl(): Promise<ControlStore> {
  const server = await startPostgres()
  const adapter = openSqlAdapter(server.url, { sessionControl: true })
  await adapter.migrate()
  await adapter.close()
  return { server, version: () => postgresVersion(server.url) }
}

/** Starts Redis, which keeps what is written. */
export async function openRedisControl(): Promise<ControlStore> {
  const server = await startRedis({ durable: true })
  return { server, version: () => redisVersion(server.url) }
}
