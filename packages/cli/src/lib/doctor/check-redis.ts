import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { Application } from './application.ts'
import { type Finding, broken, note } from './finding.ts'
import { type Value, memberValue } from './value.ts'
import { firstVariable } from './variables.ts'

const DOCS = 'docs/storage-redis.md#configure-the-server-as-a-database'
const FIX =
  'Set maxmemory-policy noeviction, at a hosted Redis in its console (eviction: off), and use another Redis for caches.'

/** Milliseconds for one answer. */
const PATIENCE = 3000
/** More than `INFO memory` has. */
const LONGEST_ANSWER = 65_536

/** The first address of a Redis in an expression, such as that of `new Redis(process.env.REDIS_URL)` and `createClient({ url })`. */
function findAddress(value: Value | undefined, { variables }: Application): string | undefined {
  if (value?.kind === 'text') return value.text
  if (value?.kind === 'environment') {
    const set = firstVariable(variables, [value.variable])?.value
    return set ?? (value.otherwise?.kind === 'text' ? value.otherwise.text : undefined)
  }
  return undefined
}

function readAddress(adapter: Value & { readonly kind: 'call' }, application: Application): URL {
  const [client] = adapter.args
  const [first] = client?.kind === 'call' ? client.args : []
  const named =
    findAddress(first, application) ?? findAddress(memberValue(first, 'url'), application)
  const usual = firstVariable(application.variables, ['REDIS_URL'])?.value
  const text = named ?? usual ?? ''
  return new URL(/^rediss?:\/\//.test(text) && URL.canParse(text) ? text : 'none:')
}

/** A command in the protocol of Redis (RESP). */
const command = (...words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`

/** What the server says of its memory; rejects where it says nothing of a policy. */
function askMemory({ protocol, hostname, port, username, password }: URL): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const place = { host, port: Number(port || 6379) }
  return new Promise((resolve, reject) => {
    const socket: Socket =
      protocol === 'rediss:' ? connectSecure({ ...place, servername: host }) : connectPlain(place)
    const end = (policy: string | undefined): void => {
      socket.destroy()
      if (policy === undefined) reject(new Error('The server did not say.'))
      else resolve(policy)
    }
    let said = ''
    const login = [username || 'default', password].map(decodeURIComponent)
    socket.setTimeout(PATIENCE, () => end(undefined))
    socket.on('error', () => end(undefined))
    socket.on('close', () => end(undefined))
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      said += String(text)
      const [, policy] = /^maxmemory_policy:([\w-]+)\r\n/m.exec(said) ?? []
      if (policy !== undefined) end(policy)
      else if (/^-/m.test(said) || said.length > LONGEST_ANSWER) end(undefined)
    })
    socket.write((password === '' ? '' : command('AUTH', ...login)) + command('INFO', 'memory'))
  })
}

/** Whether the Redis of the adapter deletes keys that have not expired. It is asked one question, and nothing in it is read. */
export async function checkRedis(application: Application): Promise<readonly Finding[]> {
  const adapter = memberValue(application.configured?.options, 'adapter')
  if (adapter?.kind !== 'call' || adapter.from !== '@latchstring/adapter-redis') return []
  const url = readAddress(adapter, application)
  const policy = url.protocol === 'none:' ? undefined : await askMemory(url).catch(() => undefined)
  if (policy === 'noeviction') return []
  if (policy === undefined) {
    return [
      note({
        id: 'redis-policy-unknown',
        what: 'Whether the Redis of the adapter deletes keys when its memory is full could not be asked.',
        why: 'With a maxmemory-policy that evicts (allkeys-*, volatile-*) users, sessions and the endings of sessions get lost.',
        fix: `Look at maxmemory-policy. ${FIX}`,
        docs: DOCS,
      }),
    ]
  }
  return [
    broken({
      id: 'redis-evicts',
      what: `The Redis at ${url.host} has the maxmemory-policy ${policy}.`,
      why: 'When its memory is full it deletes users, sessions and the endings of sessions, so that a session that was ended may be accepted again.',
      fix: FIX,
      docs: DOCS,
    }),
  ]
}
