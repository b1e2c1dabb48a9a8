import { startWebServer } from '@latchstring/test-kit/web-server'
import { rolldown } from 'rolldown'

/** The page with the published React client of the peer in it. */
async function bundle(): Promise<string> {
  const build = await rolldown({
    input: new URL('page.ts', import.meta.url).pathname,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onwarn: () => undefined,
  })
  const { output } = await build.generate({ format: 'iife', intro: 'var process = { env: {} };' })
  await build.close()
  return output[0].code
}

const PAGE =
  '<!doctype html><title>Peer</title><link rel="icon" href="data:,"><div id="root"></div><script src="/app.js"></script>'

const file = (content: string, type: string): Response =>
  new Response(content, { headers: { 'content-type': type } })

/** One call of the client, as it went over the wire. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly returnRedirect: boolean
  readonly status: number
}

/** A web server with the page and the handlers of an application. */
export interface Application {
  readonly origin: string
  readonly calls: readonly Call[]
  close(): Promise<void>
}

/**
 * Starts an application.
 *
 * @param setUp - makes the handler for an origin
 */
export async function startApplication(
  setUp: (origin: string) => (request: Request) => Promise<Response>,
): Promise<Application> {
  const script = await bundle()
  const calls: Call[] = []
  const server = await startWebServer('localhost')
  const handle = setUp(server.origin)

  server.use(async (request) => {
    const path = new URL(request.url).pathname
    if (path === '/app.js') return file(script, 'text/javascript')
    if (!path.startsWith('/api/auth/')) return file(PAGE, 'text/html')
    const response = await handle(request)
    const returnRedirect = request.headers.has('x-auth-return-redirect')
    calls.push({ method: request.method, path, returnRedirect, status: response.status })
    return response
  })
  return { origin: server.origin, calls, close: () => server.close() }
}
