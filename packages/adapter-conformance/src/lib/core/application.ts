import { createAuth, skipCSRFCheck } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import type { ConformanceCapabilities } from '../capabilities.ts'
import {
  authorizationResponse,
  MAIL,
  mailProvider,
  type Person,
  EMULATOR,
  emulatorProvider,
} from './emulator.ts'

const ORIGIN = 'https://app.example'
const INSIDE = '/inside'

/** Sends a request with the cookies of a browser. */
export interface Browser {
  /** Whether the browser has the cookie of a session. */
  readonly hasSession: () => boolean
  /** Goes to the provider, and returns the callback URL; `undefined` without a redirect to the provider. */
  readonly reachCallback: (person: Person) => Promise<string | undefined>
  /** Opens a URL of the application, and returns whether a sign-in succeeded. */
  readonly open: (url: string) => Promise<Arrival>
  /** Signs in with the provider. */
  readonly signIn: (person: Person) => Promise<Arrival>
  /** Requests a mail, and returns its link; `undefined` if none was sent. */
  readonly askForLink: (email: string) => Promise<string | undefined>
  /** Requests a mail and opens its link. */
  readonly signInByMail: (email: string) => Promise<Arrival>
  readonly signOut: () => Promise<Arrival>
  /** Copies the browser with its cookies. */
  readonly copy: () => Browser
  /** Copies the browser with its cookies, for another instance of the application, as in another process. */
  readonly elsewhere: () => Browser
  /** Returns the id of the signed-in user, or `null`. */
  readonly userId: () => Promise<string | null>
}

/** A response of the application. */
export interface Arrival {
  readonly status: number
  /** Whether it redirects to the target of a successful sign-in. */
  readonly inside: boolean
}

/** An application over the adapter, in this process and without a server. */
export interface Application {
  readonly openBrowser: () => Browser
  /** Advances the clock. */
  readonly wait: (milliseconds: number) => void
}

type Handle = (request: Request) => Promise<Response>

/** Creates instances of one application. */
interface Instances {
  readonly handle: Handle
  readonly another: () => Handle
}

const EXPIRED = /;\s*max-age=0\s*(?:;|$)/i

interface CookieJar {
  readonly cookies: ReadonlyMap<string, string>
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
}

/**
 * A browser with the functions that the suite needs. Unlike that of `@latchstring/testing`, it depends on the core alone, so the
 * suite can be installed beside any adapter.
 */
function createJar(handle: Handle, kept: CookieJar['cookies']): CookieJar {
  const cookies = new Map(kept)
  return {
    cookies,
    async send(path, init) {
      const url = new URL(path, ORIGIN)
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { host: url.host, accept: 'text/html', cookie }
      const response = await handle(new Request(url, { ...init, headers }))
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
        if (value === '' || EXPIRED.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
  }
}

const arrival = ({ status, headers }: Response): Arrival => ({
  status,
  inside: new URL(headers.get('location') ?? '', ORIGIN).pathname === INSIDE,
})

/** A response without a redirect. */
const NOWHERE: Arrival = { status: 503, inside: false }

function createBrowser(
  instances: Instances,
  inbox: Map<string, string>,
  kept: CookieJar['cookies'] = new Map(),
): Browser {
  const { cookies, send } = createJar(instances.handle, kept)
  const post = (path: string, fields: Record<string, string> = {}): Promise<Response> =>
    send(`/auth/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ callbackUrl: INSIDE, ...fields }),
    })
  const open = async (url: string): Promise<Arrival> => arrival(await send(url))

  async function leave(person: Person): Promise<string | undefined> {
    const location = (await post(`signin/${EMULATOR}`)).headers.get('location')
    return location === null ? undefined : authorizationResponse(location, person)
  }

  async function askForLink(email: string): Promise<string | undefined> {
    inbox.delete(email)
    await post(`signin/${MAIL}`, { email })
    return inbox.get(email)
  }

  return {
    hasSession: () => [...cookies.keys()].some((name) => name.includes('session-token')),
    reachCallback: leave,
    open,
    async signIn(person) {
      const url = await leave(person)
      return url === undefined ? NOWHERE : open(url)
    },
    askForLink,
    async signInByMail(email) {
      const link = await askForLink(email)
      return link === undefined ? NOWHERE : open(link)
    },
    signOut: async () => arrival(await post('signout')),
    copy: () => createBrowser(instances, inbox, cookies),
    elsewhere: () => createBrowser({ ...instances, handle: instances.another() }, inbox, cookies),
    async userId() {
      const session: unknown = await (await send('/auth/session')).json()
      const id: unknown =
        typeof session === 'object' && session !== null ? Reflect.get(session, 'userId') : null
      return typeof id === 'string' ? id : null
    },
  }
}

const ignore = (): void => undefined

/** Sets up the core over an adapter. */
export function createApplication(
  adapter: Adapter,
  capabilities: ConformanceCapabilities,
): Application {
  const inbox = new Map<string, string>()
  let waited = 0
  const secret = crypto.randomUUID() + crypto.randomUUID()
  const create = (): Handle =>
    createAuth(
      {
        adapter,
        providers: [
          emulatorProvider,
          ...(capabilities.verificationTokens === true ? [mailProvider(inbox)] : []),
        ],
        secret,
        session: { strategy: capabilities.sessions === true ? 'database' : 'jwt' },
        callbacks: {
          session: ({ session, user, token }) => ({
            ...session,
            // The member depends on the strategy, but the type has both.
            userId: capabilities.sessions === true ? user.id : token.sub,
          }),
        },
        skipCSRFCheck,
        trustHost: true,
        // These tests cause failures, so the log is discarded. They check the responses.
        logger: { error: ignore, warn: ignore, debug: ignore },
      },
      { clock: () => Date.now() + waited },
    ).handle
  const instances = { handle: create(), another: create }
  return {
    openBrowser: () => createBrowser(instances, inbox),
    wait(milliseconds) {
      waited += milliseconds
    },
  }
}
