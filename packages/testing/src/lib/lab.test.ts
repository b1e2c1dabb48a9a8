import { expect, test } from 'vitest'
import { harbour } from '../../test/harbour.ts'
import { createLab, LabError } from '../index.ts'
import { services } from '../services.ts'

test('A twin of the catalogue is made once', async () => {
  const lab = createLab()
  const github = await lab.provider('github')
  expect(github.service.name).toBe('GitHub')
  expect(await lab.provider('github')).toBe(github)
  expect(await createLab().provider('github')).not.toBe(github)
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
})
