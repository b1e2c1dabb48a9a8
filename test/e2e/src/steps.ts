import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Demo, DemoUser } from './demo.ts'

/** Persons at the identity provider. */
export const ADA = { name: 'Ada Lovelace', email: 'ada@harbour.example' } as const
export const ALAN = { name: 'Alan Turing', email: 'alan@harbour.example' } as const
export const GRACE = { name: 'Grace Hopper', email: 'grace@harbour.example' } as const

/** What a browser on a phone says of itself. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** The demo user with that name. */
export function demoUser(demo: Demo, username: 'margaret' | 'katherine'): DemoUser {
  const found = demo.users.find((user) => user.username === username)
  if (found === undefined) throw new Error(`The demo has no user "${username}".`)
  return found
}

/** A new address. */
export function newAddress(): string {
  return `visitor-${randomBytes(6).toString('hex')}@harbour.example`
}

/** Chooses a person on the login page of the identity provider. */
export async function logInAtProvider(
  page: Page,
  person: { readonly name: string },
): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Who is signing in?' })).toBeVisible()
  await page.getByRole('button', { name: person.name }).click()
}

/** Types a login on the login page of the identity provider; an unknown one becomes a new account. */
export async function typeLoginAtProvider(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login or email').fill(login)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Allows on the consent page what the application asks for. */
export async function allowAtProvider(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Allow Latchstring demo?' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow' }).click()
}

/** Goes through both pages of the identity provider. */
export async function signInAtProvider(
  page: Page,
  person: { readonly name: string },
): Promise<void> {
  await logInAtProvider(page, person)
  await allowAtProvider(page)
}

/** Fills in the form for user name and password that is on the page. */
export async function typePassword(page: Page, username: string, password: string): Promise<void> {
  // The form of the application, and that of the built-in page.
  await page.getByLabel(/user ?name/i).fill(username)
  await page.getByLabel('Password').fill(password)
}

/** Signs in with a password on the built-in page. */
export async function signInByPassword(
  page: Page,
  user: DemoUser,
  callbackUrl = '/',
): Promise<void> {
  await page.goto(`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`)
  await typePassword(page, user.username, user.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(callbackUrl)
}

/** Asks on the home page for a sign-in mail. */
export async function askForMail(page: Page, address: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email address').fill(address)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

/** Opens the newest mail for an address in the mailbox. */
export async function openMail(page: Page, demo: Demo, address: string): Promise<void> {
  await page.goto(demo.mailboxUrl)
  await page.getByRole('link', { name: address }).first().click()
  await expect(page.getByRole('link', { name: 'Open the link' })).toBeVisible()
}

/** The page shows, and the server confirms, that there is no session. */
export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect((await page.request.get('/api/me')).status()).toBe(401)
}

/** The page shows, and the server confirms, who is signed in. */
export async function expectSignedIn(page: Page, shown: string): Promise<void> {
  await expect(page.getByRole('banner').getByRole('link', { name: shown })).toBeVisible()
  const answer = await page.request.get('/api/me')
  expect(answer.status()).toBe(200)
  expect(await answer.text()).toContain(JSON.stringify(shown))
}

/** What the page shows as the session. */
export async function shownSession(page: Page): Promise<unknown> {
  return JSON.parse(await page.getByTestId('session-json').innerText())
}

/** Gives the browser a device that keeps passkeys, and confirms without asking. */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
