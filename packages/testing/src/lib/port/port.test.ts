import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customFetch } from '@latchstring/core'
import { authorizationRequest, readMembers, tokenRequest } from '../../../test/client.ts'
import { CALLBACK, oauthService, oidcService } from '../../../test/own-service.ts'
import { connectLab, createLab, type LabServer, type Emulator } from '../../index.ts'

const lab = createLab()
let server: LabServer
let emulator: Emulator

beforeAll(async () => {
  server = await lab.listen()
  emulator = await lab.service(oauthService())
})

afterAll(() => server.close())

const html = { accept: 'text/html' }

async function pageFor(request: URL): Promise<Response> {
  const path = `${request.host}${request.pathname}${request.search}`
  return fetch(`${server.origin}/harbour/https/${path}`, { headers: html })
}

/** Presses a button of the page. */
async function press(decision: string, person: string, request: URL): Promise<Response> {
  const body = new URLSearchParams({ request: request.href, person, decision })
  const url = `${server.origin}/harbour/decision`
  return fetch(url, { method: 'POST', body, redirect: 'manual' })
}

test('The port of a lab leaves it to its clients to end connections', async () => {
  const response = await fetch(`${server.origin}/`)
  expect(response.headers.get('keep-alive')).toBeNull()
})

describe('The page of a service on the port of a lab', () => {
  test('asks whether the application may sign the person in', async () => {
    const response = await pageFor(await authorizationRequest(emulator))
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
    expect(text).toContain('<strong>app.example</strong> asks to sign you in.')
    expect(text).toContain('<li>read</li>')
    expect(text).toMatch(/<button name="decision" value="allow">Allow/)
  })

  test('escapes values of the request', async () => {
    const open = await lab.service(oauthService({ authorization: { scopes: ['<b>"&'] } }))
    const text = await (await pageFor(await authorizationRequest(open, { scope: '<b>"&' }))).text()
    expect(text).toContain('&lt;b&gt;&quot;&amp;')
    expect(text).not.toContain('<b>')
  })

  test('names the mistake in a request before asking the person', async () => {
    const response = await pageFor(await authorizationRequest(emulator, { scope: 'all' }))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('does not know the scope &quot;all&quot;')
  })

  test('redirects the browser with a code or an error', async () => {
    const own = await lab.service(oauthService())
    const request = await authorizationRequest(own)
    const allowed = await press('allow', 'minimal', request)
    expect(allowed.status).toBe(302)
    expect(allowed.headers.get('location')).toMatch(
      /^https:\/\/app\.example\/auth\/callback\/harbour\?code=/,
    )
    const cancelled = await press('cancel', 'documented', request)
    expect(cancelled.headers.get('location')).toContain('error=access_denied')
  })

  test('posts the response with response_mode=form_post, also without scripts', async () => {
    await lab.service(oauthService())
    const request = await authorizationRequest(emulator, { response_mode: 'form_post' })
    const text = await (await press('allow', 'documented', request)).text()
    expect(text).toContain(`<form method="post" action="${CALLBACK}">`)
    expect(text).toMatch(/<input type="hidden" name="code" value="code-/)
    expect(text).toContain('<button>Continue</button>')
  })
})

describe('An application in another process with the port of a lab', () => {
  test('sends the browser and its own requests to the port', async () => {
    const own = await lab.service(oauthService())
    const options = await connectLab(server.origin).options(oauthService())
    expect(options).toMatchObject({
      clientId: own.options.clientId,
      clientSecret: own.options.clientSecret,
      authorization: { url: `${server.origin}/harbour/https/harbour.example/oauth/authorize` },
    })
    const response = await tokenRequest({ ...own, fetch: options[customFetch] })
    expect(response.status).toBe(200)
    expect(own.requests).toHaveLength(1)
    expect(own.requests[0]?.url).toBe('https://harbour.example/oauth/token')
  })

  test('gets every service of the catalogue by its id', async () => {
    const options = await connectLab(server.origin).options('github')
    const response = await options[customFetch]('https://api.github.com/user')
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'invalid_token' })
  })

  test('accepts the origin with a trailing slash', async () => {
    const options = await connectLab(`${server.origin}/`).options('github')
    expect(options.authorization.url).toMatch(`${server.origin}/github/https/github.com/`)
    expect((await options[customFetch]('https://api.github.com/user')).status).toBe(401)
  })

  test('gets an error if no lab listens', async () => {
    const closed = await createLab().listen()
    await closed.close()
    const connection = connectLab(closed.origin)
    const options = await connection.options('github')
    const message = `No lab answers at ${closed.origin}. Start it first`
    await expect(options[customFetch]('https://api.github.com/user')).rejects.toThrow(message)
    const signing = oauthService({ token: { authentication: ['private_key_jwt'] } })
    await expect(connection.options(signing)).rejects.toThrow(message)
  })

  test('gets an error for a service that the lab does not have', async () => {
    const service = oauthService({ id: 'pier', token: { authentication: ['private_key_jwt'] } })
    await expect(connectLab(server.origin).options(service)).rejects.toThrow(
      /gives no key for "pier" \(HTTP 404\)\. A service of its own is given to `lab\.service`/,
    )
  })

  test('gets the private key where the service requires one', async () => {
    const service = oauthService({ token: { authentication: ['private_key_jwt'] } })
    await lab.service(service)
    const { token } = await connectLab(server.origin).options(service)
    expect(token?.clientPrivateKey).toMatchObject({ kid: 'lab-es256', key: { type: 'private' } })
  })

  test('finds the endpoint for browsers in the discovery document, and the real issuer', async () => {
    await lab.service(oidcService())
    const options = await connectLab(server.origin).options(oidcService())
    const response = await options[customFetch](
      'https://harbour.example/.well-known/openid-configuration',
    )
    expect(await response.json()).toMatchObject({
      issuer: 'https://harbour.example',
      authorization_endpoint: `${server.origin}/harbour/https/harbour.example/oauth/authorize`,
      token_endpoint: 'https://harbour.example/oauth/token',
    })
  })
})

