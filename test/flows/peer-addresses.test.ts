import { createAuth, type AuthConfig } from '@latchstring/core'
import { toNodeHandler, toScopeSource } from '@latchstring/core/framework'
import type { Events } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { ENV } from '@latchstring/test-kit/app'
import { passwords } from '@latchstring/test-kit/people'
import { STARTS } from './src/node-servers.ts'

const FORM = 'application/x-www-form-urlencoded'

interface Warned {
  readonly warnings: readonly string[]
  readonly addresses: readonly (string | undefined)[]
  readonly config: AuthConfig
}

function notebook(clientAddress?: AuthConfig['clientAddress']): Warned {
  const warnings: string[] = []
  const addresses: (string | undefined)[] = []
  const events: Events = { signInRefused: ({ address }) => void addresses.push(address) }
  const logger = {
    error: () => undefined,
    warn: (code: string, detail = '') => void warnings.push(`${code} ${detail}`),
  }
  const config: AuthConfig = {
    providers: [passwords()],
    events,
    logger,
    ...(clientAddress !== undefined && { clientAddress }),
  }
  return { warnings, addresses, config }
}

const PRODUCTION = { ...ENV, NODE_ENV: 'production' }

/** Two tries over a connection: one by the form, and one by `signIn()` in the code of the application. */
async function tryOver(
  protocol: keyof typeof STARTS,
  config: AuthConfig,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const auth = createAuth(config, { env: PRODUCTION })
  const handle = toNodeHandler(auth)
  const server = await STARTS[protocol]((message, response) => {
    if (message.url !== '/own') return handle(message, response)
    const scope = auth.scope(toScopeSource(message))
    return scope
      .signIn('credentials', { username: 'ada', password: 'wrong' })
      .then(() => undefined)
      .catch(() => void response.writeHead(204, {}).end())
  })
  const origin = { 'sec-fetch-site': 'same-origin', ...headers }
  const body = 'username=ada&password=wrong'
  await server.send({
    method: 'POST',
    target: '/auth/callback/credentials',
    headers: { host: 'app.example', 'content-type': FORM, ...origin },
    body,
  })
  await server.send({ method: 'GET', target: '/own', headers: { host: 'app.example', ...origin } })
}

describe.each(['HTTP/1.1', 'HTTP/2'] as const)('The peer of a connection by %s', (protocol) => {
  test('is the client address where the application says so (LIM-09)', async () => {
    const { config, addresses } = notebook('peer')
    await tryOver(protocol, config, { 'x-forwarded-for': '6.6.6.6', 'x-real-ip': '6.6.6.6' })
    expect(addresses).toEqual(['127.0.0.1', '127.0.0.1'])
  })

  test('is not the client address if it is a local proxy, and the log says once what to configure (LIM-05)', async () => {
    const { config, addresses, warnings } = notebook()
    await tryOver(protocol, config, { 'x-forwarded-for': '6.6.6.6' })
    expect(addresses).toEqual([undefined, undefined])
    const warned = warnings.filter((line) => line.startsWith('client-address'))
    expect(warned).toHaveLength(1)
    expect(warned[0]).toContain("clientAddress: 'nginx'")
  })

  test('is ignored where the application names a header (LIM-09)', async () => {
    const { config, addresses } = notebook('nginx')
    await tryOver(protocol, config, { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' })
    expect(addresses).toEqual(['203.0.113.7', '203.0.113.7'])
  })
})
