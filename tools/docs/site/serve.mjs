/** Shows the built site on this machine: `npm run site -- --serve`. */
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { untilInterrupted } from '../../run.mjs'

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
])

/** @type {(folder: string, path: string) => string | undefined} */
function findFile(folder, path) {
  const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path))
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined
}

/**
 * Serves a folder on the loopback interface.
 *
 * @param {string} folder
 * @param {number} port 0 for any
 * @returns {Promise<{ readonly url: string, readonly close: () => Promise<void> }>}
 */
export function serveFolder(folder, port) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = findFile(folder, path)
    const shown = file ?? join(folder, '404.html')
    const type = TYPES.get(extname(shown)) ?? 'application/octet-stream'
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type })
    createReadStream(shown).pipe(response)
  })
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const used = typeof address === 'object' && address !== null ? address.port : port
      resolve({
        url: `http://127.0.0.1:${used}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    })
  })
}

/**
 * Serves a folder until the person or the machine asks this process to stop.
 *
 * @param {string} folder
 * @param {number} port 0 for any
 * @returns {Promise<void>}
 */
export async function showFolder(folder, port) {
  const { url, close } = await serveFolder(folder, port)
  console.log(`The site is at ${url}. Ctrl+C stops it.`)
  await untilInterrupted()
  await close()
}
