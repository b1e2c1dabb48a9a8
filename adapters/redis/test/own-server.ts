import { startPrivateServer } from '../../../tools/servers/private-server.mjs'
import { findProgram } from '../../../tools/servers/programs.mjs'

/** A server that no other test uses. */
export interface OwnServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts a server with options of its own. */
export async function startServer(
  options: Readonly<Record<string, string>> = {},
): Promise<OwnServer> {
  const program = findProgram('redis-server')
  if (program === undefined) {
    throw new Error(
      'This test needs the program redis-server. Install it: apt-get install redis-server',
    )
  }
  const { url, stop } = await startPrivateServer({
    name: 'Redis',
    accounts: ['redis', 'nobody'],
    command: (data, port) => {
      const all = { bind: '127.0.0.1', port: String(port), dir: data, save: '', ...options }
      return [program, ...Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])]
    },
    url: (port) => `redis://127.0.0.1:${port}`,
  })
  return { url, stop }
}
