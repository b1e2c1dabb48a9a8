/** Servers in processes of their own, and what a flood at the pace of LGO-14 costs them. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request as send } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { toNodeHandler } from '@latchstring/core/framework'
import { message, openReceiver, PATH } from './logout-flood.mjs'

/** @typedef {Awaited<ReturnType<typeof startServer>>} FloodedServer */

/** A server in a process of its own. @type {(which: string) => Promise<void>} */
async function serve(which) {
  const { auth } = await openReceiver()
  const library = toNodeHandler(auth)
  const server = createServer((request, response) => {
    if (which === 'library') return void library(request, response)
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const length = new URLSearchParams(text).get('logout_token')?.length
      const body = JSON.stringify({ error: 'invalid_request', length })
      response.writeHead(400, { 'content-type': 'application/json' }).end(body)
    })
  })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.on('disconnect', () => process.exit())
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}

/** A minute has so many posts, by the rule. */
const PACE_MS = 60_000 / 10_000

/** @type {(which: string) => Promise<{ post: (kind: import('./logout-flood.mjs').Kind, index: number) => Promise<void>, spent: () => Promise<number>, stop: () => void }>} */
export async function startServer(which) {
  const child = fork(fileURLToPath(import.meta.url), [which])
  const [{ port }] = /** @type {[import('node:net').AddressInfo]} */ (await once(child, 'message'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async post(kind, index) {
      const { body, headers: named } = message(kind, index)
      const headers = { ...named, 'content-length': body.length }
      const request = send({ port, host: '127.0.0.1', method: 'POST', path: PATH, agent, headers })
      request.end(body)
      const [response] = /** @type {[import('node:http').IncomingMessage]} */ (
        await once(request, 'response')
      )
      response.resume()
      await once(response, 'end')
      if (response.statusCode !== 400) throw new Error(`A server answered ${response.statusCode}.`)
    },
    async spent() {
      child.send('spent')
      const [microseconds] = /** @type {[number]} */ (await once(child, 'message'))
      return microseconds
    },
    stop() {
      agent.destroy()
      child.disconnect()
    },
  }
}

/**
 * Posts at the pace of the rule to all servers, after as many posts as fast as they are answered: a flood lasts, and the first of
 * its requests compile what the others run.
 *
 * @param {readonly FloodedServer[]} servers
 * @param {import('./logout-flood.mjs').Kind} kind
 * @param {{ earlier: number, posts: number }} times to each
 * @returns {Promise<readonly number[]>} the share of a processor that each has taken
 */
export async function flood(servers, kind, { earlier, posts }) {
  for (let index = 0; index < earlier; index += 1)
    for (const { post } of servers) await post(kind, -1 - index)
  const before = await Promise.all(servers.map(({ spent }) => spent()))
  const start = performance.now()
  for (let index = 0; index < posts; index += 1) {
    for (const { post } of servers) await post(kind, index)
    await sleep(Math.max(0, start + (index + 1) * PACE_MS - performance.now()))
  }
  const elapsed = (performance.now() - start) * 1000
  const after = await Promise.all(servers.map(({ spent }) => spent()))
  return after.map((spent, which) => (spent - (before[which] ?? NaN)) / elapsed)
}

const [, program = '', which = ''] = process.argv
if (program === fileURLToPath(import.meta.url)) await serve(which)
