import { BASE, ORIGIN } from '@latchstring/test-kit/app'
import { createBrowser, type Browser } from '@latchstring/test-kit/browser'
import { submitPassword } from '@latchstring/test-kit/people'
import { type Instance, startInstance } from '../instance.ts'

/** A process of the application, as a client sees it. */
export interface Member {
  /** Sends a request that is addressed to the application. */
  readonly send: (request: Request) => Promise<Response>
  openBrowser(): Browser
}

/** What the processes did, together. */
export interface Counts {
  readonly compared: number
  readonly mails: number
}

/** Several processes of one application over one store. */
export interface Fleet {
  readonly members: readonly Member[]
  counts(): Promise<Counts>
  /** Sets the clocks of all, where they have one of their own. */
  setClock(now: number): Promise<void>
  stop(): Promise<void>
}

/** What the processes are started with. */
export interface FleetOptions {
  readonly file: string
  readonly processes: number
  readonly store: string
  /** Seconds. */
  readonly window?: number
  readonly grace?: number
  /** Where clocks begin that only a test moves. Default: the clock of the machine. */
  readonly clock?: number
}

/** Where a process of the application can be reached. */
function createMember({ port }: Instance): Member {
  const send = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request
    const body = method === 'POST' ? await request.text() : null
    const there = `http://127.0.0.1:${port}${url.slice(ORIGIN.length)}`
    return fetch(there, { method, headers, body, redirect: 'manual' })
  }
  return { send, openBrowser: () => createBrowser(send) }
}

/** Starts the processes. */
export async function startFleet({
  file,
  processes,
  store,
  window,
  grace,
  clock,
}: FleetOptions): Promise<Fleet> {
  const env = {
    STORE_URL: store,
    ...(window === undefined ? {} : { WINDOW: String(window) }),
    ...(grace === undefined ? {} : { GRACE: String(grace) }),
    ...(clock === undefined ? {} : { CLOCK: String(clock) }),
  }
  const instances = await Promise.all(
    Array.from({ length: processes }, () => startInstance(file, env)),
  )
  const members = instances.map(createMember)
  const control = (query: string): Promise<readonly Counts[]> =>
    Promise.all(
      members.map(async ({ send }) => {
        const response = await send(new Request(`${ORIGIN}/control${query}`))
        // What the application of these tests answers there.
        return (await response.json()) as Counts
      }),
    )
  return {
    members,
    async counts() {
      const all = await control('')
      return {
        compared: all.reduce((sum, { compared }) => sum + compared, 0),
        mails: all.reduce((sum, { mails }) => sum + mails, 0),
      }
    },
    setClock: async (now) => void (await control(`?clock=${now}`)),
    stop: async () => void (await Promise.all(instances.map((instance) => instance.kill()))),
  }
}

/** One of them, which is there. */
export function member({ members }: Fleet, index: number): Member {
  const found = members[index % members.length]
  if (!found) throw new Error('The fleet has no processes.')
  return found
}

/** A browser with a session, and a copy of its cookies. */
export interface SignedIn {
  readonly browser: Browser
  readonly cookie: string
}

/** Signs a user in at a process. */
export async function signIn(at: Member, username: string): Promise<SignedIn> {
  const browser = at.openBrowser()
  const { status, headers } = await submitPassword(browser, username)
  if (headers.get('location') !== `${ORIGIN}/inside`) {
    throw new Error(`${username} was not signed in: HTTP ${status}, ${headers.get('location')}`)
  }
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return { browser, cookie }
}

export async function signOut({ browser }: SignedIn): Promise<void> {
  const csrfToken = await browser.csrf(BASE)
  const { status } = await browser.submit(`${BASE}/signout`, { csrfToken })
  if (status !== 302) throw new Error(`The sign-out was answered with ${status}.`)
}

/** What a process says to copied cookies. */
export interface Pasted {
  readonly status: number
  readonly accepted: boolean
  /** Whether the answer sets or deletes a cookie. */
  readonly setsCookies: boolean
}

/** Pastes copied cookies into another browser. */
export async function paste(at: Member, cookie: string): Promise<Pasted> {
  const response = await at.send(new Request(`${BASE}/session`, { headers: { cookie } }))
  const text = await response.text()
  return {
    status: response.status,
    accepted: response.status === 200 && text !== 'null',
    setsCookies: response.headers.getSetCookie().length > 0,
  }
}
