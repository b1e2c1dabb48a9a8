import type { AuthClientError } from './auth-client-error.ts'
import { createChannel } from './channel.ts'
import type { Channel } from './channel.ts'
import { createTransport } from './transport.ts'
import type { Fetch, Transport } from './transport.ts'

/** How a client reaches the server. */
export interface AuthClientOptions {
  /** Path under which the handlers are mounted. Default: `/api/auth`. */
  readonly basePath?: string | undefined
  /** Origin of the server (`https://app.example`), for use outside a browser. Default: the page's. */
  readonly origin?: string | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /**
   * Told of every failed call, also of those in the background that no code waits for. Default:
   * `console.error`.
   */
  readonly onError?: ((error: AuthClientError) => void) | undefined
}

/** What a client is made of: a way to the server and one to the other tabs. */
export interface Connection extends Transport, Channel {
  /** With a leading slash and no trailing one. */
  readonly basePath: string
}

function normalisePath(path: string): string {
  return `/${path}`.replace(/\/+/g, '/').replace(/\/$/, '')
}

/** Makes a connection; that sends nothing. */
export function connect(options: AuthClientOptions): Connection {
  const basePath = normalisePath(options.basePath ?? '/api/auth')
  const transport = createTransport({
    base: (options.origin ?? '').replace(/\/$/, '') + basePath,
    fetch: options.fetch,
    onError: options.onError ?? ((error) => console.error(error)),
  })
  return { basePath, ...transport, ...createChannel(basePath) }
}
