import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Listener, startNodeServer } from '../../../../test/kit/src/node-http.ts'
import { type Call, createDouble, toSession } from '../../test/framework-auth-double.ts'
import { createUniversalAuth } from './universal-auth.ts'

// The core is a double here; request and response are those of Node.js.

async function ask(listener: Listener, headers: Record<string, string> = {}): Promise<Response> {
  const server = await startNodeServer(listener)
  onTestFinished(() => server.close())
  return fetch(`${server.origin}/api/me`, { headers })
}

const READ = {
  session: toSession('Ada'),
  cookies: [
    { name: 'session.0', value: 'a', options: { path: '/', httpOnly: true } },
    { name: 'session.1', value: 'b', options: { path: '/', httpOnly: true } },
  ],
}

test('an API route reads the session of the request and renews its cookies, each by a header of its own (CKI-12)', async () => {
  const calls: Call[] = []
  const auth = createUniversalAuth(() => createDouble({ session: READ }, calls))
  const response = await ask(
    async (req, res) => {
      res.setHeader('Set-Cookie', 'theme=dark')
      const session = await auth(req, res)
      res.end(session?.user?.name)
    },
    { cookie: 'a=1; b=2', 'x-forwarded-host': 'app.test' },
  )
  expect(await response.text()).toBe('Ada')
  const pairs = response.headers.getSetCookie().map((header) => header.split(';')[0])
  expect(pairs).toEqual(['theme=dark', 'session.0=a', 'session.1=b'])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('vary')).toBe('Cookie')
  const headers = calls[0]?.source.headers
  expect(headers?.get('cookie')).toBe('a=1; b=2')
  expect(headers?.get('x-forwarded-host')).toBe('app.test')
})

test('CCH-02 a response of the Pages Router names Cookie in Vary once', async () => {
  const auth = createUniversalAuth(() => createDouble({ session: READ }))
  const response = await ask(async (req, res) => {
    res.setHeader('Vary', ['Accept', 'Cookie'])
    await auth(req, res)
    res.end()
  })
  expect(response.headers.get('vary')).toBe('Accept, Cookie')
})

test('auth in getServerSideProps reads the session from its context', async () => {
  const auth = createUniversalAuth(() => createDouble({ session: READ }))
  const response = await ask(async (req, res) => {
    const context = { req, res, query: {}, resolvedUrl: '/me' }
    res.end((await auth(context))?.user?.name)
  })
  expect(await response.text()).toBe('Ada')
  expect(response.headers.getSetCookie()).toHaveLength(2)
})

test('auth in an API route ignores a removed header', async () => {
  const calls: Call[] = []
  const auth = createUniversalAuth(() => createDouble({}, calls))
  const req = new IncomingMessage(new Socket())
  Object.assign(req.headers, { host: 'app.test', 'x-forwarded-host': undefined })
  await auth(req, new ServerResponse(req))
  const headers = calls[0]?.source.headers
  expect(headers?.get('host')).toBe('app.test')
  expect(headers?.has('x-forwarded-host')).toBe(false)
})

test('a response of the Pages Router without cookies keeps the Cache-Control of the application', async () => {
  const auth = createUniversalAuth(() => createDouble())
  const response = await ask(async (req, res) => {
    res.setHeader('Cache-Control', 'max-age=60')
    res.end(JSON.stringify(await auth(req, res)))
  })
  expect(await response.text()).toBe('null')
  expect(response.headers.get('cache-control')).toBe('max-age=60')
  expect(response.headers.getSetCookie()).toEqual([])
})
