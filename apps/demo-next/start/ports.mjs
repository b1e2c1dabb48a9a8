import { createServer } from 'node:net'

const TRIES = 50

/** @type {(port: number, host: string | undefined) => Promise<number | undefined>} nothing when it is taken */
function tryPort(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      const found = typeof address === 'object' && address !== null ? address.port : undefined
      server.close(() => resolve(found))
    })
  })
}

/**
 * Some systems let a server take a port on one address while another one holds it on all of them,
 * so both are tried.
 *
 * @type {(port: number) => Promise<boolean>}
 */
const isFree = async (port) =>
  (await tryPort(port, undefined)) !== undefined && (await tryPort(port, '127.0.0.1')) !== undefined

/** @type {(name: string, fallback: number) => number} */
function wantedPort(name, fallback) {
  const text = process.env[name] ?? ''
  if (text === '') return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new Error(
    `${name} is ${JSON.stringify(text)}. Set it to a port from 0 to 65535; 0 takes any.`,
  )
}

/**
 * Finds the ports of the demo: the wanted ones, or the next free ones after them.
 *
 * @template {string} Name
 * @param {Readonly<Record<Name, number>>} defaults by environment variable; there, 0 takes any port
 * @returns {Promise<{ ports: Record<Name, number>, moved: { name: Name, from: number, to: number }[] }>}
 *   the ports, and which of them are not the wanted ones
 */
export async function findPorts(defaults) {
  /** @type {Map<string, number>} */
  const ports = new Map()
  /** @type {{ name: Name, from: number, to: number }[]} */
  const moved = []
  const taken = new Set()
  // The keys are those of the defaults.
  for (const name of /** @type {Name[]} */ (Object.keys(defaults))) {
    const from = wantedPort(name, defaults[name])
    const to = await findPort(from, taken)
    if (from !== 0 && to !== from) moved.push({ name, from, to })
    taken.add(to)
    ports.set(name, to)
  }
  // As above.
  return { ports: /** @type {Record<Name, number>} */ (Object.fromEntries(ports)), moved }
}

/** @type {(from: number, taken: ReadonlySet<number>) => Promise<number>} */
async function findPort(from, taken) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = from === 0 ? await tryPort(0, '127.0.0.1') : from + tries
    if (port !== undefined && !taken.has(port) && (await isFree(port))) return port
  }
  throw new Error(`There is no free port from ${from} to ${from + TRIES - 1}.`)
}
