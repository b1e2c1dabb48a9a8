import { BodyConsumed } from '../errors/classes.ts'
import type { HeaderReader, IncomingRequest, UnreadBody } from '../types/request.ts'
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
