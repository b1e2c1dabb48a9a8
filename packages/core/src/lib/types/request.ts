/** Read access to the headers of a request; `Headers` is one. */
export type HeaderReader = Pick<Headers, 'get' | 'has'>

/** One piece of a body, or that there is no more. */
export type BodyChunk =
  | { readonly done: false; readonly value: Uint8Array }
  | { readonly done: true; readonly value?: unknown }

/** Reads a body piece by piece, as a `ReadableStreamDefaultReader` does. */
export interface BodyReader {
  /** The next piece. */
  readonly read: () => Promise<BodyChunk>
  /** Gives the rest up. */
  readonly cancel: () => Promise<void>
}

/** A body that has not been read. `ReadableStream` is one. */
export interface UnreadBody {
  /** Begins to read; only once. */
  readonly getReader: () => BodyReader
}

/** A request before it is parsed, from any server. Its members may be getters that compute their values. */
export interface IncomingRequest {
  /** Such as `GET`. */
  readonly method: string
  /** Absolute address, as `Request.url`. */
  readonly url: string
  /** Headers. */
  readonly headers: HeaderReader
  /** The body, unread; `null`: there is none. */
  readonly body: UnreadBody | null
  /** The same for functions of the application. */
  readonly request: Request
  /** The address of the peer of the connection, if the server knows it: the client or a proxy. */
  readonly peerAddress?: string | undefined
}

/** A response before it is written. */
export interface Reply {
  /** HTTP status. */
  readonly status: number
  /** Headers, without cookies. */
  readonly headers: Readonly<Record<string, string>>
  /** Values of `Set-Cookie` headers, in order. Where there are any, the headers say `Vary: Cookie`. */
  readonly cookies: readonly string[]
  /** `null`: there is none, as of a redirect. */
  readonly body: string | null
}

/** Methods an action may take. */
export type Method = 'GET' | 'POST'

/** A request, parsed once. */
export interface AuthRequest {
  readonly method: Method
  /** Name of the action. */
  readonly action: string
  readonly providerId?: string
  /** Decoded query parameters; the first of a name counts. */
  readonly query: ReadonlyMap<string, string>
  /** Names that stood more than once in the query or the body. */
  readonly duplicates: ReadonlySet<string>
  /** Members of a form or JSON body. */
  readonly body: ReadonlyMap<string, unknown>
  /** Why there is neither query nor body, where they could not be parsed and the action runs nevertheless. */
  readonly unreadable?: Error
  readonly headers: HeaderReader
}
