import { createServer } from 'node:net'

/** How many ports after a taken one are tried. */
export const MORE_PORTS = 50

/** Where servers listen: on all addresses, or on that of this machine alone. */
const HOSTS = [undefined, '127.0.0.1']

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host }, () => server.close(() => resolve(true)))
  })
}

/** The port itself or the next one that is free; `undefined` where there is none near. */
export async function findFreePort(port: number): Promise<number | undefined> {
  for (let next = port; next <= Math.min(port + MORE_PORTS, 65_535); next += 1) {
    const free = []
    for (const host of HOSTS) free.push(await canListen(next, host))
    if (!free.includes(false)) return next
  }
  return undefined
}
