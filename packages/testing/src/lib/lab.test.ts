import { expect, test } from 'vitest'
import { authorizationRequest, membersOf } from '../../test/client.ts'
import { harbour, ME } from '../../test/harbour.ts'
import { createLab, LabError, type ServiceId, type Twin, type TwinSettings } from '../index.ts'
import { services } from '../services.ts'

test('A twin of the catalogue is made once', async () => {
  const lab = createLab()
  const github = await lab.provider('github')
  expect(github.service.name).toBe('GitHub')
  expect(await lab.provider('github')).toBe(github)
  expect(await createLab().provider('github')).not.toBe(github)
})

test('Settings apply from the call that has them', async () => {
  const lab = createLab()
  const twin = await lab.service(harbour())
  const other = 'https://other.example/callback'
  const request = await authorizationRequest(twin)
  const elsewhere = await authorizationRequest(twin, { redirect_uri: other })
  await twin.authorize(request)
  // Its id is none of the catalogue, and the lab knows it.
  const id = 'harbour' as ServiceId
  const again = (settings?: TwinSettings): Promise<Twin> => lab.provider(id, settings)
  expect(await again({ redirectUris: [other] })).toBe(twin)
  await expect(twin.authorize(request)).rejects.toThrow(`registered is ${other}`)
  await again()
  await twin.authorize(elsewhere)
  await again({})
  await twin.authorize(request)
  await expect(twin.authorize(elsewhere)).rejects.toThrow('registered is')
})

test('Two calls at once make one twin', async () => {
  const lab = createLab()
  const [one, other] = await Promise.all([lab.provider('github'), lab.provider('github')])
  expect(one).toBe(other)
})

test('Who signs in is forgotten after the sign-in, also by endpoints without a token', async () => {
  const who = 'https://harbour.example/who'
  const twin = await createLab().service(
    harbour({
      endpoints: { [who]: (_, { person }) => Response.json(person.answers?.[ME]) },
      resources: { [ME]: { token: 'none' } },
    }),
  )
  const request = await authorizationRequest(twin)
  const ids = async (): Promise<unknown[]> =>
    Promise.all([who, ME].map(async (url) => (await membersOf(await twin.fetch(url)))['id']))
  await twin.authorize(request, { person: 'minimal' })
  expect(await ids()).toEqual([8, 8])
  await twin.authorize(request)
  expect(await ids()).toEqual([7, 7])
  twin.person('minimal')
  expect(await ids()).toEqual([8, 8])
  await twin.authorize(request)
  expect(await ids()).toEqual([8, 8])
})

test('The catalogue has every service under its name, and loads it when it is asked for', async () => {
  for (const load of Object.values(services)) {
    const { service } = await load()
    expect(service.name).toMatch(/\S/)
    expect(service.persons).toHaveProperty('documented')
    expect(service.persons).toHaveProperty('minimal')
  }
})

test('An address that a service does not have is an error, and nothing is sent', async () => {
  const twin = await createLab().service(harbour())
  const error: unknown = await twin
    .fetch('https://harbour.example/nowhere')
    .catch((e: unknown) => e)
  expect(error).toBeInstanceOf(LabError)
  expect(String(error)).toMatch(/nothing at https:\/\/harbour\.example\/nowhere \(GET\)/)
  expect(twin.refusals).toEqual([error])
  expect(twin.requests.map(({ url }) => url)).toEqual(['https://harbour.example/nowhere'])
})

test('An endpoint of its own answers before everything else', async () => {
  const twin = await createLab().service(
    harbour({
      endpoints: {
        'https://harbour.example/oauth/token': (request, context) =>
          Response.json({ method: request.method, ...context, person: undefined }),
      },
    }),
  )
  const response = await twin.fetch('https://harbour.example/oauth/token', { method: 'POST' })
  expect(await response.json()).toEqual({
    method: 'POST',
    clientId: 'lab-client-of-harbour',
    clientSecret: 'lab-secret-of-harbour-which-is-long-enough-to-sign-with',
    failure: {},
  })
})

test('What an application sent can be read, bodies too', async () => {
  const twin = await createLab().service(harbour())
  await twin.fetch('https://harbour.example/oauth/token', { method: 'POST', body: 'a=1' })
  const [request] = twin.requests
  expect(await request?.text()).toBe('a=1')
})

test('A mail service of the catalogue has a twin, too', async () => {
  const resend = await createLab().mailService('resend')
  expect(resend.service.name).toBe('Resend')
  expect(resend.mails).toEqual([])
  resend.fail(503)
  expect((await resend.fetch('https://api.resend.com/emails')).status).toBe(503)
  expect(String(resend.refusals[0])).toContain('Resend fails with HTTP 503, as the test wants it')
})
