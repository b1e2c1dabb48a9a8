import { describe, expect, test } from 'vitest'
import { codeFrom, readMembers, tokenRequest } from '../../test/client.ts'
import { oauthService, ME } from '../../test/own-service.ts'
import { createLab, type Person, type Emulator } from '../index.ts'
import type { ResourceRules } from '../service.ts'

const lab = createLab()
const agent = { 'user-agent': 'test' }

async function accessToken(emulator: Emulator, scope = 'read'): Promise<string> {
  const response = await tokenRequest(emulator, { code: await codeFrom(emulator, { scope }) })
  return String((await readMembers(response))['access_token'])
}

async function emulatorWith(rules: ResourceRules, address: string = ME): Promise<Emulator> {
  return lab.service(oauthService({ resources: { [address]: rules } }))
}

describe('An API of an emulator responds', () => {
  test('with the data of the person who signed in', async () => {
    const emulator = await lab.service(oauthService())
    const headers = { ...agent, authorization: `Bearer ${await accessToken(emulator)}` }
    emulator.person('minimal')
    expect(await readMembers(await emulator.fetch(ME, { headers }))).toEqual({ id: 7, name: 'Ada' })
    const next = { ...agent, authorization: `Bearer ${await accessToken(emulator)}` }
    expect(await readMembers(await emulator.fetch(ME, { headers: next }))).toEqual({ id: 8 })
  })

  test('with the data of a person given by the test', async () => {
    const emulator = await lab.service(oauthService())
    const person: Person = { answers: { [ME]: { id: 9 } } }
    emulator.person(person)
    const headers = { ...agent, authorization: `Bearer ${await accessToken(emulator)}` }
    expect(await readMembers(await emulator.fetch(ME, { headers }))).toEqual({ id: 9 })
  })

  test('with the result of a function that gets the request', async () => {
    const emulator = await emulatorWith({
      method: 'POST',
      answer: ({ body, scope, url }) => ({ body, scope, query: url.search }),
    })
    const headers = { authorization: `Bearer ${await accessToken(emulator)}` }
    const response = await emulator.fetch(`${ME}?a=1`, { method: 'POST', headers, body: '{q}' })
    expect(await readMembers(response)).toEqual({ body: '{q}', scope: 'read', query: '?a=1' })
  })

  test('with a complete Response, also at a URL with a parameter', async () => {
    const respond = (): Response => new Response('plain', { status: 206 })
    const emulator = await emulatorWith(
      { token: 'none', answer: respond },
      'https://api.harbour.example/users/{id}',
    )
    const response = await emulator.fetch('https://api.harbour.example/users/7')
    expect([response.status, await response.text()]).toEqual([206, 'plain'])
    await expect(emulator.fetch('https://api.harbour.example/users/7/more')).rejects.toThrow(
      /nothing at/,
    )
  })
})

describe('An API of an emulator accepts the token', () => {
  test.each<[string, (token: string) => readonly [query: string, init: RequestInit]]>([
    ['token', (token) => ['', { headers: { authorization: `token ${token}` } }]],
    ['header:x-token', (token) => ['', { headers: { 'x-token': token } }]],
    ['query:access_token', (token) => [`?access_token=${token}`, {}]],
    [
      'form:access_token',
      (token) => ['', { method: 'POST', body: new URLSearchParams({ access_token: token }) }],
    ],
  ])('only in `%s`', async (token, put) => {
    const emulator = await emulatorWith({
      token,
      ...(token.startsWith('form') && { method: 'POST' as const }),
    })
    const value = await accessToken(emulator)
    const [query, init] = put(value)
    expect((await emulator.fetch(`${ME}${query}`, init)).status).toBe(200)
    const method = init.method ?? 'GET'
    const elsewhere = { method, headers: { authorization: `Bearer ${value}` } }
    expect((await emulator.fetch(ME, elsewhere)).status).toBe(401)
  })
})

describe('An API of an emulator refuses', () => {
  test.each<[string, ResourceRules, number, string]>([
    ['another method', { method: 'POST' }, 405, 'method'],
    ['a request without a header', { headers: { 'client-id': true } }, 400, 'header'],
    ['a request without a parameter', { query: { fields: /email/ } }, 400, 'query'],
    ['a scope that was not granted', { scope: 'mail' }, 403, 'scope'],
  ])('%s', async (_, rules, status, rule) => {
    const emulator = await emulatorWith(rules)
    const headers = { authorization: `Bearer ${await accessToken(emulator)}` }
    expect((await emulator.fetch(ME, { headers })).status).toBe(status)
    expect(emulator.refusals.map((refusal) => refusal.rule)).toEqual([rule])
  })

  test.each([[{}], [{ authorization: 'Bearer made-up' }], [{ authorization: 'Basic eA==' }]])(
    'a request with %j',
    async (headers) => {
      const emulator = await emulatorWith({})
      expect((await emulator.fetch(ME, { headers })).status).toBe(401)
      expect(emulator.refusals[0]?.rule).toBe('token')
    },
  )

  test('every request after fail()', async () => {
    const emulator = await emulatorWith({})
    const headers = { authorization: `Bearer ${await accessToken(emulator)}` }
    emulator.fail({ resource: 503 })
    expect((await emulator.fetch(ME, { headers })).status).toBe(503)
  })

  test('a request whose response the person lacks', async () => {
    const emulator = await lab.service(oauthService())
    emulator.person({})
    const headers = { ...agent, authorization: `Bearer ${await accessToken(emulator)}` }
    expect((await emulator.fetch(ME, { headers })).status).toBe(404)
    expect(emulator.refusals[0]?.message).toContain(`add \`answers["${ME}"]\``)
  })
})
