import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Redis } from 'ioredis'

/** A service that speaks the REST interface of Upstash. */
export interface UpstashService {
  readonly url: string
  close(): Promise<void>
}

type Command = readonly [name: string, ...args: string[]]
type Encode = (value: unknown) => unknown

async function read(incoming: IncomingMessage): Promise<unknown> {
  let body = ''
  for await (const part of incoming) body += String(part)
  return JSON.parse(body)
}

/** Clients ask for strings in Base64, so that bytes survive JSON. */
const inBase64: Encode = (value) => {
  if (Array.isArray(value)) return value.map(inBase64)
  return typeof value === 'string' && value !== 'OK' ? Buffer.from(value).toString('base64') : value
}

/** Starts the service over Redis: one command for each POST, or many at `/pipeline`. */
export async function startUpstashService(redis: Redis): Promise<UpstashService> {
  const execute = async ([name, ...args]: Command, encode: Encode): Promise<object> => {
    try {
      return { result: encode(await redis.call(name, ...args)) }
    } catch (error) {
      return { error: String(error) }
    }
  }
  const server = createServer((incoming, outgoing) => {
    const encode: Encode =
      incoming.headers['upstash-encoding'] === 'base64' ? inBase64 : (value) => value
    const pipelined = incoming.url === '/pipeline'
    void read(incoming)
      .then((body) =>
        pipelined
          ? // A list of commands, as its documentation says.
            Promise.all((body as readonly Command[]).map((command) => execute(command, encode)))
          : // One command.
            execute(body as Command, encode),
      )
      .then((answer) => {
        outgoing.setHeader('content-type', 'application/json')
        outgoing.end(JSON.stringify(answer))
      })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
