import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { NodeHandler, NodeRequest } from '@latchstring/core/framework'
import { onTestFinished } from 'vitest'

/** What is sent. */
export interface Sent {
  readonly method: string
  /** As it is in the request line. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Buffer | undefined
  /** Without a length. */
  readonly chunked?: boolean
}

/** What is received, without what differs each time. */
export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly body: string
}

/** What servers add, or may write in several ways. */
const OF_THE_SERVER = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  ':status',
])

const VARIABLE = /(?<=ref(?:=|&quot;:&quot;|":"))\w{8}|\b\w{4}-?\w{4}(?=<\/code>)|\b[0-9a-f]{64}\b/g

/** Without references and tokens, which are other ones each time. */
function steady(text: string): string {
  return text.replaceAll(VARIABLE, '…')
}

/** Sealed values are other ones each time. */
function withoutValue(cookie: string): string {
  return cookie.replace(/^([^=]+)=[^;]{40,}/, '$1=…')
}

function toReceived(
  status: number,
  headers: readonly (readonly [string, string])[],
  body: string,
): Received {
  const named = headers.map(([name, value]) => [name.toLowerCase(), steady(value)] as const)
  const cookies = named.filter(([name]) => name === 'set-cookie')
  return {
    status,
    headers: Object.fromEntries(
      named.filter(([name]) => name !== 'set-cookie' && !OF_THE_SERVER.has(name)),
    ),
    cookies: cookies.map(([, value]) => withoutValue(value)),
    body: steady(body),
  }
}

async function readBytes(stream: AsyncIterable<unknown>): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = []
  // Streams of Node.js without an encoding give bytes.
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

async function readText(stream: AsyncIterable<unknown>): Promise<string> {
  return (await readBytes(stream)).toString()
}

/** Pairs of a list in which names and values take turns. */
function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : [],
  )
}

/** Above what the library takes of cookies. */
const MAX_HEADERS = 65_536

/** A server on loopback, and a client for it. */
export interface NodeServer {
  readonly port: number
  send(sent: Sent): Promise<Received>
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Starts a server of HTTP/1.1 for the running test. */
export async function startHttp1(listener: Listener): Promise<NodeServer> {
  const server = createServer(
    { maxHeaderSize: MAX_HEADERS },
    (request, response) => void listener(request, response),
  )
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    port,
    async send({ method, target, headers, body, chunked = false }) {
      const length =
        body === undefined || chunked ? {} : { 'content-length': Buffer.byteLength(body) }
      // Lists are not changed.
      const given = { ...headers, ...length } as Record<string, string | string[]>
      const outgoing = ask({ host: '127.0.0.1', port, method, path: target, headers: given })
      outgoing.end(body)
      // What the event has.
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
      return toReceived(
        incoming.statusCode ?? 0,
        pairs(incoming.rawHeaders),
        await readText(incoming),
      )
    },
  }
}

type Http2Listener = (
  request: http2.Http2ServerRequest,
  response: http2.Http2ServerResponse,
) => unknown

/** Starts a server of HTTP/2 without TLS for the running test. */
export async function startHttp2(listener: Http2Listener): Promise<NodeServer> {
  const server = http2.createServer((request, response) => void listener(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const client = http2.connect(`http://127.0.0.1:${port}`)
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  return {
    port,
    async send({ method, target, headers: { host, ...headers }, body }) {
      const stream = client.request({
        ':method': method,
        ':path': target,
        ...(host === undefined ? {} : { ':authority': String(host) }),
        // Lists are not changed.
        ...(headers as Record<string, string | string[]>),
      })
      stream.end(body)
      const answer = await once(stream, 'response').then(
        // What the event has.
        ([first]) => first as http2.IncomingHttpHeaders,
        () => undefined,
      )
      // Some targets are refused before there is a request.
      if (!answer) return toReceived(0, [], '')
      const received = Object.entries(answer).flatMap(([name, value = '']) =>
        (Array.isArray(value) ? value : [String(value)]).map((one) => [name, one] as const),
      )
      return toReceived(Number(answer[':status']), received, await readText(stream))
    },
  }
}

/** Both kinds of servers of Node.js. */
export const STARTS = { 'HTTP/1.1': startHttp1, 'HTTP/2': startHttp2 } as const

function toHeaders(message: IncomingMessage | http2.Http2ServerRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    if (value === undefined || name.startsWith(':')) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { ':authority': authority } = message.headers
  if (!headers.has('host') && typeof authority === 'string') headers.set('host', authority)
  return headers
}

function toUrl(target: string, host: string): URL {
  if (/^https?:/.test(target)) return new URL(target)
  const path = target.startsWith('/') ? target : '/*'
  return new URL(`http://${URL.canParse(`http://${host}/`) ? host : 'host.invalid'}${path}`)
}

type Handle = (request: Request) => Promise<Response>

/** A handler of Node.js over one for `Request` and `Response`, as frameworks have it: what is compared with. */
export function throughWebObjects(handle: Handle): NodeHandler & Http2Listener & Listener {
  const listener = async (
    message: IncomingMessage | http2.Http2ServerRequest,
    response: http2.Http2ServerResponse,
  ): Promise<void> => {
    const headers = toHeaders(message)
    const { method = 'GET', url = '/' } = message
    const body = method === 'POST' ? await readBytes(message) : null
    const init = { method, headers, body }
    const answer = await handle(new Request(toUrl(url, headers.get('host') ?? ''), init))
    const { 'set-cookie': _, ...others } = Object.fromEntries(answer.headers)
    const cookies = answer.headers.getSetCookie()
    response.writeHead(answer.status, {
      ...others,
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }
  // The two kinds of requests and responses have in common what is used here.
  return listener as unknown as NodeHandler & Http2Listener & Listener
}

/** A request of Node.js with members that its router or parser has set. */
export function withMembers(
  message: NodeRequest,
  members: Readonly<Record<string, unknown>>,
): NodeRequest {
  return Object.assign(message, members)
}
