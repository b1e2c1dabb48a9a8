import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Auth, type AuthConfig, createAuth } from '@latchstring/core'
import Passkey, { type PasskeyUserConfig } from '@latchstring/core/providers/passkey'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { SECRETS } from '@latchstring/test-kit/app'
import { asRequest, send } from '@latchstring/test-kit/node-http'
import { PASSWORD, passwords, storePeople } from '@latchstring/test-kit/people'
import { openStore, type Store } from '@latchstring/test-kit/sqlite-store'

/** A web server with an application in it that has passkeys. */
export interface PasskeyServer {
  /** On `localhost`: browsers take it for a secure origin. */
  readonly origin: string
  readonly store: Store
  readonly auth: Auth
  close(): Promise<void>
}

const PAGE = `<!doctype html><title>App</title><link rel="icon" href="data:,">
<button id="register">Add a passkey</button><button id="authenticate">Use a passkey</button><output></output>
<script src="/app.js"></script>`

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL('passkey-page.ts', import.meta.url)),
    platform: 'browser',
    resolve: { conditionNames: ['@latchstring/source', 'browser', 'import', 'default'] },
  })
  const { output } = await build.generate({ format: 'iife' })
  await build.close()
  return output[0].code
}

/**
 * Starts a server with a database of its own.
 *
 * @param options - of the provider for passkeys
 * @param config - more of the configuration. With another `adapter` its people are the caller's
 */
export async function startPasskeyServer(
  options: PasskeyUserConfig,
  config: Partial<AuthConfig> = {},
): Promise<PasskeyServer> {
  const [script, store] = await Promise.all([bundle(), openStore()])
  await storePeople(store.adapter)
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const origin = `http://localhost:${port}`
  const auth = createAuth(
    {
      providers: [passwords(), Passkey(options)],
      adapter: store.adapter,
      account: { page: true },
      session: { strategy: 'database', absoluteMaxAge: 3600 },
      experimental: { enableWebAuthn: true },
      logger: { warn: () => undefined },
      ...config,
    },
    { env: { NODE_ENV: 'test', AUTH_URL: origin, AUTH_SECRET: SECRETS.older } },
  )

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/'
    if (path.startsWith('/auth/')) {
      return send(await auth.handle(await asRequest(incoming, origin)), outgoing)
    }
    const type = path === '/app.js' ? 'text/javascript' : 'text/html; charset=utf-8'
    outgoing.writeHead(200, { 'content-type': type })
    outgoing.end(path === '/app.js' ? script : PAGE)
  }

  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing))
  return {
    origin,
    store,
    auth,
    async close() {
      server.closeAllConnections()
      server.close()
      await store.close()
    },
  }
}

/** Signs Ada in by password, on the built-in page of the server. */
export async function enterPassword(page: Page): Promise<void> {
  await page.goto('/auth/signin?callbackUrl=%2Fapp')
  await page.getByLabel('User name').fill('ada')
  await page.getByLabel('password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/app')
}
