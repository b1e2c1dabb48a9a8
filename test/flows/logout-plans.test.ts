import type { Adapter } from '@latchstring/core/adapters'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createControlStore } from '@latchstring/test-kit/control-store'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { startWebServer, type WebServer } from '@latchstring/test-kit/web-server'
import { type ModuleOutcome, startLogoutTarget } from './src/logout-target.ts'
import { createSigningIssuer, LOGOUT_EVENT, type SigningIssuer } from './src/signing-issuer.ts'

const store = storeForEachTest()

function adapter(): Adapter {
  const { capabilities, ...methods } = createControlStore().adapter
  const all = { ...store.adapter.capabilities, ...capabilities }
  return { ...store.adapter, ...methods, capabilities: all }
}

const server = forAllTests(() => startWebServer())
const target = forAllTests(() => startLogoutTarget(adapter))

interface Plan {
  /** The `state` that the provider returns with. */
  readonly state?: (sent: string) => string | undefined
  /** The logout token that it sends on the way. */
  readonly token?: (issuer: SigningIssuer) => Promise<string>
}

interface Run {
  readonly outcome: ModuleOutcome
  readonly logout: URLSearchParams
  /** Of the answer to the logout token. */
  readonly status: number | undefined
  readonly refusals: readonly string[]
}

/** Runs a module: a provider that signs everybody in, and a relying party that is told to begin. */
async function run(module: string, { state = (sent) => sent, token }: Plan): Promise<Run> {
  const issuer = await createSigningIssuer(server.origin)
  const { addresses, startUrl } = target
  let logout = new URLSearchParams()
  let status: number | undefined
  const use: Parameters<WebServer['use']>[0] = async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/authorize') {
      issuer.next({ sub: 'ada', sid: 'one', nonce: searchParams.get('nonce') })
      const query = { code: 'one', state: searchParams.get('state') ?? '' }
      const location = `${addresses.redirect}?${new URLSearchParams(query)}`
      return new Response(null, { status: 302, headers: { location } })
    }
    if (pathname !== '/logout') return Response.json(await issuer.answer(url))
    logout = searchParams
    if (token) {
      const body = new URLSearchParams({ logout_token: await token(issuer) })
      status = (await fetch(addresses.backChannel, { method: 'POST', body })).status
    }
    const returned = state(searchParams.get('state') ?? '')
    const query = returned === undefined ? '' : `?state=${returned}`
    const location = `${searchParams.get('post_logout_redirect_uri')}${query}`
    return new Response(null, { status: 302, headers: { location } })
  }
  server.use(use)
  const query = {
    issuer: issuer.issuer,
    module,
    variant: '{}',
    client_id: 'app',
    client_secret: 'the-secret-of-the-app-is-long-enough',
  }
  const response = await fetch(`${startUrl}?${new URLSearchParams(query)}`)
  // What the target answers with.
  const outcome = (await response.json()) as ModuleOutcome
  return { outcome, logout, status, refusals: [...target.refusals] }
}

const INITIATED: Readonly<Record<string, Plan>> = {
  'oidcc-client-test-rp-init-logout': {},
  'oidcc-client-test-rp-init-logout-other-state': { state: () => 'another-state' },
  'oidcc-client-test-rp-init-logout-no-state': { state: () => undefined },
}

describe('The certification plan oidcc-client-rp-initiated-logout-rp-basic', () => {
  test.each(Object.entries(INITIATED))(
    'passes its module %s (LGO-01 LGO-02)',
    async (module, plan) => {
      const { outcome, logout } = await run(module, plan)
      expect(outcome).toMatchObject({ ok: true, module, outcome: 'completed' })
      expect(logout.get('state')).toMatch(/^[\w-]{43,}$/)
      expect(logout.get('post_logout_redirect_uri')).toBe(target.addresses.signedOut)
      const { steps } = outcome
      expect(steps.indexOf('signed out here')).toBeLessThan(steps.lastIndexOf('returned'))
    },
  )
})

const NAME = 'oidcc-client-test-rp-backchannel-rpinitlogout'

const BACK_CHANNEL: Readonly<Record<string, readonly [Plan['token'], refusal?: string]>> = {
  '': [(issuer) => issuer.logoutToken({ sid: 'one' })],
  '-alg-none': [
    async (issuer) =>
      new UnsecuredJWT({ iss: issuer.issuer, sub: 'ada', events: { [LOGOUT_EVENT]: {} } }).encode(),
    'algorithm',
  ],
  '-wrong-alg': [
    async ({ issuer }) => {
      const { privateKey } = await generateKeyPair('ES256')
      const header = { alg: 'ES256', kid: 'first' }
      return new SignJWT({ iss: issuer }).setProtectedHeader(header).sign(privateKey)
    },
    'algorithm',
  ],
  '-no-event': [(issuer) => issuer.logoutToken({ events: undefined }), 'event'],
  '-wrong-event': [(issuer) => issuer.logoutToken({ events: { other: {} } }), 'event'],
  '-with-nonce': [(issuer) => issuer.logoutToken({ nonce: 'n' }), 'nonce'],
  '-wrong-aud': [(issuer) => issuer.logoutToken({ aud: 'another' }), 'audience'],
  '-wrong-iss': [(issuer) => issuer.logoutToken({ iss: 'https://other.example' }), 'issuer'],
}

describe('The certification plan oidcc-client-back-channel-logout-rp-basic', () => {
  test.each(Object.entries(BACK_CHANNEL))(
    `has ${NAME}%s completed (LGO-03)`,
    async (name, plan) => {
      const [token, refusal] = plan
      const { outcome, status, refusals } = await run(NAME + name, token ? { token } : {})
      expect(outcome).toMatchObject({ ok: true, outcome: 'completed' })
      expect(status).toBe(refusal === undefined ? 200 : 400)
      expect(refusals).toEqual(refusal === undefined ? [] : [refusal])
    },
  )
})
