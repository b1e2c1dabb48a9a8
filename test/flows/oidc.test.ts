import { createAuth } from '@latchstring/core'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import Credentials from '@latchstring/core/providers/credentials'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { signInAt, startIdentityProvider, type IdentityProvider } from '@latchstring/test-idp'
import { startInbox, type Inbox } from '@latchstring/test-inbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from './src/browser.ts'

const BASE = 'http://localhost:3000/auth'
let idp: IdentityProvider
let inbox: Inbox

beforeAll(async () => {
  inbox = await startInbox({})
  idp = await startIdentityProvider({
    clients: [
      {
        client_id: 'app',
        client_secret: 'app-secret-app-secret-app-secret-1',
        redirect_uris: [`${BASE}/callback/oidc`],
      },
    ],
  })
})

afterAll(async () => {
  await idp.close()
  await inbox.close()
})

function setup() {
  return createAuth(
    {
      providers: [
        {
          id: 'oidc',
          name: 'Harbour ID',
          type: 'oidc',
          issuer: idp.issuer,
          clientId: 'app',
          clientSecret: 'app-secret-app-secret-app-secret-1',
        },
        Credentials({
          credentials: { user: {} },
          authorize: ({ user }) => (user === 'ada' ? { id: '1', name: 'Ada' } : null),
        }),
      ],
    },
    { env: { NODE_ENV: 'test', AUTH_URL: 'http://localhost:3000', AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aE' } },
  )
}

test('signs in with OpenID Connect', async () => {
  const auth = setup()
  const browser = createBrowser(auth.handle)
  const csrfToken = await browser.csrf(BASE)
  const start = await browser.post(`${BASE}/signin/oidc`, { csrfToken, callbackUrl: '/here' })
  expect(start.status).toBe(302)
  const arrival = await signInAt(fetch, start.headers.get('location') ?? '', { login: 'ada' })
  const end = await browser.get(arrival.url)
  expect(end.headers.get('location')).toBe('http://localhost:3000/here')
  const session = await browser.get(`${BASE}/session`)
  console.log(await session.json(), [...browser.cookies.keys()])
  const again = await browser.get(arrival.url)
  expect(again.status).toBe(302)
  console.log(again.headers.get('location'))
})

test('email', async () => {
  const db = await openSqlAdapter(':memory:')
  await db.migrate()
  const auth = createAuth(
    { providers: [Nodemailer({ server: inbox.smtpUrl, from: 'Demo <demo@example.com>' })], adapter: db },
    { env: { NODE_ENV: 'test', AUTH_URL: 'http://localhost:3000', AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aE' } },
  )
  const browser = createBrowser(auth.handle)
  const csrfToken = await browser.csrf(BASE)
  const start = await browser.post(`${BASE}/signin/nodemailer`, { csrfToken, email: 'Ada@Example.com' })
  console.log(start.status, start.headers.get('location'))
  const mail = await inbox.waitFor('ada@example.com')
  console.log(mail.text)
  const other = createBrowser(auth.handle)
  const link = mail.links.find((l) => l.includes('callback')) ?? ''
  const confirm = await other.get(link)
  console.log(confirm.status, (await confirm.text()).slice(0, 200))
  const end = await browser.get(link)
  console.log(end.status, end.headers.get('location'), await (await browser.get(`${BASE}/session`)).json())
})
