/** An HTTP server over one of the ways to answer `GET session`, in a process of its own. */
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Auth } from '@auth/core'
import { toNodeHandler } from '@latchstring/core/framework'
import { createApplication, createReaders } from './application.mjs'
import { PLAIN } from './configurations.mjs'
import { readSpread } from './floor.mjs'
import { ours } from './library.mjs'
import { peerConfig } from './peer.mjs'
import { profile } from './profile.mjs'
import { ORIGIN, SESSION_COOKIE } from './values.mjs'

/**
 * @typedef {import('node:http').RequestListener} Listener
 * @typedef {import('./load.mjs').Message} Message
 * @typedef {(request: Request) => Response | Promise<Response>} Handler
 */

const [kind = '', token = ''] = process.argv.slice(2)

const { handle, open } = createReaders(token)

/** The way of most frameworks: through the objects of the web. @type {(handler: Handler) => Listener} */
const web = (handler) => async (message, response) => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  const answer = await handler(new Request(`${ORIGIN}${message.url}`, { headers }))
  const body = await answer.text()
  response.writeHead(answer.status, [
    ...[...answer.headers].flat(),
    'content-length',
    String(Buffer.byteLength(body)),
  ])
  response.end(body)
}

/** @type {Listener} */
function native(message, response) {
  const found = readSpread(message.headers.cookie ?? '', SESSION_COOKIE)
  const body = JSON.stringify(found === undefined ? null : open(found))
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

const application = createApplication(ours, PLAIN)

/** @type {ReadonlyMap<string, Listener>} */
const LISTENERS = new Map([
  ['native', native],
  ['web', web(handle)],
  ['ours', web((request) => application.handle(request))],
  ['oursNative', toNodeHandler(application)],
  ['peer', web((request) => Auth(request, peerConfig(1)))],
])

const server = createServer(LISTENERS.get(kind))
server.keepAliveTimeout = 60_000

/** Reports about the process: CPU time, memory, or a profile. @type {Readonly<Record<string, () => Message | Promise<Message>>>} */
const ANSWERS = {
  usage: () => ({ usage: process.cpuUsage() }),
  memory() {
    globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    return { heap: heapUsed, resident: rss }
  },
  // The requests are the work.
  profile: async () => ({ hot: await profile(() => delay(20)) }),
}

/** @type {(question: unknown) => Promise<void>} */
async function tell(question) {
  process.send?.(await ANSWERS[String(question)]?.())
}

process.on('message', (question) => void tell(question))
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ address: server.address() }))
