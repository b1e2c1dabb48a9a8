import { BASE } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readJson } from '@latchstring/test-kit/json'
import { copyCookies, submitPassword } from '@latchstring/test-kit/people'
import { WORD } from '../../flows/src/door-feature.ts'
import { type Guest, HEDY, type Instance, type Meeting, Unavailable } from './meeting.ts'
import {
  endSessions,
  finish,
  formOf,
  isDone,
  mail,
  type Operation,
  type Outcome,
} from './outcomes.ts'

interface Waiting {
  readonly guest: Guest
  readonly step: (browser: Browser) => Promise<Response>
}

/** A sign-in that waits for a step, begun at the first instance. */
async function begin(meeting: Meeting): Promise<Waiting> {
  const guest = meeting.openGuest()
  const { status } = await submitPassword(guest.at(meeting.first), 'hedy')
  if (status === 503) throw new Unavailable()
  const csrfToken = await formOf(meeting, guest)
  return {
    guest,
    step: (browser) => browser.submit(`${BASE}/door/say`, { csrfToken, word: WORD }),
  }
}

/** Uses something at the first instance. Whether it was of use. */
async function useAtFirst({ first }: Meeting, guest: Guest, use: Waiting['step']) {
  const response = await use(guest.at(first))
  if (response.status === 503) throw new Unavailable()
  return isDone(response)
}

/** Whether what is over is of use at neither of the two. */
async function isOver(meeting: Meeting, before: Guest, use: Waiting['step']): Promise<Outcome> {
  await meeting.cross()
  for (const instance of [meeting.second, meeting.first]) {
    if (isDone(await use(before.at(instance)))) return 'accepted'
  }
  return 'works'
}

/** A browser with the cookies that another one has now. */
function copyOf({ first, openGuest }: Meeting, guest: Guest): Guest {
  const copy = openGuest()
  copyCookies(guest.at(first), copy.at(first))
  return copy
}

/** The row of a user as an instance shows it; `undefined` where there is no session. */
async function readMemo(guest: Guest, instance: Instance): Promise<string[] | undefined> {
  const browser = guest.at(instance)
  const response = await browser.open(`${BASE}/memo/read`, { accept: 'application/json' })
  if (response.status !== 200) return undefined
  const { lead, title } = await readJson(response)
  return [String(lead), String(title)]
}

const isText = (memo: readonly string[] | undefined, text: string): boolean => memo?.[0] === text

/** A session of the first instance, and what writes its row. */
async function openMemo(meeting: Meeting) {
  const guest = await meeting.signIn()
  const csrfToken = await formOf(meeting, guest)
  const write = (instance: Instance, text: string): Promise<Response> =>
    guest.at(instance).submit(`${BASE}/memo/write`, { csrfToken, text })
  const erase = (instance: Instance): Promise<Response> =>
    guest.at(instance).submit(`${BASE}/memo/erase`, { csrfToken })
  return { guest, write, erase, read: (instance: Instance) => readMemo(guest, instance) }
}

/** What people do across two instances that stands on rows of tables that are data. */
export const RECORD_OPERATIONS = {
  'do the step of a sign-in': {
    async run(meeting) {
      meeting.keep()
      const { guest, step } = await begin(meeting)
      return finish(meeting, guest, step)
    },
  },
  'do the step of a sign-in twice': {
    async run(meeting) {
      const { guest, step } = await begin(meeting)
      const copy = copyOf(meeting, guest)
      meeting.keep()
      if (!(await useAtFirst(meeting, guest, step))) return 'refused'
      return isOver(meeting, copy, step)
    },
  },
  'end a sign-in that waits': {
    async run(meeting) {
      const { guest, step } = await begin(meeting)
      meeting.keep()
      meeting.clock.advance(1)
      if (!(await endSessions(meeting, { user: HEDY.id }))) return 'not offered'
      return isOver(meeting, guest, step)
    },
  },
  'open the link of a mail twice': {
    async run(meeting) {
      const { guest, link } = await mail(meeting)
      const copy = copyOf(meeting, guest)
      meeting.keep()
      const open = (browser: Browser): Promise<Response> => browser.open(link)
      if (!(await useAtFirst(meeting, guest, open))) return 'refused'
      return isOver(meeting, copy, open)
    },
  },
  'change a row of a feature': {
    async run(meeting) {
      const { first, second } = meeting
      const { write, read } = await openMemo(meeting)
      meeting.keep()
      await write(first, 'one')
      const before = await read(first)
      if (!isText(before, 'one')) return 'unavailable'
      await meeting.cross()
      if (!isText(await read(second), 'one')) {
        return isText(await read(first), 'one') ? 'kept' : 'refused'
      }
      await write(second, 'two')
      if (!isText(await read(second), 'two')) {
        await write(first, 'two')
        return isText(await read(first), 'two') ? 'kept' : 'refused'
      }
      const after = await read(first)
      // The second one leaves alone what it does not know.
      const isWhole = before?.[1] === 'none' || after?.[1] === before?.[1]
      return isText(after, 'two') && isWhole ? 'works' : 'not at the first'
    },
  },
  'drop a row of a feature': {
    async run(meeting) {
      const { first, second } = meeting
      const { write, erase, read } = await openMemo(meeting)
      await write(first, 'one')
      if (!isText(await read(first), 'one')) return 'unavailable'
      meeting.keep()
      await erase(first)
      await meeting.cross()
      const [there, here] = [await read(second), await read(first)]
      if (isText(there, 'one') || isText(here, 'one')) return 'accepted'
      if (there) return here ? 'works' : 'not at the first'
      return here ? 'kept' : 'refused'
    },
  },
} as const satisfies Readonly<Record<string, Operation>>
