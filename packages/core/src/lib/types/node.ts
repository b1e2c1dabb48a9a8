/**
 * The used part of a request of Node.js. `IncomingMessage` of `node:http` and `Http2ServerRequest` of `node:http2` are such; the
 * types of Node.js are not needed for it.
 */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Names and values in turn, as they were received; objects that only look like a request may have none. */
  readonly rawHeaders?: readonly string[]
  readonly socket?: object
  /** Whether anything has been read of the body. */
  readonly readableDidRead: boolean
  /** The rest of the body is let go. */
  resume(): unknown
  iterator(options: { readonly destroyOnReturn: boolean }): AsyncIterator<unknown, unknown>
}

/** The used part of a response of Node.js: `ServerResponse` or `Http2ServerResponse`. */
export interface NodeResponse {
  readonly headersSent: boolean
  readonly writableEnded: boolean
  readonly destroyed?: boolean
  getHeader(name: string): number | string | readonly string[] | undefined
  writeHead(status: number, headers: Record<string, string | string[]>): unknown
  end(): unknown
  end(body: string): unknown
}
