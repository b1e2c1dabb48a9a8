import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { STRATEGIES } from '@latchstring/test-kit/app'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { CLIENT_SECRET } from '@latchstring/test-kit/idp'
import { startWebServer } from '@latchstring/test-kit/web-server'
import { ensureChromium } from '../../tools/servers/chromium.mjs'
import { FRONT_CHANNEL } from './src/certification-modules.ts'
import { startRelyingParty } from './src/rp-target.ts'
import { createSigningIssuer } from './src/signing-issuer.ts'
import { runSignOut } from './src/sign-out-run.ts'

const PLAN = 'oidcc-client-front-channel-logout-rp-basic'
const ARTIFACTS = new URL('../../artifacts/providers/', import.meta.url)

/** The outcome of each module; with several strategies it is the same. */
const outcomes = new Map<string, string>()

/** For the page that `tools/docs/results.mjs` writes. */
afterAll(() => {
  const tried = Object.keys(FRONT_CHANNEL).map((module) => {
    const outcome = outcomes.get(module)
    return { plan: PLAN, module, result: outcome ? `passed: ${outcome}` : 'failed' }
  })
  mkdirSync(ARTIFACTS, { recursive: true })
  writeFileSync(new URL('modules-chromium.json', ARTIFACTS), JSON.stringify(tried))
})

/** On the site of the relying party. */
const server = forAllTests(() => startWebServer('localhost'))

describe.each(STRATEGIES)('The relying party with a Chromium (%s)', (strategy) => {
  const party = forAllTests(async () =>
    startRelyingParty({
      RP_SESSION: strategy,
      LATCHSTRING_CHROMIUM: await ensureChromium(),
    }),
  )

  test('signs in and out', async () => {
    const row = { outcome: 'signed in' } as const
    const { answer } = await runSignOut({ party, server }, 'oidcc-client-test', row)
    expect(answer).toMatchObject({ ok: true, outcome: 'signed in' })
    expect(answer.error).toBeUndefined()
    const name = 'oidcc-client-test-rp-init-logout'
    const { answer: left } = await runSignOut({ party, server }, name, { outcome: 'signed out' })
    expect(left).toMatchObject({ ok: true, outcome: 'signed out' })
    expect(left.error).toBeUndefined()
    expect(left.steps).toContain('signed out, and returned to /bye')
    expect(left.steps).not.toContain('GET /auth/frontchannel-logout/op')
  })

  test('refuses a provider whose discovery names another issuer, and tells which', async () => {
    const issuer = await createSigningIssuer(server.origin)
    server.use(async ({ url }) =>
      Response.json(
        Object.assign({}, await issuer.answer(url), { issuer: 'https://evil.example' }),
      ),
    )
    const module = 'oidcc-client-test-discovery-issuer-mismatch'
    const answer = await party.run({ module, issuer: issuer.issuer, clientSecret: CLIENT_SECRET })
    expect(answer).toMatchObject({ ok: true, outcome: 'refused' })
    expect(answer.error).toContain('https://evil.example')
  })

  test('refuses an authorization response with an error', async () => {
    const issuer = await createSigningIssuer(server.origin)
    server.use(async ({ url }) => {
      const { pathname, searchParams } = new URL(url)
      if (pathname !== '/authorize') return Response.json(await issuer.answer(url))
      const query = { error: 'access_denied', state: searchParams.get('state') ?? '' }
      const location = `${searchParams.get('redirect_uri')}?${new URLSearchParams(query)}`
      return new Response(null, { status: 302, headers: { location } })
    })
    const module = 'oidcc-client-test-nonce-invalid'
    const answer = await party.run({ module, issuer: issuer.issuer, clientSecret: CLIENT_SECRET })
    expect(answer).toMatchObject({ ok: true, outcome: 'refused' })
  })

  test.each(Object.entries(FRONT_CHANNEL))(
    `passes the module %s of the plan ${PLAN} (LGO-05)`,
    async (module, row) => {
      const { answer } = await runSignOut({ party, server }, module, row)
      expect(answer).toMatchObject({ ok: true, module, outcome: row.outcome })
      expect(answer.error).toBeUndefined()
      expect(answer.steps).toContain('GET /auth/frontchannel-logout/op')
      expect(answer.steps).toContain('signed out, and returned to /bye')
      outcomes.set(module, answer.outcome)
    },
  )
})
