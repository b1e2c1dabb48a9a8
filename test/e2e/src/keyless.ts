import { createServer } from 'node:http'
import { createAuth } from '@latchstring/core'
import { toNodeHandler } from '@latchstring/core/framework'
import GitHub from '@latchstring/core/providers/github'
import Google from '@latchstring/core/providers/google'
import { createLab } from '@latchstring/testing'
import { listen } from '@latchstring/test-kit/node-http'

/** An application under development that has no keys, and the emulators its sign-ins lead to. */
export interface Keyless {
  readonly appUrl: string
  readonly labUrl: string
  readonly close: () => Promise<void>
}

/** Starts both on free ports, as `latchstring dev` and a development server do. */
export async function startKeyless(): Promise<Keyless> {
  const lab = await createLab().listen({ development: true })
  const auth = createAuth(
    { providers: [Google, GitHub] },
    {
      env: {
        NODE_ENV: 'development',
        AUTH_SECRET: 'for tests alone, and long enough for one',
        LATCHSTRING_DEV: lab.origin,
      },
    },
  )
  const handle = toNodeHandler(auth)
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/auth/')) {
      void handle(request, response)
      return
    }
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><html lang="en"><title>App</title><h1>The application</h1></html>')
  })
  const port = await listen(server)
  return {
    appUrl: `http://127.0.0.1:${port}`,
    labUrl: lab.origin,
    async close() {
      server.closeAllConnections()
      server.close()
      await lab.close()
    },
  }
}
