import type { IdentityProvider, Intercept } from '@latchstring/test-idp'
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { client, CLIENT_SECRET, startIdp } from '@latchstring/test-kit/idp'
import { startWebServer } from '@latchstring/test-kit/web-server'
import {
  BACK_CHANNEL,
  BASIC,
  CONFIG,
  RP_INITIATED,
  type SignInModule,
} from './src/certification-modules.ts'
import { type ModuleAnswer, startRelyingParty } from './src/rp-target.ts'
import { runSignOut } from './src/sign-out-run.ts'

const PLANS = {
  'oidcc-client-basic-certification-test-plan': BASIC,
  'oidcc-client-formpost-basic-certification-test-plan': BASIC,
  'oidcc-client-config-certification-test-plan': CONFIG,
  'oidcc-client-rp-initiated-logout-rp-basic': RP_INITIATED,
  'oidcc-client-back-channel-logout-rp-basic': BACK_CHANNEL,
} as const

type Plan = keyof typeof PLANS

/** What came of each module, by plan; with several strategies it is the same. */
const results = new Map<string, string>()

const note = (plan: Plan, module: string, { outcome }: ModuleAnswer): void =>
  void results.set(`${plan} ${module}`, outcome)

const ARTIFACTS = new URL('../../artifacts/providers/', import.meta.url)

/** For the page that `tools/docs/results.mjs` writes. */
afterAll(() => {
  const tried = Object.entries(PLANS).flatMap(([plan, modules]) =>
    Object.keys(modules).map((module) => {
      const outcome = results.get(`${plan} ${module}`)
      return { plan, module, result: outcome ? `passed: ${outcome}` : 'failed' }
    }),
  )
  mkdirSync(ARTIFACTS, { recursive: true })
  writeFileSync(new URL('modules.json', ARTIFACTS), JSON.stringify(tried))
})

const STRATEGIES = ['jwt', 'database'] as const

type Mode = (typeof STRATEGIES)[number]

const parties = {
  jwt: forAllTests(() => startRelyingParty({ RP_USER_AGENT: 'fetch', RP_SESSION: 'jwt' })),
  database: forAllTests(() =>
    startRelyingParty({ RP_USER_AGENT: 'fetch', RP_SESSION: 'database' }),
  ),
}
const server = forAllTests(() => startWebServer())

/** The certified provider, with misbehaviour for one module. */
async function withProvider(
  { twoKeys, rotates }: Pick<SignInModule, 'twoKeys' | 'rotates'>,
  use: (idp: IdentityProvider) => Promise<void>,
): Promise<void> {
  let authorizations = 0
  const intercept: Intercept = async ({ endpoint }) => {
    if (endpoint === 'token' && rotates === 'before each token') await idp.rotateKeys()
    if (endpoint !== 'authorization') return
    authorizations += 1
    if (authorizations === 2 && rotates === 'before the second sign-in') await idp.rotateKeys()
  }
  const idp = await startIdp({
    signingAlgorithms: twoKeys ? ['RS256', 'RS256'] : ['RS256'],
    conformIdTokenClaims: true,
    clients: [client({ redirect_uris: [parties.jwt.client['redirect_uri'] ?? ''] })],
    intercept,
  })
  try {
    await use(idp)
  } finally {
    await idp.close()
  }
}

type Variant = Readonly<Record<string, string>>

/** Runs a module at the certified provider. */
function runAt(
  { issuer }: IdentityProvider,
  module: string,
  variant: Variant,
): Promise<ModuleAnswer> {
  return parties.jwt.run({ module, issuer, variant, clientSecret: CLIENT_SECRET })
}

