import { exportJWK, importJWK, jwtVerify, SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { authorizationRequest, readMembers } from '../../test/client.ts'
import { oauthService, ME } from '../../test/own-service.ts'
import {
  createLab,
  LabError,
  type ServiceId,
  type Emulator,
  type EmulatorSettings,
} from '../index.ts'
import { services } from '../services.ts'
import { createSigningKeys } from './keys.ts'

test('a lab creates each emulator of the catalogue once', async () => {
  const lab = createLab()
  const github = await lab.provider('github')
  expect(github.service.name).toBe('GitHub')
  expect(await lab.provider('github')).toBe(github)
  expect(await createLab().provider('github')).not.toBe(github)
})

test('settings of an existing emulator apply from the call that passes them', async () => {
  const lab = createLab()
  const emulator = await lab.service(oauthService())
  const other = 'https://other.example/callback'
  const request = await authorizationRequest(emulator)
  const elsewhere = await authorizationRequest(emulator, { redirect_uri: other })
  await emulator.authorize(request)
  // Its id is none of the catalogue, and the lab knows it.
  const id = 'harbour' as ServiceId
  const again = (settings?: EmulatorSettings): Promise<Emulator> => lab.provider(id, settings)
  expect(await again({ redirectUris: [other] })).toBe(emulator)
  await expect(emulator.authorize(request)).rejects.toThrow(`registered is ${other}`)
  await again()
  await emulator.authorize(elsewhere)
  await again({})
  await emulator.authorize(request)
  await expect(emulator.authorize(elsewhere)).rejects.toThrow('registered is')
})

test('two simultaneous calls of a lab create one emulator', async () => {
  const lab = createLab()
  const [one, other] = await Promise.all([lab.provider('github'), lab.provider('github')])
  expect(one).toBe(other)
})

test('A lab forgets the person after the sign-in, also at endpoints without a token', async () => {
  const who = 'https://harbour.example/who'
  const emulator = await createLab().service(
    oauthService({
      endpoints: { [who]: (_, { person }) => Response.json(person.answers?.[ME]) },
      resources: { [ME]: { token: 'none' } },
    }),
  )
  const request = await authorizationRequest(emulator)
  const ids = async (): Promise<unknown[]> =>
    Promise.all([who, ME].map(async (url) => (await readMembers(await emulator.fetch(url)))['id']))
  await emulator.authorize(request, { person: 'minimal' })
  expect(await ids()).toEqual([8, 8])
  await emulator.authorize(request)
  expect(await ids()).toEqual([7, 7])
  emulator.person('minimal')
  expect(await ids()).toEqual([8, 8])
  await emulator.authorize(request)
  expect(await ids()).toEqual([8, 8])
})

test('The catalogue contains every service under its name, and loads it at its first use', async () => {
  for (const load of Object.values(services)) {
    const { service } = await load()
    expect(service.name).toMatch(/\S/)
    expect(service.persons).toHaveProperty('documented')
    expect(service.persons).toHaveProperty('minimal')
  }
})

test('A request to an unknown URL of a service is an error and not sent', async () => {
  const emulator = await createLab().service(oauthService())
  const error: unknown = await emulator
    .fetch('https://harbour.example/nowhere')
    .catch((e: unknown) => e)
  expect(error).toBeInstanceOf(LabError)
  expect(String(error)).toMatch(/nothing at https:\/\/harbour\.example\/nowhere \(GET\)/)
  expect(emulator.refusals).toEqual([error])
  expect(emulator.requests.map(({ url }) => url)).toEqual(['https://harbour.example/nowhere'])
})

test('an endpoint of a service overrides the other endpoints of its emulator', async () => {
  const emulator = await createLab().service(
    oauthService({
      endpoints: {
        'https://harbour.example/oauth/token': (request, context) =>
          Response.json({ method: request.method, ...context, person: undefined }),
      },
    }),
  )
  const response = await emulator.fetch('https://harbour.example/oauth/token', { method: 'POST' })
  expect(await response.json()).toEqual({
    method: 'POST',
    clientId: 'lab-client-of-harbour',
    clientSecret: 'lab-secret-of-harbour-which-is-long-enough-to-sign-with',
    failure: {},
  })
})

test('the requests of an emulator have readable bodies', async () => {
  const emulator = await createLab().service(oauthService())
  await emulator.fetch('https://harbour.example/oauth/token', { method: 'POST', body: 'a=1' })
  const [request] = emulator.requests
  expect(await request?.text()).toBe('a=1')
})

test('A mail service of the catalogue has an emulator', async () => {
  const resend = await createLab().mailService('resend')
  expect(resend.service.name).toBe('Resend')
  expect(resend.mails).toEqual([])
  resend.fail(503)
  expect((await resend.fetch('https://api.resend.com/emails')).status).toBe(503)
  expect(String(resend.refusals[0])).toContain('Resend fails with HTTP 503, as the test wants it')
})

test.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])(
  'The key pair of a lab for %s is exported as JWK from copies, because Node.js 20 can stop for ever otherwise',
  async (alg) => {
    const generate = vi.spyOn(crypto.subtle, 'generateKey')
    const toExport = vi.spyOn(crypto.subtle, 'exportKey')
    const { privateKey, jwk } = await createSigningKeys().get(alg)
    // As a lab on a port does with the key of a client.
    await exportJWK(privateKey)
    const [made] = generate.mock.settledResults
    const pair: unknown = made?.value
    const generated: readonly unknown[] = Object.values(pair ?? {})
    const exported = toExport.mock.calls.flatMap(([format, key]) => (format === 'jwk' ? key : []))
    expect([generated.length, exported.length]).toEqual([2, 2])
    expect(exported.filter((key) => generated.includes(key))).toEqual([])
    const token = await new SignJWT({ sub: 'ada' }).setProtectedHeader({ alg }).sign(privateKey)
    const { payload } = await jwtVerify(token, await importJWK(jwk, alg))
    expect(payload.sub).toBe('ada')
  },
)
