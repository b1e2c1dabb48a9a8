import { once } from 'node:events'
import { createServer } from 'node:http'

/** A page of another site. */
export interface Stranger {
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * Serves a page from an address that is another site than the demo's: `127.0.0.1`, where the demo is at `localhost`.
 *
 * @param body - markup of the page
 * @returns the running server
 */
export async function startStranger(body: string): Promise<Stranger> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Stranger</title><link rel="icon" href="data:,">${body}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
