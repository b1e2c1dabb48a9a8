import type { ProviderObject } from '@latchstring/core/providers'
import { createLab } from '@latchstring/testing'
import { describe, expect, test, vi } from 'vitest'
import { BASE, ENV } from '@latchstring/test-kit/app'
import { firstOfKind, inPart } from '@latchstring/test-kit/in-part'
import { expectedRequest, takeApart } from './src/authorization.ts'
import { kindOf, type ProviderCase } from './src/case.ts'
import { loadCases } from './src/cases.ts'
import { inEnvironment } from './src/environment.ts'
import { authenticationOf } from './src/client-authentication.ts'
import { collectResults, type Facts } from './src/results.ts'
import {
  signInAs,
  setStage,
  signInFor,
  type Stage,
  storedUser,
  wholeRequest,
} from './src/sign-in.ts'
import { visit } from './src/visit.ts'

const lab = createLab()
const cases = await loadCases()

function expectNothingStored({ store }: Stage): void {
  expect([...store.users, ...store.accounts, ...store.sessions]).toEqual([])
}

async function expectRefused(stage: Stage, location: URL): Promise<void> {
  expect(location.searchParams.get('error')).toMatch(/^\w+$/)
  expect(await stage.session()).toBeNull()
  expectNothingStored(stage)
}

function testRequest(subject: ProviderCase): void {
  const { checks } = subject
  test('gets the documented authorization request with every supported check', async () => {
    const stage = await setStage(lab, subject)
    const request = await wholeRequest(stage, subject, await stage.requestAuthorization())
    const { clientId } = stage.emulator.options
    expect(stage.app.errors).toEqual([])
    expect(takeApart(request, subject)).toEqual(expectedRequest(subject, clientId))
    const method = checks.includes('pkce') ? 'S256' : null
    expect(request.searchParams.get('code_challenge_method')).toBe(method)
  })

  test('sends the same request with settings from the environment', async () => {
    const { service, provider } = subject
    const emulator = await lab.service(service)
    const { clientId } = emulator.options
    const { variables, others } = inEnvironment(subject, emulator)
    vi.stubGlobal('fetch', emulator.fetch)
    const uncalled = (options: object): ProviderObject => provider({ ...others, ...options })
    const stage = { ...visit(service.id, uncalled, { env: { ...ENV, ...variables } }), emulator }
    const request = await wholeRequest(stage, subject, await stage.requestAuthorization())
    expect(stage.app.errors).toEqual([])
    expect(takeApart(request, subject)).toEqual(expectedRequest(subject, clientId))
  })
}

function testSignIn(subject: ProviderCase): void {
  test.each(['documented', 'minimal'] as const)(
    'signs in the %s person of the emulator, and authenticates the client with the expected method',
    async (person) => {
      const stage = await setStage(lab, subject)
      await signInAs(stage, person)
      expect(storedUser(stage)).toEqual(subject.users[person])
      const { name, email, image } = subject.users[person]
      expect((await stage.session())?.user).toMatchObject({ name, email, image })
      expect(stage.emulator.refusals).toEqual([])
      const used = await authenticationOf(subject.service, stage.emulator.requests)
      expect(used).toEqual([subject.authentication])
    },
  )
}

function testSecondSignIn(subject: ProviderCase): void {
  test('finds the same user at the second sign-in', async () => {
    const first = await setStage(lab, subject)
    await signInAs(first, 'documented')
    const second = await setStage(lab, subject, { store: first.store })
    await signInAs(second, 'documented')
    expect(storedUser(second)).toEqual(subject.users.documented)
    expect(first.store.sessions.size).toBe(2)
  })
}

