/** A server whose users have passwords, in a process of its own. With `scrypt`, nothing in it finds an Argon2. */
import crypto from 'node:crypto'
import { createServer } from 'node:http'
import { register, syncBuiltinESMExports } from 'node:module'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { createAuth } from '@latchstring/core'
import { recordTables } from '@latchstring/core/adapters'
import { toNodeHandler } from '@latchstring/core/framework'
import { ORIGIN, SECRET } from './values.mjs'

const [method = '', count = '0'] = process.argv.slice(2)

const HIDDEN = `export async function resolve(specifier, context, next) {
  if (specifier === '@node-rs/argon2') throw new Error('It is not installed.')
  return next(specifier, context)
}`

if (method === 'scrypt') {
  Reflect.set(crypto, 'argon2', undefined)
  syncBuiltinESMExports()
  register(`data:text/javascript,${encodeURIComponent(HIDDEN)}`)
}

const { hashes, passwords, usernames } = await import('@latchstring/passwords')
const { createPasswordHasher } = await import('@latchstring/passwords/hashing')

const PASSWORD = 'correct horse battery staple'

const adapter = openSqlAdapter(':memory:', {
  sessionControl: true,
  records: [...recordTables, hashes, usernames],
})
await adapter.migrate()
// A third may wait, which of 300 is the default.
const hasher = await createPasswordHasher({ waiting: Number(count) / 3 })
const feature = passwords({ hash: hasher })
const auth = createAuth(
  {
    providers: [
      { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: () => undefined },
    ],
    features: [feature],
    adapter,
    session: { strategy: 'jwt', revocation: true },
    // Of the budgets of one client, 300 requests would leave less to the queue.
    limits: false,
    logger: { error: () => undefined, warn: () => undefined },
  },
  { env: { NODE_ENV: 'production', AUTH_URL: ORIGIN, AUTH_SECRET: SECRET } },
)

// One hash for all: comparing costs the same, and making 300 is no part of it.
const hash = await hasher.hash(PASSWORD)
for (let index = 0; index < Number(count); index++) {
  const email = `user${index}@example.com`
  const user = { id: `user-${index}`, name: null, email, emailVerified: new Date(0), image: null }
  const { id } = await adapter.createUser(user)
  await auth.system(feature).setHash(id, hash)
}

const answer = toNodeHandler(auth)
const server = createServer((message, response) => void answer(message, response))
server.keepAliveTimeout = 60_000

process.on('message', () => {
  const { rss } = process.memoryUsage()
  // In KiB, of the whole life of the process.
  process.send?.({ resident: rss, most: process.resourceUsage().maxRSS * 1024 })
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', 1024, () =>
  process.send?.({ address: server.address(), method: hasher.method }),
)
