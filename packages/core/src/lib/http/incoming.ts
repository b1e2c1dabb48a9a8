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
import { RequestWithParsedBody } from './parsed-body.ts'

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
    : new RequestWithParsedBody(request, parsed, peerAddress)
}

/** A client that goes away in the middle is not a failure of the server. */
async function nextChunk(reader: BodyReader): Promise<BodyChunk> {
  try {
    return await reader.read()
  } catch (cause) {
    throw new InvalidRequest('The request body ended unexpectedly.', { err: asError(cause) })
  }
}

/** The chunks of a stream, which may come from the application. */
function viewBytes(chunk: unknown): Uint8Array {
  if (ArrayBuffer.isView(chunk)) {
    return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  }
  throw new InvalidRequest('The body is a stream of something else than bytes.')
}

/** The same bytes, in memory for at least as many as are needed. */
function withRoom(bytes: Uint8Array, needed: number, limit: number): Uint8Array {
  if (needed <= bytes.length) return bytes
  const larger = new Uint8Array(Math.min(limit, Math.max(needed, 2 * bytes.length)))
  larger.set(bytes)
  return larger
}

/**
 * Reads a body to its end, or gives it up. The buffer is at most twice as long as the received bytes, however small the
 * pieces are that a client sends.
 *
 * @param limit - how many bytes it may have
 * @throws PayloadTooLarge when it has more
 * @throws InvalidRequest when it ends before it is complete, or is not of bytes
 * @throws BodyConsumed when it was read before
 */
export async function readBytes(body: UnreadBody | null, limit: number): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array()
  if (!body) return bytes
  const reader = body.getReader()
  try {
    for (let size = 0; ;) {
      const { done, value } = await nextChunk(reader)
      if (done) return bytes.subarray(0, size)
      const chunk = viewBytes(value)
      const end = size + chunk.length
      if (end > limit) throw new PayloadTooLarge(`The body has more than ${limit} bytes.`)
      // Copied, for what gives it may use its memory again.
      bytes = withRoom(bytes, end, limit)
      bytes.set(chunk, size)
      size = end
    }
  } catch (error) {
    // Not waited for: where a framework has split the stream, cancelling ends only with the other half.
    reader.cancel().catch(() => undefined)
    throw error
  }
}