function testRefusals(subject: ProviderCase): void {
  test('stores nothing when the person cancels', async () => {
    const stage = await setStage(lab, subject)
    const request = await stage.requestAuthorization()
    const location = await stage.follow(await stage.emulator.authorize(request, { deny: true }))
    await expectRefused(stage, location)
  })

  test('stores nothing when the code is refused', async () => {
    const stage = await setStage(lab, subject)
    const request = await stage.requestAuthorization()
    stage.emulator.fail({ token: 'invalid_grant' })
    await expectRefused(stage, await stage.follow(await stage.emulator.authorize(request)))
  })

  test('stores nothing when the response belongs to another browser', async () => {
    const stage = await setStage(lab, subject)
    const stranger = await setStage(lab, subject)
    await stage.requestAuthorization()
    const request = await stranger.requestAuthorization()
    await expectRefused(stage, await stage.follow(await stranger.emulator.authorize(request)))
    const { service, authorization } = subject
    const exchanges = stage.emulator.requests.filter(
      ({ method, url }) =>
        url.split('?', 1)[0] === service.token.url ||
        (method === 'POST' && url !== authorization.pushedTo),
    )
    expect(exchanges).toEqual([])
  })
}

function testRequired(subject: ProviderCase): void {
  test.each(subject.required ?? [])('reports the missing option `%s`', async (name) => {
    const stage = await setStage(lab, subject, { options: { [name]: undefined } })
    const { id } = subject.service
    const csrfToken = await stage.browser.csrf(BASE)
    await stage.browser.submit(`${BASE}/signin/${id}`, { csrfToken })
    const messages = stage.app.errors.map(({ message }) => message).join('\n')
    expect(messages).toContain(id)
    // As a word of its own: the names of some services begin with that of an option.
    expect(messages).toMatch(new RegExp(`\\b${name}\\b`))
  })
}

/** What an ID token must not say. */
const FOREIGN: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['another application', { aud: 'another-application' }],
  ['another issuer', { iss: 'https://issuer.example' }],
  ['the past', { exp: 1_000_000_000 }],
]

function testIdToken(subject: ProviderCase): void {
  const { protocol, persons } = subject.service
  if (protocol !== 'oidc') return
  // Where none is sent, a `nonce` in the token says nothing; PKCE and `state` hold.
  const nonce = ['another sign-in', { nonce: 'of-another-sign-in' }] as const
  const foreign = subject.checks.includes('nonce') ? [...FOREIGN, nonce] : FOREIGN
  test.each(foreign)('stores nothing when the ID token is for %s', async (_, claims) => {
    const stage = await setStage(lab, subject)
    const person = {
      ...persons.documented,
      claims: { ...persons.documented.claims, ...claims },
    }
    const request = await stage.requestAuthorization()
    await expectRefused(
      stage,
      await stage.follow(await stage.emulator.authorize(request, { person })),
    )
  })
}

function factsOf(file: string, { service, checks, authentication }: ProviderCase): Facts {
  const { pkce } = service.authorization
  const ignored = pkce === 'ignored' || pkce === 'hex-on-loopback'
  const counted = checks.map((check) => (check === 'pkce' && ignored ? '(pkce)' : check))
  return { file, kind: service.protocol, checks: counted, authentication }
}

collectResults(
  'suite',
  new Map(
    cases.flatMap(({ id, subject }) => (subject ? [[id, factsOf(id, subject)] as const] : [])),
  ),
)

// What an answer of the service is refused for is the same code for all of one kind.
const subjects = cases.flatMap(({ subject }) => (subject ? [subject] : []))
const tested = new Set(inPart(subjects, firstOfKind(kindOf)))

describe.each(cases.map((loaded) => [loaded.id, loaded] as const))('%s', (id, loaded) => {
  const { subject, problem } = loaded
  test('has a test case that can be imported', () => {
    expect(problem).toBeUndefined()
  })
  if (!subject) return
  testRequest(subject)
  testSignIn(subject)
  testRequired(subject)
  if (tested.has(subject)) {
    testSecondSignIn(subject)
    testRefusals(subject)
    testIdToken(subject)
  }
  for (const [name, check] of Object.entries(subject.quirks ?? {})) {
    test(name, () => check(signInFor(lab, subject)))
  }
})