async function expectModule(
  plan: Plan,
  module: string,
  { outcome, tampering, asks, tells = '', ...provider }: SignInModule,
  variant: Variant = {},
): Promise<void> {
  await withProvider(provider, async (idp) => {
    if (outcome === 'refused') {
      // The provider is one that people can sign in at, but for what it does wrong now.
      const control = await runAt(idp, 'oidcc-client-test', variant)
      expect(control).toMatchObject({ ok: true, outcome: 'signed in' })
    }
    idp.requests.splice(0)
    idp.tamper(tampering ?? null)
    const answer = await runAt(idp, module, variant)
    expect(answer).toMatchObject({ ok: true, module, outcome })
    expect(answer.steps.join('\n')).toContain(tells)
    if (asks) expect(idp.requests).toContainEqual(expect.objectContaining(asks))
    const method = variant['response_mode'] === 'form_post' ? 'POST' : 'GET'
    if (tampering?.discovery === undefined) {
      expect(answer.steps).toContain(`${method} /auth/callback/op`)
    } else {
      expect(idp.requests.map(({ endpoint }) => endpoint)).toEqual(['discovery'])
    }
    note(plan, module, answer)
  })
}

const rows = <Module>(
  modules: Readonly<Record<string, Module>>,
): readonly (readonly [Mode, string, Module])[] =>
  STRATEGIES.flatMap((mode) =>
    Object.entries(modules).map(([name, module]) => [mode, name, module] as const),
  )

describe('The plan oidcc-client-basic-certification-test-plan', () => {
  test.each(Object.entries(BASIC))('has its module %s passed', (module, row) =>
    expectModule('oidcc-client-basic-certification-test-plan', module, row),
  )
})

describe('The plan oidcc-client-formpost-basic-certification-test-plan', () => {
  test.each(Object.entries(BASIC))('has its module %s passed', (module, row) =>
    expectModule('oidcc-client-formpost-basic-certification-test-plan', module, row, {
      response_mode: 'form_post',
    }),
  )
})

describe('The plan oidcc-client-config-certification-test-plan', () => {
  test.each(Object.entries(CONFIG))('has its module %s passed', (module, row) =>
    expectModule('oidcc-client-config-certification-test-plan', module, row),
  )
})

describe('The plan oidcc-client-rp-initiated-logout-rp-basic', () => {
  test.each(rows(RP_INITIATED))(
    '(%s) has its module %s passed (LGO-01 LGO-02)',
    async (mode, module, row) => {
      const { answer, logout } = await runSignOut({ party: parties[mode], server }, module, row)
      expect(answer).toMatchObject({ ok: true, module, outcome: 'signed out' })
      expect(logout.get('state')).toMatch(/^[\w-]{43,}$/)
      expect(logout.get('post_logout_redirect_uri')).toBe(
        parties[mode].client['post_logout_redirect_uri'],
      )
      // A browser with the right state is redirected; others stay on a page about that.
      const returned = row.state ? '/auth/signed-out' : '/bye'
      expect(answer.steps).toContain(`signed out, and returned to ${returned}`)
      note('oidcc-client-rp-initiated-logout-rp-basic', module, answer)
    },
  )
})

describe('The plan oidcc-client-back-channel-logout-rp-basic', () => {
  test.each(rows(BACK_CHANNEL))(
    '(%s) has its module %s passed (LGO-03)',
    async (mode, module, row) => {
      const { answer, statuses } = await runSignOut({ party: parties[mode], server }, module, row)
      expect(answer).toMatchObject({ ok: true, module, outcome: row.outcome })
      expect(statuses).toEqual(row.refusal === undefined ? [200] : [400, 200])
      if (row.refusal === undefined) expect(answer.error).toBeUndefined()
      else expect(answer.error).toMatch(new RegExp(`^InvalidLogoutToken: ${row.refusal}: `))
      note('oidcc-client-back-channel-logout-rp-basic', module, answer)
    },
  )
})

test('The relying party answers 400 to a request to start that lacks a client', async () => {
  const response = await parties.jwt.start({ issuer: server.origin, module: 'oidcc-client-test' })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('client_id and client_secret')
})
