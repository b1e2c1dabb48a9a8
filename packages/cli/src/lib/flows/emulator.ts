import { isObject } from '../values.ts'
import { NAVIGATION, redirectTarget, sendLocally } from './browser.ts'
import { type PageForm, readForm, readProblem } from './markup.ts'

/** How the browser comes back to the application. */
export interface Return {
  readonly url: string
  /** The fields of a form that is posted (OAuth 2.0 Form Post Response Mode). */
  readonly body?: URLSearchParams
}

/** The emulator refuses what the application asks. */
export class RequestRefused extends Error {}

const toReturn = ({ action, fields }: PageForm): Return => ({
  url: action,
  body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
})

async function readConsent(address: string): Promise<PageForm> {
  const response = await sendLocally(new Request(address, { headers: NAVIGATION }))
  const html = await response.text()
  const form = response.ok ? readForm(html) : undefined
  if (form !== undefined) return form
  throw new RequestRefused(
    readProblem(html) ?? `The emulator responds with HTTP ${response.status}.`,
  )
}

/**
 * Signs in at an emulator and allows what the application asks.
 *
 * @param email - in place of the address of the documented person
 * @throws RequestRefused where the service would refuse the authorization request
 */
export async function authorizeAtEmulator(
  address: string,
  email: string | undefined,
): Promise<Return> {
  const { action, fields } = await readConsent(address)
  const body = new URLSearchParams([
    ...fields.map(([name, value]) => [name, value]),
    ['person', 'documented'],
    ['decision', 'allow'],
    ...(email === undefined ? [] : [['email', email]]),
  ])
  const target = new URL(action, address)
  const response = await sendLocally(new Request(target, { method: 'POST', body }))
  const redirect = redirectTarget(response, target.href)
  if (redirect !== undefined) return { url: redirect.href }
  const html = await response.text()
  const form = response.ok ? readForm(html) : undefined
  if (form !== undefined) return toReturn(form)
  throw new RequestRefused(
    readProblem(html) ?? `The emulator responds with HTTP ${response.status}.`,
  )
}

/** A sign-in mail in the mailbox of the emulators. */
export interface SignInMail {
  readonly link: string
  readonly code?: string
}

/** The sign-in mails to an address, the newest first. */
export async function readMails(mailbox: string, address: string): Promise<readonly SignInMail[]> {
  const headers = { accept: 'application/json' }
  const response = await sendLocally(new Request(`${mailbox}/mail`, { headers }))
  const mails: unknown = response.ok ? await response.json() : []
  if (!Array.isArray(mails)) return []
  return mails.flatMap((mail: unknown) => {
    const text = isObject(mail) && mail['to'] === address ? String(mail['text']) : ''
    const [link] = /https?:\/\/[^\s<>"]+/.exec(text) ?? []
    // The line of the code is the only one with an indent.
    const [, code] = /^ {4}(\S.*)$/m.exec(text) ?? []
    return link === undefined ? [] : [{ link, ...(code !== undefined && { code }) }]
  })
}
