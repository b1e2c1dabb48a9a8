/**
 * An application whose sessions can be ended and whose tries are limited, in a process of its own. It says its port when it is
 * ready; under /control it counts what it compared and sent, and has its clock moved.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { redisAdapter } from '@latchstring/adapter-redis'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { asRequest, listen, send } from '@latchstring/test-kit/node-http'
import { PASSWORD, passwords } from '@latchstring/test-kit/people'
import { Redis } from 'ioredis'

const { STORE_URL = '', WINDOW = '30', GRACE = '300', CLOCK } = process.env

/** Milliseconds that a call of the store may take. */
const TIMEOUT = 20_000

async function openAdapter(): Promise<Adapter> {
  if (!STORE_URL.startsWith('redis:')) {
    return openSqlAdapter(STORE_URL, { timeout: TIMEOUT, poolSize: 8, sessionControl: true })
  }
  // Commands fail while the server is away, in place of waiting for it.
  const client = new Redis(STORE_URL, { maxRetriesPerRequest: 0, enableOfflineQueue: false })
  client.on('error', () => undefined)
  await once(client, 'ready')
  return redisAdapter(client, { timeout: TIMEOUT })
}

let now = Number(CLOCK)
let compared = 0
let mails = 0

const auth = createAuth(
  {
    adapter: await openAdapter(),
    providers: [
      passwords({
        authorize({ username, password }) {
          compared += 1
          return password === PASSWORD ? { id: String(username), name: String(username) } : null
        },
      }),
      {
        id: 'mail',
        name: 'Mail',
        type: 'email',
        sendVerificationRequest: () => void (mails += 1),
      },
    ],
    session: {
      strategy: 'jwt',
      revocation: { window: Number(WINDOW), graceWithoutStore: Number(GRACE) },
    },
    clientAddress: { header: 'x-client' },
    logger: { error: () => undefined, warn: () => undefined },
  },
  // With a clock of its own the application takes it for the steady one as well.
  { env: ENV, ...(CLOCK === undefined ? {} : { clock: () => now }) },
)

/** Answers what a test asks of the process itself. */
function control(path: string): Response {
  const { searchParams } = new URL(path, ORIGIN)
  now = Number(searchParams.get('clock') ?? now)
  return Response.json({ compared, mails })
}

process.stdin.resume().once('close', () => process.exit())

const server = createServer((incoming, outgoing) => {
  const { url = '/' } = incoming
  const answer = url.startsWith('/control')
    ? Promise.resolve(control(url))
    : asRequest(incoming, ORIGIN).then((request) => auth.handle(request))
  answer.then((response) => send(response, outgoing)).catch(() => outgoing.destroy())
})
// A connection that is idle for a while on a busy machine would be closed just when its client sends on it.
server.keepAliveTimeout = 0
console.log(`listening ${await listen(server)}`)
