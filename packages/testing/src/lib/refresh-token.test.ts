import { describe, expect, test } from 'vitest'
import { codeFrom, readMembers, tokenRequest } from '../../test/client.ts'
import { ME, oauthService, oidcService } from '../../test/own-service.ts'
import { createLab, type Emulator } from '../index.ts'
import type { RefreshRules } from '../service.ts'

const lab = createLab()

const emulatorWith = (refresh: RefreshRules, now?: () => number): Promise<Emulator> =>
  (now ? createLab({ now }) : lab).service(oauthService({ token: { refresh } }))

interface Tokens {
  readonly access_token: string
  readonly refresh_token?: string
  readonly id_token?: string
}

async function read(response: Response): Promise<Tokens> {
  expect(response.status).toBe(200)
  // The test asserts the members.
  return (await response.json()) as Tokens
}

async function signIn(emulator: Emulator, change = {}): Promise<Tokens> {
  return read(await tokenRequest(emulator, { code: await codeFrom(emulator, change) }))
}

const ask = (emulator: Emulator, token: string | undefined): Promise<Response> =>
  tokenRequest(emulator, {
    grant_type: 'refresh_token',
    refresh_token: token,
    code: undefined,
    redirect_uri: undefined,
    code_verifier: undefined,
  })

const refresh = async (emulator: Emulator, token: string | undefined): Promise<Tokens> =>
  read(await ask(emulator, token))

async function expectRefused(emulator: Emulator, token: string | undefined): Promise<void> {
  const before = emulator.refusals.length
  const response = await ask(emulator, token)
  expect(response.status).toBe(400)
  expect(await readMembers(response)).toMatchObject({ error: 'invalid_grant' })
  expect(emulator.refusals.slice(before).map(({ rule }) => rule)).toEqual(['token'])
}

async function opens(emulator: Emulator, { access_token: token }: Tokens): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'test' }
  return (await emulator.fetch(ME, { headers })).ok
}

test('An emulator without rules for refresh tokens gives none and takes none', async () => {
  const emulator = await lab.service(oauthService())
  expect(await signIn(emulator)).not.toHaveProperty('refresh_token')
  const response = await ask(emulator, 'any')
  expect(await readMembers(response)).toMatchObject({ error: 'unsupported_grant_type' })
})

test('An emulator gives a refresh token to the requests that its service gives one to', async () => {
  const emulator = await emulatorWith({ next: 'none', needs: { access_type: 'offline' } })
  expect(await signIn(emulator)).not.toHaveProperty('refresh_token')
  const offline = await signIn(emulator, { access_type: 'offline' })
  expect(await opens(emulator, await refresh(emulator, offline.refresh_token))).toBe(true)
})

describe('After a refresh', () => {
  test.each(['none', 'same'] as const)('the token stays (%s)', async (next) => {
    const emulator = await emulatorWith({ next })
    const { refresh_token: token } = await signIn(emulator)
    for (let times = 0; times < 2; times++) {
      const renewed = await refresh(emulator, token)
      expect(renewed.refresh_token).toBe(next === 'same' ? token : undefined)
      expect(await opens(emulator, renewed)).toBe(true)
    }
  })

  test('a new token ends the one before', async () => {
    const emulator = await emulatorWith({ next: 'new' })
    const first = await signIn(emulator)
    const second = await refresh(emulator, first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await expectRefused(emulator, first.refresh_token)
    const third = await refresh(emulator, second.refresh_token)
    expect(await opens(emulator, third)).toBe(true)
    expect(await opens(emulator, first)).toBe(true)
  })

  test('a new token leaves the one before, where the service does', async () => {
    const emulator = await emulatorWith({ next: 'beside' })
    const { refresh_token: token } = await signIn(emulator)
    const renewed = await refresh(emulator, token)
    expect(renewed.refresh_token).not.toBe(token)
    expect(await refresh(emulator, token)).toHaveProperty('refresh_token')
    expect(await refresh(emulator, renewed.refresh_token)).toHaveProperty('refresh_token')
  })

  test('a replaced token is taken until its time is over', async () => {
    let now = Date.now()
    const emulator = await emulatorWith({ next: 'new', leeway: 30 }, () => now)
    const { refresh_token: token } = await signIn(emulator)
    await refresh(emulator, token)
    now += 29_999
    await refresh(emulator, token)
    now += 1
    await expectRefused(emulator, token)
  })

  test('a replaced token that comes again ends all tokens of its sign-in alone', async () => {
    const emulator = await emulatorWith({ next: 'new', reuseEndsAll: true })
    const other = await signIn(emulator)
    const first = await signIn(emulator)
    const second = await refresh(emulator, first.refresh_token)
    await expectRefused(emulator, first.refresh_token)
    await expectRefused(emulator, second.refresh_token)
    expect(await opens(emulator, second)).toBe(false)
    expect(await opens(emulator, other)).toBe(true)
    await refresh(emulator, other.refresh_token)
  })

  test('the access token from before has ended, where the service ends it', async () => {
    const emulator = await emulatorWith({ next: 'new', endsAccessToken: true })
    const first = await signIn(emulator)
    const second = await refresh(emulator, first.refresh_token)
    expect([await opens(emulator, first), await opens(emulator, second)]).toEqual([false, true])
  })
})

test.each([
  ['the last refresh', 'refresh', true],
  ['the sign-in', 'sign-in', false],
] as const)('The lifetime of a refresh token counts from %s', async (_, lifetimeFrom, isTaken) => {
  let now = Date.now()
  const emulator = await emulatorWith({ next: 'new', lifetime: 100, lifetimeFrom }, () => now)
  const first = await signIn(emulator)
  now += 99_000
  const second = await refresh(emulator, first.refresh_token)
  now += 1000
  expect((await ask(emulator, second.refresh_token)).ok).toBe(isTaken)
})

test('A refresh is refused to another client and after fail()', async () => {
  const emulator = await emulatorWith({ next: 'none' })
  const { refresh_token: token } = await signIn(emulator)
  const stranger = await tokenRequest(
    emulator,
    { grant_type: 'refresh_token', refresh_token: token, code: undefined },
    { authorization: `Basic ${btoa('lab-client-of-harbour:x')}` },
  )
  expect(stranger.status).toBe(401)
  emulator.fail({ token: 'invalid_grant' })
  expect((await ask(emulator, token)).status).toBe(400)
})

test('A refreshed ID token has no nonce', async () => {
  const service = oidcService({ token: { refresh: { next: 'none' } } })
  const emulator = await lab.service(service)
  const first = await signIn(emulator, { scope: 'openid', nonce: 'n' })
  const { id_token: idToken = '' } = await refresh(emulator, first.refresh_token)
  const claims: unknown = JSON.parse(atob(idToken.split('.')[1] ?? ''))
  expect(claims).toMatchObject({ sub: '7' })
  expect(claims).not.toHaveProperty('nonce')
})
