import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** An address that connections are forwarded from. */
export interface Forwarder {
  readonly port: number
  /** Forwards to another port from now on; to none, connections are refused. */
  readonly point: (port: number | undefined) => void
  readonly close: () => void
}

/** Starts an address whose connections go to another one, which can change. */
export async function startForwarder(first?: number): Promise<Forwarder> {
  let target = first
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (target === undefined) return void socket.destroy()
    const onward = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('No port was given.')
  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    point(port) {
      target = port
      drop()
    },
    close() {
      drop()
      server.close()
    },
  }
}
