import type { AuthConfig } from '@latchstring/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ENV, ORIGIN } from '@latchstring/test-kit/app'
import { PASSWORD, passwords } from '@latchstring/test-kit/people'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { captureConsole } from './src/console-lines.ts'

// Pages that were loaded before an application moved to this library have scripts of the other one, which say `json=true`.

let clock: TestClock

beforeEach(() => {
  clock = startClock()
  captureConsole()
})

function open(migrate: AuthConfig['migrate']): App {
  const config = { providers: [passwords()], ...(migrate && { migrate }) }
  return createApp(config, { env: ENV, clock: clock.now })
}

const moving = (): App =>
  open({ from: 'next-auth', until: new Date(clock.now() + 60_000), secret: 'x'.repeat(40) })

async function signOut(app: App, fields: Readonly<Record<string, string>>): Promise<Response> {
  const browser = app.openBrowser()
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(`${BASE}/signout`, { csrfToken, callbackUrl: '/bye', ...fields })
}

describe('A next-auth script that sends json=true', () => {
  test('gets the URL in JSON and the cookies while the application migrates sessions', async () => {
    const browser = moving().openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const fields = { csrfToken, json: 'true', callbackUrl: '/inside', username: 'ada' }
    const response = await browser.submit(`${BASE}/callback/credentials`, {
      ...fields,
      password: PASSWORD,
    })
    expect([response.status, await response.json()]).toEqual([200, { url: `${ORIGIN}/inside` }])
    const [session] = response.headers.getSetCookie().filter((line) => line.includes('session'))
    expect(session).toBeDefined()
  })

  test('gets the URL of a failure with the status of the failure', async () => {
    const browser = moving().openBrowser()
    const fields = { csrfToken: await browser.csrf(BASE), json: 'true', username: 'ada' }
    const response = await browser.submit(`${BASE}/callback/credentials`, fields)
    expect(response.status).toBe(401)
    expect(await response.text()).toMatch(
      /^\{"url":"https:\/\/app\.example\/auth\/signin\?error=CredentialsSignin[^"]*"\}$/,
    )
  })

  test.each([
    ['says json=false', { json: 'false' }],
    ['says json=1', { json: '1' }],
    ['does not send the parameter', {}],
  ])('is redirected when it %s', async (_, fields: Readonly<Record<string, string>>) => {
    const response = await signOut(moving(), fields)
    expect([response.status, response.headers.get('location')]).toEqual([302, `${ORIGIN}/bye`])
  })

  test('may send the parameter in JSON', async () => {
    const browser = moving().openBrowser()
    const fields = { csrfToken: await browser.csrf(BASE), json: true, callbackUrl: '/bye' }
    const response = await browser.submitJson(`${BASE}/signout`, fields)
    expect([response.status, await response.json()]).toEqual([200, { url: `${ORIGIN}/bye` }])
  })

  test('is redirected when no sessions are migrated, and after the migration has ended', async () => {
    expect((await signOut(open(undefined), { json: 'true' })).status).toBe(302)
    const app = moving()
    clock.advance(60_001)
    expect((await signOut(app, { json: 'true' })).status).toBe(302)
  })

  test('gets the response to a session update unchanged', async () => {
    const browser = moving().openBrowser()
    const fields = { csrfToken: await browser.csrf(BASE), json: true, data: {} }
    const response = await browser.submitJson(`${BASE}/session`, fields)
    expect([response.status, await response.json()]).toEqual([200, null])
  })

  test('gets a response that is not a redirect unchanged', async () => {
    const browser = moving().openBrowser()
    const response = await browser.open(`${BASE}/csrf?json=true`)
    expect(await response.json()).toHaveProperty('csrfToken')
  })
})
