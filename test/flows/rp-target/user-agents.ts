import type { Session } from '@latchstring/core/types'
import { createBrowser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import { overNetwork, signInAt } from '@latchstring/test-kit/sign-in-at'
import { signOutAt } from '@latchstring/test-kit/sign-out-at'
import { chromium } from 'playwright-core'

/** A user with a browser without cookies. */
export interface UserAgent {
  /** Presses the button of the provider, and returns. */
  signIn(): Promise<void>
  /** Presses the button that signs out at the provider as well, and says where that leads. */
  signOut(): Promise<string>
  /** Who is signed in. */
  session(): Promise<Session | null>
  close(): Promise<void>
}

/** Milliseconds that a page may take. */
const START_TIMEOUT_MS = 15_000

const signInPage = (base: string): string => `${base}/signin?callbackUrl=/inside`

const leavePage = (base: string): string => new URL('/leave', base).href

/** Whether the browser has arrived at the end of a sign-in or sign-out. */
function hasArrived({ origin, pathname }: URL, base: string): boolean {
  return origin === new URL(base).origin && !/\/(?:callback|signin|signout|leave)\b/.test(pathname)
}

/** Without scripts, fills in the forms of the pages. */
export function openReader(base: string): UserAgent {
  const browser = createBrowser(overNetwork())

  /** Sends the last form of a page, and says where that leads. */
  async function press(url: string): Promise<URL> {
    const form = readForms(await (await browser.open(url)).text()).at(-1)
    if (!form) throw new Error(`${url} has no form.`)
    const { headers, status } = await browser.submit(new URL(form.action, url).href, form.fields)
    const location = headers.get('location')
    if (location === null) throw new Error(`The form of ${url} was answered with ${status}.`)
    return new URL(location, url)
  }

  const isHere = ({ origin }: URL): boolean => origin === new URL(base).origin

  return {
    async signIn() {
      const request = await press(signInPage(base))
      // What fails before the provider is reached leads to a page here.
      if (isHere(request)) return
      await browser.follow(await signInAt(request, { login: 'ada', browser }))
    },
    async signOut() {
      const request = await press(leavePage(base))
      if (isHere(request)) return request.href
      const arrival = await signOutAt(request.href, browser)
      if (!arrival) throw new Error('The provider leads nowhere after the sign-out.')
      const { headers } = await browser.follow(arrival)
      return headers.get('location') ?? arrival.url
    },
    async session() {
      // The action answers with a session or with null.
      return (await (await browser.open(`${base}/session`)).json()) as Session | null
    },
    close: async () => undefined,
  }
}

/** A real browser: whatever scripts and frames the pages of the provider have. */
export async function openChromium(base: string, executablePath = ''): Promise<UserAgent> {
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath === '' ? {} : { executablePath }),
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(START_TIMEOUT_MS)

  async function press(url: string): Promise<string> {
    await page.goto(url)
    await page.locator('form button').last().click({ noWaitAfter: true })
    await page.waitForURL((to) => hasArrived(to, base) || to.searchParams.has('error'))
    return page.url()
  }

  return {
    signIn: async () => void (await press(signInPage(base))),
    signOut: () => press(leavePage(base)),
    async session() {
      const response = await page.context().request.get(`${base}/session`)
      // The action answers with a session or with null.
      return (await response.json()) as Session | null
    },
    close: () => browser.close(),
  }
}
