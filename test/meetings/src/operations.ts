import { BASE, ORIGIN } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createAuthenticator } from '@latchstring/test-kit/fake-authenticator'
import { readForms } from '@latchstring/test-kit/forms'
import { copyCookies, PASSWORD, PEOPLE } from '@latchstring/test-kit/people'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import { requestAuthorization, submitForm } from '@latchstring/test-kit/story'
import { DAY } from '@latchstring/test-kit/test-clock'
import { addKey, creationOptions, requestOptions } from '../../flows/src/passkeys.ts'
import { type Guest, type Instance, type Meeting, WINDOW } from './meeting.ts'
import {
  endSessions,
  finish,
  formOf,
  held,
  isDone,
  isSignedIn,
  mail,
  type Operation,
  type Outcome,
} from './outcomes.ts'
import { RECORD_OPERATIONS } from './record-operations.ts'

/** A copy of the session cookie for each instance: one that refuses it may delete it. */
type Copies = ReadonlyMap<Instance, Guest>

/** Reads a session at both, so that both know the endings until then, and copies it. */
async function copyBefore(
  { first, second, openGuest, clock }: Meeting,
  guest: Guest,
): Promise<Copies> {
  // The second time the copy of the endings is half a window old, and is pulled beside the answer where that goes on after it.
  for (const seconds of [0, WINDOW / 2]) {
    clock.advance(seconds)
    for (const instance of [first, second]) await isSignedIn(guest, instance)
  }
  const copies = [second, first].map((instance) => {
    const copy = openGuest()
    copyCookies(guest.at(first), copy.at(first))
    return [instance, copy] as const
  })
  return new Map(copies)
}

/** Whether a session that has ended is refused by both, a window later. */
async function ended({ clock }: Meeting, copies: Copies): Promise<Outcome> {
  clock.advance(WINDOW)
  for (const [instance, copy] of copies) if (await isSignedIn(copy, instance)) return 'accepted'
  return 'works'
}

/** Signs out with a form of the first instance, and looks what copies of the cookie are worth. */
async function signOut(meeting: Meeting, where: Instance): Promise<Outcome> {
  const guest = await meeting.signIn()
  const csrfToken = await formOf(meeting, guest)
  const copies = await copyBefore(meeting, guest)
  meeting.keep()
  const send = (instance: Instance): Promise<Response> =>
    guest.at(instance).submit(`${BASE}/signout`, { csrfToken, callbackUrl: '/inside' })
  const response = await send(where)
  await meeting.cross()
  if (isDone(response)) return ended(meeting, copies)
  if (response.status === 503 && !(await isSignedIn(guest, meeting.first))) return 'incomplete'
  return isDone(await send(meeting.first)) ? 'kept' : 'refused'
}

