import { InvalidConfiguration } from '@latchstring/core/errors'
import { BASE } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { getLetter } from '@latchstring/test-kit/mail-app'
import type { Guest, Instance, Meeting } from './meeting.ts'

/**
 * How an operation ends. `kept`: the second instance refuses, and the first one goes on with the same cookies. `refused`: both do, and it
 * has to be begun again. `not at the first`: the second goes on, and the first refuses what it made of it. `accepted`: what has ended is
 * accepted later than a window after that. `not renewed`: the session counts, and was not due. `incomplete`: the sign-out says that the
 * session has ended in this browser alone. `not offered`: the configuration lacks it, and the error says so. `unavailable`: 503 before it came to the second instance.
 */
export type Outcome =
  | 'works'
  | 'kept'
  | 'refused'
  | 'not at the first'
  | 'accepted'
  | 'not renewed'
  | 'incomplete'
  | 'not offered'
  | 'unavailable'

/** Something that a person does across two instances. */
export interface Operation {
  readonly run: (meeting: Meeting) => Promise<Outcome>
  /** It ends a session, whose cookie may be deleted. */
  readonly ends?: true
}

/** Whether a session counts at an instance. */
export async function isSignedIn(guest: Guest, instance: Instance): Promise<boolean> {
  const response = await guest.at(instance).open(`${BASE}/session`)
  const body: unknown = await response.json()
  return response.status === 200 && body !== null
}

/** Whether a session counts at both, from the second instance on. */
export async function held({ first, second }: Meeting, guest: Guest): Promise<Outcome> {
  const there = await isSignedIn(guest, second)
  const here = await isSignedIn(guest, first)
  if (there) return here ? 'works' : 'not at the first'
  return here ? 'kept' : 'refused'
}

/** Whether a sign-in or a sign-out is done. */
export const isDone = (response: Response): boolean =>
  response.status === 302 && response.headers.get('location') === new URL('/inside', BASE).href

/** Finishes a sign-in at the second instance, or else at the first. */
export async function finish(
  meeting: Meeting,
  guest: Guest,
  step: (browser: Browser) => Promise<Response>,
): Promise<Outcome> {
  const { first, second } = meeting
  await meeting.cross()
  if (isDone(await step(guest.at(second)))) return held(meeting, guest)
  return isDone(await step(guest.at(first))) ? 'kept' : 'refused'
}

/** A form of a page of the first instance. */
export async function formOf({ first }: Meeting, guest: Guest): Promise<string> {
  return guest.at(first).csrf(BASE)
}

/** Asks for a mail at the first instance. */
export async function mail(
  meeting: Meeting,
): Promise<{ guest: Guest; link: string; code: string }> {
  const guest = meeting.openGuest()
  meeting.keep()
  return { guest, ...(await getLetter(meeting.inbox, guest.at(meeting.first))) }
}

/** Ends the sessions of a user, or of all, at the first instance. Whether the configuration offers it. */
export async function endSessions(
  { first }: Meeting,
  of: { readonly user: string } | { readonly all: true },
): Promise<boolean> {
  try {
    await first.app.auth.sessions().end(of)
    return true
  } catch (error) {
    if (error instanceof InvalidConfiguration) return false
    throw error
  }
}
