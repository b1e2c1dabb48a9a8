import { channel } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { nextStart } from 'next/dist/cli/next-start.js'
import { forward } from './forward.ts'
import { buildNextApp, NEXT_APP } from './next-build.ts'

/** A production server of Next.js. */
export interface NextServer {
  /** Sends a request over HTTP, whatever host it names. */
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

/** The server that answers the first request which comes to this process. */
function firstServer(): Promise<Server> {
  return new Promise((resolve) => {
    const started = channel('http.server.request.start')
    const take = (message: unknown): void => {
      started.unsubscribe(take)
      // Node.js documents that the message of this channel has the server.
      resolve((message as { readonly server: Server }).server)
    }
    started.subscribe(take)
  })
}

/**
 * Runs the command `next start` over a build of the application, in this process: so tests and application share
 * configurations and a clock.
 */
export async function startNextServer(): Promise<NextServer> {
  process.env['CONTRACT_DIST_DIR'] = await buildNextApp()
  await nextStart({ port: 0, hostname: '127.0.0.1' }, NEXT_APP)
  // Where Next.js says which port it got.
  const port = Number(process.env['PORT'])
  const server = firstServer()
  await forward(port, new Request('http://127.0.0.1/nothing'))
  return {
    fetch: (request) => forward(port, request),
    async close() {
      const listening = await server
      listening.closeAllConnections()
      listening.close()
    },
  }
}
