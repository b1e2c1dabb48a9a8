import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import type { EmailConfig } from '@latchstring/core/providers'
import { type App, BASE, createApp } from './app.ts'
import { type Browser, createBrowser } from './browser.ts'
import { readForms } from './forms.ts'
import { guild, guildAnswer } from './guild.ts'
import { passwords, PEOPLE } from './people.ts'
import { expectSignedIn, readSession, requestAuthorization } from './story.ts'
import type { TestClock } from './test-clock.ts'

/** The address of a user whose creator cannot read its mail. */
export const CONTESTED: string = PEOPLE.ada.email

/** What came in a mail. */
export interface Letter {
  readonly link: string
  readonly code: string
}

/** Mail to the contested address. */
export interface Mailbox {
  /** Sends to it. */
  readonly provider: EmailConfig
  /** The last letter. */
  letter(): Letter
}

/** Opens an empty mailbox. */
export function openMailbox(): Mailbox {
  let last = { link: '', code: '' }
  return {
    letter: () => last,
    provider: {
      id: 'mail',
      name: 'Mail',
      type: 'email',
      sendVerificationRequest({ url: link, code = '' }) {
        last = { link, code }
      },
    },
  }
}

/** Returns the contested address for every user, unverified. */
const careless = guild({
  profile: ({ member }) => ({
    id: member,
    name: 'Squatter',
    email: CONTESTED,
    image: 'https://squatter.example/face.png',
  }),
})

/** Other sign-in methods than by mail: a service with the address, one without, and a password. */
export const OTHERS = [careless, guild({ id: 'lodge' }), passwords()] as const

/** An application where addresses are proven by mail, and people also come by other ways. */
export interface Place {
  readonly app: App
  readonly mailbox: Mailbox
}

/** What may differ between two places. */
export interface PlaceOptions extends Partial<Omit<AuthConfig, 'providers'>> {
  /** Ways in beside the mail. */
  readonly others?: AuthConfig['providers']
}

/** Sets up the application over an adapter. */
export function openPlace(
  adapter: Adapter,
  clock: TestClock,
  { others = OTHERS, ...config }: PlaceOptions = {},
): Place {
  const mailbox = openMailbox()
  const providers = [...others, mailbox.provider]
  return { mailbox, app: createApp({ providers, adapter, ...config }, { clock: clock.now }) }
}

/** A browser that can be turned to another deployment of the same application. */
export function openBrowserAt(first: App): {
  readonly browser: Browser
  readonly turnTo: (app: App) => void
} {
  let current = first
  return {
    browser: createBrowser((request) => current.auth.handle(request)),
    turnTo(app) {
      current = app
    },
  }
}

/** Sets out with a service and gives what it answers. */
export async function reachGuildCallback(
  browser: Browser,
  id: string,
  member = 'eve',
): Promise<string> {
  return guildAnswer(await requestAuthorization(browser, id), member).href
}

/** Signs in with a service. */
export async function signInWithGuild(
  browser: Browser,
  id: string,
  member?: string,
): Promise<Response> {
  return browser.follow({ url: await reachGuildCallback(browser, id, member) })
}

/** Asks for a mail to the contested address. */
export async function askForMail(browser: Browser): Promise<void> {
  const fields = { csrfToken: await browser.csrf(BASE), callbackUrl: '/inside', email: CONTESTED }
  await browser.submit(`${BASE}/signin/mail`, fields)
}

/** Proves the address with the mail that this browser has asked for. */
export type Proof = (browser: Browser, letter: Letter) => Promise<Response>

/** The link, in the browser that asked. */
export const byLink: Proof = (browser, { link }) => browser.open(link)

/** The code, typed where it was asked for. */
export const byCode: Proof = async (browser, { code }) => {
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(`${BASE}/callback/mail`, { csrfToken, code })
}

/** The link, in a browser that knows nothing of the mail: its page has a button. */
export const byButton: Proof = async (browser, { link }) => {
  for (const name of browser.cookies.keys()) if (name.includes('.state.')) browser.clear(name)
  const [form] = readForms(await (await browser.open(link)).text())
  return browser.submit(form?.action ?? '', form?.fields ?? {})
}

/** The owner of the address proves it, in a browser of their own unless another is given. */
export async function prove(
  { app, mailbox }: Place,
  how: Proof = byLink,
  browser: Browser = app.openBrowser(),
): Promise<Browser> {
  await askForMail(browser)
  expectSignedIn(await how(browser, mailbox.letter()))
  return browser
}

/** Whether the browser is signed in as the user of the contested address. */
export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await readSession(browser))?.user?.email === CONTESTED
}
