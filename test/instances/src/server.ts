/** An application in a process of its own: it takes its settings from the environment, and says its port when it is ready. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { redisAdapter } from '@latchstring/adapter-redis'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { isAuthError } from '@latchstring/core/errors'
import { Redis } from 'ioredis'
import { asRequest, send } from '@latchstring/test-kit/node-http'

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set.`)
  return value
}

/** Milliseconds that a call of the store may take. */
const TIMEOUT = 3000

function openAdapter(url: string): Adapter {
  if (!url.startsWith('redis:')) return openSqlAdapter(url, { timeout: TIMEOUT, poolSize: 8 })
  // Commands fail while the server is away, in place of waiting for it.
  const client = new Redis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false })
  client.on('error', () => undefined)
  return redisAdapter(client, { timeout: TIMEOUT })
}

const origin = setting('ORIGIN')

const auth = createAuth(
  {
    adapter: openAdapter(setting('STORE')),
    providers: [
      {
        id: 'harbour',
        name: 'Harbour ID',
        type: 'oidc',
        issuer: setting('ISSUER'),
        clientId: 'app',
        clientSecret: setting('CLIENT_SECRET'),
      },
    ],
    logger: {
      error: (error) => console.log(`error ${isAuthError(error) ? error.type : error.name}`),
      warn: () => undefined,
    },
  },
  // Only outside production a provider may speak http.
  { env: { NODE_ENV: 'test', AUTH_URL: origin, AUTH_SECRET: setting('AUTH_SECRET') } },
)

process.stdin.resume().once('close', () => process.exit())

const server = createServer((incoming, outgoing) => {
  void asRequest(incoming, origin)
    .then((request) => auth.handle(request))
    .then((response) => send(response, outgoing))
    .catch(() => outgoing.destroy())
})
await once(server.listen(0, '127.0.0.1'), 'listening')
// A server that listens on a port has an address of this kind.
console.log(`listening ${(server.address() as AddressInfo).port}`)