const post = (
  browser: Browser,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> => browser.submit(`${BASE}/${action}`, { callbackUrl: '/inside', ...fields })

async function endAt(meeting: Meeting, target: 'user' | 'all'): Promise<Outcome> {
  const copies = await copyBefore(meeting, await meeting.signIn())
  meeting.keep()
  const of = target === 'all' ? ({ all: true } as const) : { user: PEOPLE.ada.id }
  if (!(await endSessions(meeting, of))) return 'not offered'
  await meeting.cross()
  const before = await ended(meeting, copies)
  // What begins later is not ended.
  return before === 'works' ? held(meeting, await meeting.signIn()) : before
}

/** What people do across two instances: a new operation is one more member. */
export const OPERATIONS = {
  'read a session': {
    async run(meeting) {
      const guest = await meeting.signIn()
      meeting.keep()
      await meeting.cross()
      return held(meeting, guest)
    },
  },
  'renew a session': {
    async run(meeting) {
      const guest = await meeting.signIn()
      meeting.keep()
      meeting.clock.advance(DAY + 600)
      await meeting.cross()
      const response = await guest.at(meeting.second).open(`${BASE}/session`)
      const sets = response.headers.getSetCookie().some((line) => line.includes('session-token'))
      const outcome = await held(meeting, guest)
      return outcome === 'works' && !sets ? 'not renewed' : outcome
    },
  },
  'update a session': {
    async run(meeting) {
      const { first, second } = meeting
      const guest = await meeting.signIn()
      const csrfToken = await formOf(meeting, guest)
      const send = async (instance: Instance): Promise<boolean> => {
        const body = { csrfToken, data: { name: 'Augusta' } }
        const response = await guest.at(instance).submitJson(`${BASE}/session`, body)
        return response.status === 200 && (await response.json()) !== null
      }
      meeting.keep()
      await meeting.cross()
      if (await send(second)) return held(meeting, guest)
      return (await send(first)) ? 'kept' : 'refused'
    },
  },
  'sign in with a password': {
    async run(meeting) {
      const guest = meeting.openGuest()
      const csrfToken = await formOf(meeting, guest)
      const fields = { csrfToken, username: 'ada', password: PASSWORD }
      meeting.keep()
      return finish(meeting, guest, (browser) => post(browser, 'callback/credentials', fields))
    },
  },
  'sign in at a provider': {
    async run(meeting) {
      const guest = meeting.openGuest()
      meeting.keep()
      const request = await requestAuthorization(guest.at(meeting.first), 'harbour')
      const arrival = await signInAt(request, 'lin')
      return finish(meeting, guest, (browser) => browser.follow(arrival))
    },
  },
  'open the link of a mail': {
    async run(meeting) {
      const { guest, link } = await mail(meeting)
      return finish(meeting, guest, (browser) => browser.open(link))
    },
  },
  'type the code of a mail': {
    async run(meeting) {
      const { guest, code } = await mail(meeting)
      const csrfToken = await formOf(meeting, guest)
      return finish(meeting, guest, (browser) =>
        post(browser, 'callback/mail', { csrfToken, code }),
      )
    },
  },
  'open the link of a mail in another browser': {
    async run(meeting) {
      const { link } = await mail(meeting)
      const guest = meeting.openGuest()
      const page = await guest.at(meeting.first).open(link)
      if (page.status === 503) return 'unavailable'
      const [form] = readForms(await page.text())
      if (!form) throw new Error('The page asks for no confirmation.')
      return finish(meeting, guest, (browser) => submitForm(browser, form))
    },
  },
  'add a passkey': {
    async run(meeting) {
      const guest = await meeting.signIn()
      const options = await creationOptions(guest.at(meeting.first))
      const data = JSON.stringify(
        createAuthenticator({ origin: ORIGIN, counter: 0 }).create(options),
      )
      const csrfToken = await formOf(meeting, guest)
      const fields = { csrfToken, action: 'register', data }
      meeting.keep()
      return finish(meeting, guest, (browser) => post(browser, 'callback/passkey', fields))
    },
  },
  'sign in with a passkey': {
    async run(meeting) {
      const authenticator = createAuthenticator({ origin: ORIGIN, counter: 0 })
      await addKey((await meeting.signIn()).at(meeting.first), authenticator)
      const guest = meeting.openGuest()
      const options = await requestOptions(guest.at(meeting.first))
      const data = JSON.stringify(authenticator.get(options))
      const csrfToken = await formOf(meeting, guest)
      const fields = { csrfToken, action: 'authenticate', data }
      meeting.keep()
      return finish(meeting, guest, (browser) => post(browser, 'callback/passkey', fields))
    },
  },
  'sign out at the first': { ends: true, run: (meeting) => signOut(meeting, meeting.first) },
  'sign out at the second': { ends: true, run: (meeting) => signOut(meeting, meeting.second) },
  'sign in again': {
    async run(meeting) {
      const guest = await meeting.signIn()
      const copies = await copyBefore(meeting, guest)
      meeting.keep()
      const csrfToken = await formOf(meeting, guest)
      const fields = { csrfToken, username: 'grace', password: PASSWORD }
      const outcome = await finish(meeting, guest, (browser) =>
        post(browser, 'callback/credentials', fields),
      )
      return outcome === 'works' ? ended(meeting, copies) : outcome
    },
    ends: true,
  },
  'end the sessions of a user': { ends: true, run: (meeting) => endAt(meeting, 'user') },
  'end all sessions': { ends: true, run: (meeting) => endAt(meeting, 'all') },
  ...RECORD_OPERATIONS,
} as const satisfies Readonly<Record<string, Operation>>

/** The name of an operation. */
export type OperationName = keyof typeof OPERATIONS