test('A form with an address signs in the person with that address', async () => {
  const me = 'https://api.harbour.example/me'
  const own = await lab.service(
    oauthService({
      persons: {
        documented: { answers: { [me]: { id: 7, mail: 'ada@harbour.example' } } },
        minimal: { answers: { [me]: { id: 8 } } },
      },
    }),
  )
  const request = (await authorizationRequest(own)).href
  const body = new URLSearchParams({ request, person: 'documented', email: 'ada@acme.example' })
  const url = `${server.origin}/harbour/decision`
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const { access_token } = await readMembers(await tokenRequest(own, { code }))
  const headers = { authorization: `Bearer ${String(access_token)}`, 'user-agent': 'test' }
  const profile = await own.fetch(me, { headers })
  expect(await profile.json()).toEqual({ id: 7, mail: 'ada@acme.example' })
})

test('The mailbox lists its mails as JSON, the newest first', async () => {
  await using developed = await createLab().listen({ development: true })
  const url = `${developed.origin}/mail`
  for (const subject of ['One', 'Two']) {
    const body = JSON.stringify({ to: 'ada@example.com', from: 'app@localhost', subject, text: '' })
    await fetch(url, { method: 'POST', body })
  }
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  expect(await response.json()).toMatchObject([{ subject: 'Two' }, { subject: 'One' }])
})

test('The mailbox shows the HTML of a mail in a frame that runs and loads nothing', async () => {
  await using developed = await createLab().listen({ development: true })
  const url = `${developed.origin}/mail`
  const mail = { to: 'ada@example.com', subject: 'Hi', text: 'Hello' }
  const shownAs = '<p style="color:red">Hello</p><script>alert(1)</script>'
  const body = JSON.stringify({ ...mail, html: shownAs })
  await fetch(url, { method: 'POST', body })
  const page = await fetch(url)
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
  const [, source = '', sandbox] =
    /<iframe title="Hi" src="([^"]+)" sandbox="([^"]*)"/.exec(await page.text()) ?? []
  expect(sandbox).not.toContain('allow-scripts')
  const shown = await fetch(new URL(source, url))
  expect(await shown.text()).toContain('<p style="color:red">Hello</p>')
  const policy = shown.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(
    /^sandbox allow-popups [^;]*; default-src 'none'; style-src 'unsafe-inline';/,
  )
  expect(policy).not.toContain('allow-scripts')
  expect((await fetch(`${url}?html=7`)).status).toBe(404)
})

test('the home page of the lab on a port names the identity lab', async () => {
  const response = await fetch(server.origin)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Identity lab')
})

test.each([
  ['/nobody/https/nobody.example/', 404, 'no service &quot;nobody&quot;'],
  ['/harbor/https/harbour.example/', 404, 'Did you mean &quot;harbour&quot;?'],
  ['/resend/https/api.resend.com/', 404, '&quot;resend&quot; is a mail service'],
  ['/harbour/ftp/harbour.example/', 404, 'Addresses look like'],
  ['/harbour/https/harbour.example/nowhere', 400, 'nothing at'],
])('the lab on a port explains why it has no page at %s', async (path, status, text) => {
  const response = await fetch(`${server.origin}${path}`)
  expect(response.status).toBe(status)
  expect(await response.text()).toContain(text)
})
