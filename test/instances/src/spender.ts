/**
 * A process that spends from one budget: it says when it is ready, begins on a message, and says how many of its tries were
 * allowed.
 */
import { once } from 'node:events'
import { redisAdapter } from '@latchstring/adapter-redis'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { Adapter } from '@latchstring/core/adapters'
import { Redis } from 'ioredis'

const { STORE_URL = '', BUDGET = '{}', TRIES = '0', AT_ONCE = '1' } = process.env

interface Opened {
  readonly adapter: Adapter
  readonly close: () => Promise<unknown>
}

function open(): Opened {
  if (!STORE_URL.startsWith('redis:')) {
    const adapter = openSqlAdapter(STORE_URL, { sessionControl: true, timeout: 60_000 })
    return { adapter, close: () => adapter.close() }
  }
  const client = new Redis(STORE_URL)
  return { adapter: redisAdapter(client, { timeout: 60_000 }), close: () => client.quit() }
}

const { adapter, close } = open()
// The test wrote it, from a value of this type.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const budget = JSON.parse(BUDGET) as Parameters<NonNullable<Adapter['spend']>>[0]

let left = Number(TRIES)
let allowed = 0

async function spendInTurn(): Promise<void> {
  while (left > 0) {
    left -= 1
    const spent = await adapter.spend?.(budget)
    if (spent?.allowed === true) allowed += 1
  }
}

// A look at another budget opens the connection.
await adapter.spend?.({ ...budget, key: `${budget.key}-${process.pid}` })
process.stdout.write('ready\n')
await once(process.stdin, 'data')
await Promise.all(Array.from({ length: Number(AT_ONCE) }, spendInTurn))
process.stdout.write(`allowed ${allowed}\n`)
await close()
process.stdin.destroy()
