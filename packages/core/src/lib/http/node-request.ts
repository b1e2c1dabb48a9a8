import { createCache } from '../kit/cache.ts'
import { asError } from '../errors/auth-error.ts'
import { BodyConsumed, InvalidRequest } from '../errors/classes.ts'
import type { NodeRequest } from '../types/node.ts'
import type { BodyReader, HeaderReader, IncomingRequest, UnreadBody } from '../types/request.ts'
import type { ScopeSource } from '../types/scope.ts'
import { readParsedBody } from './parsed-body.ts'

/** Stands for a host that is missing or cannot be part of an address. No name ends in it (RFC 2606, section 2). */
const NO_HOST = 'host.invalid'

const addressHosts = createCache<string>({ entries: 64 })

/** A host as part of an address. Which one counts, its header says. */
function addressHost(host: string): string {
  return addressHosts.get(host, () =>
    /^[^\s/?#@\\]{1,255}$/.test(host) && URL.canParse(`http://${host}`) ? host : NO_HOST,
  )
}

/**
 * A target with scheme and host (RFC 9112, section 3.2.2), as requests to proxies have, and its path as it was sent. Node.js takes
 * any scheme, and routers look at none.
 */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*(.*)/is

interface RequestTarget {
  /** Path and query. */
  readonly path: string
  readonly host?: string
}

/** Stands for a target without a path, by which neither an action nor a page is found: routers read such a target differently. */
const NOWHERE: RequestTarget = { path: '/%00' }

function parseRequestTarget(target: string): RequestTarget {
  if (target.startsWith('/')) return { path: target }
  const path = ABSOLUTE.exec(target)?.[1]
  if (path === undefined || !URL.canParse(target)) return NOWHERE
  const { host } = new URL(target)
  return { path: path.startsWith('/') ? path : `/${path}`, host }
}

/** The whole path: routers that strip the mount path from `url` keep it here. */
function originalTarget(message: NodeRequest): string {
  // Any object may have the member.
  const { originalUrl: original } = message as { originalUrl?: unknown }
  return typeof original === 'string' ? original : (message.url ?? '')
}

const pathOf = (target: string): string => target.replace(/[?#].*$/s, '')

/**
 * The path that the router looks at, where it is another than the one that was sent: middleware may have rewritten it. Routers
 * that take the path off at which they are mounted keep that in `baseUrl`, as Express does.
 */
function rewrittenPath(message: NodeRequest): string | undefined {
  // Any object may have these members.
  const { originalUrl, baseUrl } = message as { originalUrl?: unknown; baseUrl?: unknown }
  if (typeof originalUrl !== 'string' || message.url === undefined) return undefined
  const path = (typeof baseUrl === 'string' ? baseUrl : '') + pathOf(message.url)
  const isSame = path.replace(/\/$/, '') === pathOf(originalUrl).replace(/\/$/, '')
  return isSame ? undefined : path
}

/** Of a header that is there twice, `headers` keeps the first, and says nothing of the other. */
function repeated({ rawHeaders = [] }: NodeRequest, name: string): readonly string[] {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  )
  return values.length > 1 ? values : []
}

/**
 * The host that a request names: in its header, its target, and for HTTP/2 in `:authority`. Several, which no two servers would
 * choose between in the same way, make a list, which no policy takes for a host.
 */
function namedHost(message: NodeRequest, target: RequestTarget): string {
  const { host, ':authority': authority } = message.headers
  const named = [host, authority, target.host, ...repeated(message, 'host')].flatMap(
    (one) => one ?? [],
  )
  const [first = '', ...others] = named
  return others.every((other) => other.toLowerCase() === first.toLowerCase())
    ? first
    : named.join(', ')
}

function joinValues(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ')
}

/** Headers by name, as `Headers` would give them. */
class NodeHeaders implements HeaderReader {
  readonly #message: NodeRequest
  readonly #target: RequestTarget
  #host: string | undefined

  constructor(message: NodeRequest, target: RequestTarget) {
    this.#message = message
    this.#target = target
  }

  /** Never `null`, where the address would decide: without a host it has one that was made up here. */
  get host(): string {
    return (this.#host ??= namedHost(this.#message, this.#target))
  }

  get(name: string): string | null {
    const known = name.toLowerCase()
    if (known === 'host') return this.host
    const value = this.#message.headers[known]
    if (value === undefined) return null
    // As other runtimes have it: of two credentials none is passed over.
    const all = known === 'authorization' ? repeated(this.#message, known) : []
    return joinValues(all.length > 0 ? all : value)
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }
}

/** For functions of the application. */
function toHeaders({ headers }: NodeRequest, host: string): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // In HTTP/2 the method and the like are among them, each with a colon.
    if (value === undefined || name.startsWith(':')) continue
    for (const single of typeof value === 'string' ? [value] : value) result.append(name, single)
  }
  // Takes the place of the header.
  result.set('host', host)
  return result
}

function asBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  // The buffers of Node.js are over memory that is not shared.
  if (chunk instanceof Uint8Array) return chunk as Uint8Array<ArrayBuffer>
  return new TextEncoder().encode(String(chunk))
}

/**
 * The body as it is received. The rest of one that is given up is dropped, and the connection stays open for the response.
 *
 * @throws BodyConsumed when a part of it has been read
 */
function readMessage(message: NodeRequest): BodyReader {
  if (message.readableDidRead) {
    throw new BodyConsumed('The body of the request has been read before.')
  }
  const chunks = message.iterator({ destroyOnReturn: false })
  return {
    async read() {
      const { done, value } = await chunks.next()
      return done ? { done } : { done: false, value: asBytes(value) }
    },
    async cancel() {
      await chunks.return?.()
      message.resume()
    },
  }
}

/** The same for a `Request`. */
function streamBody(message: NodeRequest): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = readMessage(message)
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const chunk = await reader.read()
        if (chunk.done) controller.close()
        else controller.enqueue(asBytes(chunk.value))
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  )
}

