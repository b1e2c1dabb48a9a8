import type { HeaderReader, IncomingRequest } from '../types/request.ts'

/** Where a request was sent to, as the members of `URL`. */
export interface Address {
  readonly pathname: string
  readonly search: string
}

/** Addresses in which a URL parser changes nothing: no dots, nothing that it encodes, no backslash. */
const PLAIN = /^https?:\/\/[^/?#\\]+(\/[\w~/-]*)(\?[\w~.=&%+-]*)?$/

/** Path and query of an absolute address. */
export function parseAddress(url: string): Address {
  const [, pathname, search = ''] = PLAIN.exec(url) ?? []
  return pathname === undefined ? new URL(url) : { pathname, search }
}

/** A `Request` at the door. Its members are read when they are needed: those of frameworks may throw. */
class WebRequest implements IncomingRequest {
  readonly request: Request

  constructor(request: Request) {
    this.request = request
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

  get body(): ReadableStream<Uint8Array> | null {
    return this.request.body
  }
}

/** The door for a `Request`. */
export function fromRequest(request: Request): IncomingRequest {
  return new WebRequest(request)
}
