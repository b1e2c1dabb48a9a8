/**
 * The used part of a request of Node.js. `IncomingMessage` of `node:http` and `Http2ServerRequest` of `node:http2` are such; the
 * types of Node.js are not needed for it.
 */
export interface NodeRequest {
  /** Such as `GET`. */
  readonly method?: string | undefined
  /** Path and query, as the request line has them. */
  readonly url?: string | undefined
  /** Headers, by name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Names and values in turn, as they were received; objects that only look like a request may have none. */
  readonly rawHeaders?: readonly string[]
  /** The connection, from which protocol and peer are read. */
  readonly socket?: object
  /** Whether anything has been read of the body. */
  readonly readableDidRead: boolean
  /** The rest of the body is let go. */
  resume(): unknown
  /** Reads the body piece by piece. */
  iterator(options: { readonly destroyOnReturn: boolean }): AsyncIterator<unknown, unknown>
}

/** The used part of a response of Node.js: `ServerResponse` or `Http2ServerResponse`. */
export interface NodeResponse {
  /** Whether the head is on its way. */
  readonly headersSent: boolean
  /** Whether the response is complete. */
  readonly writableEnded: boolean
  /** Whether the connection is gone. */
  readonly destroyed?: boolean
  /** A header that was set before. */
  getHeader(name: string): number | string | readonly string[] | undefined
  /** Writes the head. */
  writeHead(status: number, headers: Record<string, string | string[]>): unknown
  /** Ends the response. */
  end(): unknown
  /** Writes the body, and ends the response. */
  end(body: string): unknown
}
