import { asError } from '../errors/auth-error.ts'
import { BodyConsumed, InvalidRequest, PayloadTooLarge } from '../errors/classes.ts'
import type {
  BodyChunk,
  BodyReader,
  HeaderReader,
  IncomingRequest,
  UnreadBody,
} from '../types/request.ts'
import type { ParsedBody } from '../types/scope.ts'
import { ParsedRequest } from './parsed-body.ts'

/** Where a request was sent to, as the members of `URL`. */
export interface Address {
  readonly pathname: string
  readonly search: string
}

/** Addresses in which a URL parser changes nothing: no dots, nothing that it encodes, no backslash. */
const PLAIN = /^https?:\/\/[^/?#\\]+(\/[\w~/-]*)(\?[\w~.=&%+-]+)?$/

/** Path and query of an absolute address. */
export function parseAddress(url: string): Address {
  const [, pathname, search = ''] = PLAIN.exec(url) ?? []
  return pathname === undefined ? new URL(url) : { pathname, search }
}

/** A `Request` at the door. Its members are read when they are needed: those of frameworks may throw. */
class WebRequest implements IncomingRequest {
  readonly request: Request
  readonly peerAddress: string | undefined

  constructor(request: Request, peerAddress: string | undefined) {
    this.request = request
    this.peerAddress = peerAddress
  }

  get method(): string {
    return this.request.method
  }

  get url(): string {
    return this.request.url
  }

  get headers(): HeaderReader {
    return this.request.headers
  }

  get body(): UnreadBody | null {
    const { body, bodyUsed } = this.request
    if (bodyUsed || body?.locked)
      throw new BodyConsumed('The body of the request has been read before.')
    return body
  }
}

/**
 * The door for a `Request`.
 *
 * @param parsed - what something of the application has made of its body
 * @param peerAddress - the other end of the connection, where it is known
 */
export function fromRequest(
  request: Request,
  parsed?: ParsedBody,
  peerAddress?: string,
): IncomingRequest {
  return parsed === undefined
    ? new WebRequest(request, peerAddress)
    : new ParsedRequest(request, parsed, peerAddress)
}

/** A client that goes away in the middle is not a failure of the server. */
async function nextChunk(reader: BodyReader): Promise<BodyChunk> {
  try {
    return await reader.read()
  } catch (cause) {
    throw new InvalidRequest('The request body ended unexpectedly.', { err: asError(cause) })
  }
}

/** One piece is most of what is received. */
function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first = new Uint8Array()] = chunks
  if (chunks.length < 2) return first
  const whole = new Uint8Array(size)
  let end = 0
  for (const chunk of chunks) {
    whole.set(chunk, end)
    end += chunk.byteLength
  }
  return whole
}

/**
 * Reads a body to its end, or gives it up.
 *
 * @param limit - how many bytes it may have
 * @throws PayloadTooLarge when it has more
 * @throws InvalidRequest when it ends before it is complete
 */
export async function readBytes(body: UnreadBody | null, limit: number): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await nextChunk(reader)
    if (done) return join(chunks, size)
    size += value.byteLength
    if (size > limit) {
      // Not waited for: where a framework has split the stream, cancelling ends only with the other half.
      reader.cancel().catch(() => undefined)
      throw new PayloadTooLarge(`The body has more than ${limit} bytes.`)
    }
    chunks.push(value)
  }
}
