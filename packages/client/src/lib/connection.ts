import type { AuthClientError } from './auth-client-error.ts'
import { createChannel } from './channel.ts'
import type { Channel } from './channel.ts'
import { createTransport } from './transport.ts'
import type { Fetch, Transport } from './transport.ts'

/** Options of the connection to the server. */
export interface AuthClientOptions {
  /** Base path of the handlers. Default: `/api/auth`. */
  readonly basePath?: string | undefined
  /** Origin of the server (`https://app.example`), for use outside a browser. Default: that of the page. */
  readonly origin?: string | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /**
   * Called with the error of every failed request, including requests in the background. Default:
   * `console.error`.
   */
  readonly onError?: ((error: AuthClientError) => void) | undefined
}

/** The connections of a client: to the server and to other tabs. */
export interface Connection extends Transport, Channel {
  /** With a leading slash and no trailing one. */
  readonly basePath: string
}

function normalisePath(path: string): string {
  return `/${path}`.replace(/\/+/g, '/').replace(/\/$/, '')
}

/** Creates a connection; this sends no request. */
export function connect(options: AuthClientOptions): Connection {
  const basePath = normalisePath(options.basePath ?? '/api/auth')
  const transport = createTransport({
    base: (options.origin ?? '').replace(/\/$/, '') + basePath,
    fetch: options.fetch,
    onError: options.onError ?? ((error) => console.error(error)),
  })
  return { basePath, ...transport, ...createChannel(basePath) }
}
