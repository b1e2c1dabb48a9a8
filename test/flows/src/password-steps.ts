import type { Browser } from '@latchstring/test-kit/browser'
import { ADA, PEOPLE } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation, readSession } from '@latchstring/test-kit/story'
import { expect } from 'vitest'
import { hashes } from '../../../packages/passwords/src/index.ts'
import { type openPasswordWorld, type PasswordWorld, post, signIn } from './password-world.ts'

/** The address of a person without an account. */
export const EVE = 'eve@example.com'
/** A user without a password. */
export const GRACE = PEOPLE.grace
/** Asks for an answer that a script reads. */
export const JSON_ALONE = { accept: 'application/json' }

/** The address of the user who is signed in. */
export const userIn = async (browser: Browser): Promise<string | undefined> =>
  (await readSession(browser))?.user?.email ?? undefined

/** The response leads to the page that says that a link is no good. */
export const expectDead = (response: Response): void =>
  expect(readLocation(response).searchParams.get('error')).toBe('Verification')

/** The response leads to the sign-in page with an error. */
export function expectWrong(response: Response): void {
  expect(readLocation(response).pathname).toBe('/auth/signin')
  expect(readLocation(response).searchParams.get('error')).toBe('CredentialsSignin')
}

/** A browser in which Ada is signed in. */
export async function signedIn(world: PasswordWorld): Promise<Browser> {
  const browser = world.openBrowser()
  expectSignedIn(await signIn(browser))
  return browser
}

/** Asks for a link to choose another password. */
export async function forget(world: PasswordWorld, email: string = ADA.email): Promise<string> {
  await post(world.openBrowser(), 'forgot', { email })
  return world.last().url
}

/** What the mails were for, in order. */
export const purposes = ({ mails }: PasswordWorld): readonly (string | undefined)[] =>
  mails.map(({ purpose }) => purpose)

/** The hash of a user, as the store has it. */
export async function hashOf({ store }: PasswordWorld, userId: string): Promise<unknown> {
  const row = await store.records?.get(hashes, { userId })
  return row?.values['hash']
}

/** Opens a world for a test, over the store and with the strategy of the scenes. */
export type OpenScene = (
  options?: Parameters<typeof openPasswordWorld>[1],
  more?: Omit<Parameters<typeof openPasswordWorld>[0], 'strategy'>,
) => Promise<PasswordWorld>
