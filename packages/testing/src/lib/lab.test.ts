import { createAuth } from '@latchstring/core'
import GitHub from '@latchstring/core/providers/github'
import { expect, test } from 'vitest'
import { membersOf } from '../../test/client.ts'
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

test('An application signs somebody in', async () => {
  const github = await createLab().provider('github')
  const env = {
    NODE_ENV: 'test',
    AUTH_URL: 'https://app.example',
    AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
  }
  const auth = createAuth({ providers: [GitHub(github.options)] }, { env })
  const jar = new Map<string, string>()
  const send = async (url: string, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const headers = { host: 'app.example', cookie, origin: 'https://app.example' }
    const init = body ? { method: 'POST', body } : {}
    const response = await auth.handle(new Request(url, { ...init, headers }))
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split(/=(.*)/)
      jar.set(name, value)
    }
    return response
  }
  const { csrfToken } = await membersOf(await send('https://app.example/auth/csrf'))
  const form = new URLSearchParams({ csrfToken: String(csrfToken), callbackUrl: '/' })
  const start = await send('https://app.example/auth/signin/github', form)
  const { url } = await github.authorize(start.headers.get('location') ?? '')
  await send(url)
  const session = await send('https://app.example/auth/session')
  expect(await session.json()).toMatchObject({ user: { email: 'octocat@github.com' } })
})
