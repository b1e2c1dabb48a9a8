import { type App, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readJson } from '@latchstring/test-kit/json'
import { ADA } from '@latchstring/test-kit/people'
import { expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { expect } from 'vitest'
import {
  FIRST,
  NEXT,
  type OpenPasswordStore,
  type PasswordWorld,
  post,
  signIn,
  useProof,
} from './password-world.ts'

export const EVE = 'eve@example.com'
/** A third password, that may be chosen. */
export const THIRD = 'a third long password'

const JSON_ALONE = { accept: 'application/json' }

/** What a test of passwords runs over. */
export interface Setting {
  readonly strategy: Strategy
  readonly openStore: OpenPasswordStore
}

type Fields = Readonly<Record<string, string>>

/** Asks for a link to choose another password. */
export async function forget(world: PasswordWorld, email: string = ADA.email): Promise<string> {
  await post(world.openBrowser(), 'forgot', { email })
  return world.last().url
}

/** The one of some passwords that signs in, and how many do. */
export async function passwordsOf(
  world: PasswordWorld,
  email: string = ADA.email,
): Promise<string[]> {
  world.clock.advance(1)
  const right: string[] = []
  for (const password of [FIRST, NEXT, THIRD]) {
    const browser = world.openBrowser()
    await signIn(browser, { email, password })
    if (await readSession(browser)) right.push(password)
  }
  return right
}

/** What a link that is no good any more is answered. */
export async function expectDead(world: App, url: string, fields?: Fields): Promise<void> {
  const answer = await useProof(world.openBrowser(), url, 'reset', fields)
  expect([answer.status, (await readJson(answer))['error']]).toEqual([403, 'Verification'])
}

/** A browser in which Ada is signed in. */
export async function signedIn(world: PasswordWorld, password: string = FIRST): Promise<Browser> {
  const browser = world.openBrowser()
  expectSignedIn(await signIn(browser, { password }))
  return browser
}

/** Changes a password. */
export const change = (browser: Browser, from: string, to: string): Promise<Response> =>
  post(browser, 'change', { current: from, password: to }, JSON_ALONE)
