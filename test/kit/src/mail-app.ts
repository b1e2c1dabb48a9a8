import type { AuthConfig, CoreOptions } from '@latchstring/core'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import type { Inbox } from '@latchstring/test-inbox'
import { type App, BASE, createApp } from './app.ts'
import type { Browser } from './browser.ts'
import type { Store } from './sqlite-store.ts'

/** Who asks for mail. */
export const ADDRESS = 'ada@example.com'

/** The servers behind a sign-in by mail. */
export interface MailServers {
  readonly inbox: Inbox
  readonly store: Store
}

/** An application with sign-in by mail, under the id `mail`. */
export function createMailApp(
  { inbox, store }: MailServers,
  config: Partial<AuthConfig> = {},
  options: CoreOptions = {},
): App {
  const { smtpUrl: server } = inbox
  const provider = Nodemailer({ id: 'mail', name: 'Mail', server, from: 'App <app@app.example>' })
  return createApp({ providers: [provider], adapter: store.adapter, ...config }, options)
}

/** Asks for a mail, with the form of the sign-in page. */
export async function askForMail(
  browser: Browser,
  email: string = ADDRESS,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const fields = { csrfToken: await browser.csrf(BASE), callbackUrl: '/inside', email }
  return browser.submit(`${BASE}/signin/mail`, fields, headers)
}

/** What came in a mail. */
export interface Letter {
  readonly link: string
  readonly code: string
}

/** Asks for a mail and reads it. */
export async function getLetter(inbox: Inbox, browser: Browser): Promise<Letter> {
  const { status, headers } = await askForMail(browser)
  if (!headers.get('location')?.startsWith(`${BASE}/verify-request`)) {
    throw new Error(`No mail was sent: HTTP ${status}, ${headers.get('location')}`)
  }
  const { link = '', code = '' } = await inbox.waitFor(ADDRESS)
  return { link, code }
}

/** Types a code on the page that says that there is mail. */
export async function typeCode(browser: Browser, code: string): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(`${BASE}/callback/mail`, { csrfToken, code })
}
