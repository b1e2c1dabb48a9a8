import { describe, expect, test } from 'vitest'
import { authorizationRequest, basic, readMembers } from '../../test/client.ts'
import { AUTHORIZE, oauthService } from '../../test/own-service.ts'
import { createLab, type Emulator } from '../index.ts'

const PUSH = 'https://harbour.example/oauth/par'

function emulatorAt(lab = createLab(), required = false): Promise<Emulator> {
  return lab.service(oauthService({ authorization: { pushed: { url: PUSH, required } } }))
}

async function push(
  emulator: Emulator,
  change: Parameters<typeof authorizationRequest>[1] = {},
  authorization: string = basic(emulator.options),
): Promise<Response> {
  const { search } = await authorizationRequest(emulator, change)
  const body = new URLSearchParams(search)
  return emulator.fetch(PUSH, { method: 'POST', headers: { authorization }, body })
}

async function referenceFrom(emulator: Emulator): Promise<URL> {
  const { request_uri: reference } = await readMembers(await push(emulator))
  const url = new URL(AUTHORIZE)
  url.searchParams.set('client_id', emulator.options.clientId)
  url.searchParams.set('request_uri', String(reference))
  return url
}

describe('A pushed authorization request at an emulator', () => {
  test('is used once with the pushed parameters', async () => {
    const emulator = await emulatorAt()
    const url = await referenceFrom(emulator)
    expect(emulator.check(url).searchParams.get('scope')).toBe('read')
    const arrival = new URL((await emulator.authorize(url)).url)
    expect(arrival.searchParams.get('state')).toBe('xyz')
    await expect(emulator.authorize(url)).rejects.toMatchObject({ rule: 'pushed_request' })
  })

  test('expires after a minute', async () => {
    let now = 1_700_000_000_000
    const emulator = await emulatorAt(createLab({ now: () => now }))
    const url = await referenceFrom(emulator)
    now += 60_000
    expect(() => emulator.check(url)).toThrow(/over a minute old/)
  })

  test('is refused for another client', async () => {
    const emulator = await emulatorAt()
    const url = await referenceFrom(emulator)
    url.searchParams.set('client_id', 'other')
    expect(() => emulator.check(url)).toThrow(/"other"/)
  })

  test.each<[string, Record<string, string | undefined>, string]>([
    ['that the service would refuse anyway', { scope: 'all' }, 'scope'],
    ['that is a reference itself', { request_uri: 'urn:x' }, 'pushed_request'],
  ])('%s is refused when it is pushed', async (_, change, rule) => {
    const emulator = await emulatorAt()
    const response = await push(emulator, change)
    expect(response.status).toBe(400)
    expect(await readMembers(response)).toMatchObject({ error: 'invalid_request' })
    expect(emulator.refusals.map((refusal) => refusal.rule)).toEqual([rule])
  })

  test('without client authentication is refused', async () => {
    const response = await push(await emulatorAt(), {}, `Basic ${btoa('lab-client-of-harbour:x')}`)
    expect(response.status).toBe(401)
    expect(await readMembers(response)).toMatchObject({ error: 'invalid_client' })
  })

  test('is required by some services', async () => {
    const emulator = await emulatorAt(createLab(), true)
    const plain = await authorizationRequest(emulator)
    expect(() => emulator.check(plain)).toThrow(/Set `pushedAuthorizationRequests`/)
    expect((await emulator.authorize(await referenceFrom(emulator))).method).toBe('GET')
  })
})
