import { expect } from 'vitest'
import { type App, BASE } from '@latchstring/test-kit/app'
import { type Arrival, type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { readForms, type PageForm } from '@latchstring/test-kit/forms'
import {
  expectSignedIn,
  readSession,
  sessionCookies,
  signInWith,
  submitForm,
} from '@latchstring/test-kit/story'

/** Callback of the provider that answers by form post. */
export const ISLAND = `${BASE}/callback/island`

/** The form of the page that asks to go on, which is all the answer does. */
export async function expectRepostPage(response: Response): Promise<PageForm> {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.getSetCookie()).toEqual([])
  const [form, ...others] = readForms(await response.text())
  expect(others).toEqual([])
  if (!form) throw new Error('The page has no form.')
  expect(form.action).toBe(ISLAND)
  return form
}

/** Comes from the provider and presses the button. */
export async function followAndSubmit(browser: Browser, arrival: Arrival): Promise<Response> {
  return submitForm(browser, await expectRepostPage(await browser.follow(arrival)))
}

/** The answer with more fields in its form. */
export function withFields(
  arrival: Arrival,
  fields: readonly (readonly [string, string])[],
): Arrival {
  const form = new URLSearchParams(arrival.form)
  for (const [name, value] of fields) form.append(name, value)
  return { url: arrival.url, form }
}

/** A browser that sends no Fetch Metadata. */
export function openOldBrowser({ auth }: App): Browser {
  return createBrowser((request) => {
    const headers = new Headers(request.headers)
    for (const name of ['sec-fetch-site', 'sec-fetch-mode']) headers.delete(name)
    return auth.handle(new Request(request, { headers }))
  })
}

/** A browser with a session from a link. */
export async function openSignedIn(app: App): Promise<Browser> {
  const browser = app.openBrowser()
  expectSignedIn(await signInWith(browser, 'plain', 'ada'))
  return browser
}

/** Who is signed in. */
export async function readEmail(browser: Browser): Promise<string | null | undefined> {
  return (await readSession(browser))?.user?.email
}

/** Value of the session cookie. */
export function sessionToken(browser: Browser): string | undefined {
  const [name = ''] = sessionCookies(browser)
  return browser.cookies.get(name)
}
