import { describe, expect, test } from 'vitest'
import { authorizationRequest, basic, membersOf } from '../../test/client.ts'
import { AUTHORIZE, harbour } from '../../test/harbour.ts'
import { createLab, type Twin } from '../index.ts'

const PUSH = 'https://harbour.example/oauth/par'

function twinAt(lab = createLab(), required = false): Promise<Twin> {
  return lab.service(harbour({ authorization: { pushed: { url: PUSH, required } } }))
}

async function push(
  twin: Twin,
  change: Parameters<typeof authorizationRequest>[1] = {},
  authorization: string = basic(twin.options),
): Promise<Response> {
  const { search } = await authorizationRequest(twin, change)
  const body = new URLSearchParams(search)
  return twin.fetch(PUSH, { method: 'POST', headers: { authorization }, body })
}

async function referenceFrom(twin: Twin): Promise<URL> {
  const { request_uri: reference } = await membersOf(await push(twin))
  const url = new URL(AUTHORIZE)
  url.searchParams.set('client_id', twin.options.clientId)
  url.searchParams.set('request_uri', String(reference))
  return url
}

describe('A pushed request', () => {
  test('stands for what was pushed, once', async () => {
    const twin = await twinAt()
    const url = await referenceFrom(twin)
    expect(twin.check(url).searchParams.get('scope')).toBe('read')
    const arrival = new URL((await twin.authorize(url)).url)
    expect(arrival.searchParams.get('state')).toBe('xyz')
    await expect(twin.authorize(url)).rejects.toMatchObject({ rule: 'pushed_request' })
  })

  test('is good for a minute', async () => {
    let now = 1_700_000_000_000
    const twin = await twinAt(createLab({ now: () => now }))
    const url = await referenceFrom(twin)
    now += 60_000
    expect(() => twin.check(url)).toThrow(/over a minute old/)
  })

  test('is refused for another client', async () => {
    const twin = await twinAt()
    const url = await referenceFrom(twin)
    url.searchParams.set('client_id', 'other')
    expect(() => twin.check(url)).toThrow(/"other"/)
  })

  test.each<[string, Record<string, string | undefined>, string]>([
    ['that the service would refuse anyway', { scope: 'all' }, 'scope'],
    ['that is a reference itself', { request_uri: 'urn:x' }, 'pushed_request'],
  ])('%s is refused when it is pushed', async (_, change, rule) => {
    const twin = await twinAt()
    const response = await push(twin, change)
    expect(response.status).toBe(400)
    expect(await membersOf(response)).toMatchObject({ error: 'invalid_request' })
    expect(twin.refusals.map((refusal) => refusal.rule)).toEqual([rule])
  })

  test('of nobody knows whom is refused', async () => {
    const response = await push(await twinAt(), {}, `Basic ${btoa('lab-client-of-harbour:x')}`)
    expect(response.status).toBe(401)
    expect(await membersOf(response)).toMatchObject({ error: 'invalid_client' })
  })

  test('is the only one that some services take', async () => {
    const twin = await twinAt(createLab(), true)
    const plain = await authorizationRequest(twin)
    expect(() => twin.check(plain)).toThrow(/Set `pushedAuthorizationRequests`/)
    expect((await twin.authorize(await referenceFrom(twin))).method).toBe('GET')
  })
})