/** Whether there is a body, and no part of it was read. */
function hasUnreadBody({ method = 'GET', readableDidRead }: NodeRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && !readableDidRead
}

function readBody(message: NodeRequest): BodyInit | null {
  if (hasUnreadBody(message)) return streamBody(message)
  const { method = 'GET' } = message
  if (method === 'GET' || method === 'HEAD') return null
  return readParsedBody(Reflect.get(message, 'body'), message.headers['content-type'])
}

/** The client writes `:scheme` and an absolute target as it likes. */
function scheme({ socket }: NodeRequest): 'http' | 'https' {
  // Sockets of TLS have the member; of others it is undefined.
  return (socket as { encrypted?: unknown } | undefined)?.encrypted === true ? 'https' : 'http'
}

/** The other end of the connection; objects that only look like a request may have none. */
function findPeerAddress({ socket }: NodeRequest): string | undefined {
  const address: unknown = socket && Reflect.get(socket, 'remoteAddress')
  return typeof address === 'string' ? address : undefined
}

/** A request of Node.js at the door. Its members are made when they are needed. */
class NodeIncoming implements IncomingRequest {
  readonly method: string
  readonly headers: NodeHeaders
  readonly #message: NodeRequest
  readonly #target: RequestTarget
  #request: Request | undefined
  /** The body, where it was asked for before a `Request` was. */
  #body: UnreadBody | undefined

  constructor(message: NodeRequest) {
    this.#message = message
    this.method = message.method ?? 'GET'
    this.#target = parseRequestTarget(originalTarget(message))
    this.headers = new NodeHeaders(message, this.#target)
  }

  get url(): string {
    const { headers } = this.#message
    const host = headers['host'] ?? headers[':authority'] ?? ''
    return this.#address(joinValues(host))
  }

  /** Most requests need no `Request`, which costs more than all else that is done for one that is refused. */
  get body(): UnreadBody | null {
    if (this.#body || this.#request || !hasUnreadBody(this.#message)) {
      return this.#body ?? this.request.body
    }
    const message = this.#message
    this.#body = { getReader: () => readMessage(message) }
    return this.#body
  }

  get peerAddress(): string | undefined {
    return findPeerAddress(this.#message)
  }

  get request(): Request {
    return (this.#request ??= this.#toRequest())
  }

  #address(host: string): string {
    return `${scheme(this.#message)}://${addressHost(host)}${this.#target.path}`
  }

  #toRequest(): Request {
    const { method } = this
    const { host } = this.headers
    const body = this.#body ? new Uint8Array() : readBody(this.#message)
    const headers = toHeaders(this.#message, host)
    try {
      // `duplex` is not in the types of every runtime, and needed by that of Node.js.
      const init = { method, headers, body, duplex: 'half' } as RequestInit
      const request = new Request(this.#address(host), init)
      // Reading it again is an error, and not an empty body.
      if (this.#body) void request.body?.cancel()
      return request
    } catch (cause) {
      // Node.js takes methods that `Request` does not.
      throw new InvalidRequest('The request cannot be converted to a `Request`.', {
        err: asError(cause),
      })
    }
  }
}

/** The door for a request of Node.js. */
export function fromNodeRequest(message: NodeRequest): IncomingRequest {
  return new NodeIncoming(message)
}

/** As {@link fromNodeRequest}, without a body: the application reads it. */
export function toScopeRequest(message: NodeRequest): ScopeSource {
  const incoming = new NodeIncoming(message)
  let request: Request | undefined
  return {
    headers: incoming.headers,
    method: incoming.method,
    url: incoming.url,
    get peerAddress() {
      return incoming.peerAddress
    },
    get otherPath() {
      return rewrittenPath(message)
    },
    get request() {
      const { method, url, headers } = incoming
      request ??= new Request(url, { method, headers: toHeaders(message, headers.host) })
      return request
    },
  }
}
