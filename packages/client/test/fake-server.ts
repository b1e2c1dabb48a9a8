import { vi } from 'vitest'
import type { Session } from '@latchstring/core/types'

/** A request that arrived. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly headers: Headers
}

interface State {
  /** What `GET session` answers; a `Response` is given as it is. */
  session: Session | null | Response
  /** `GET session` waits for it. */
  hold: Promise<void> | undefined
  /** What a `POST session` makes of its data. */
  onUpdate: (data: unknown) => Session | null | Response
  /** The status of `POST callback/password`. */
  signInStatus: number
  /** The status of `POST signout`. */
  signOutStatus: number
}

/** Replaces `fetch` and for the HTTP actions behind it. */
export interface FakeServer extends State {
  readonly calls: Call[]
  /** Requests for the session, as their paths. */
  readonly asked: () => string[]
  /** Makes `GET session` wait until the function returned is called. */
  readonly holdSession: () => () => void
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status })

function isUpdate(body: unknown): body is { readonly data: unknown } {
  return typeof body === 'object' && body !== null && 'data' in body
}

const providers = (base: string): object =>
  Object.fromEntries(
    Object.entries({ github: 'oauth', password: 'credentials' }).map(([id, type]) => [
      id,
      {
        id,
        name: id,
        type,
        signinUrl: `${base}/signin/${id}`,
        callbackUrl: `${base}/callback/${id}`,
      },
    ]),
  )

// What is true when the question arrives is what the answer says, however late it is.
async function readSession({ session, hold }: State): Promise<Response> {
  await hold
  return session instanceof Response ? session.clone() : json(session)
}

function updateSession({ onUpdate }: State, { body }: Call): Response {
  const parsed: unknown = JSON.parse(body)
  const updated = onUpdate(isUpdate(parsed) ? parsed.data : undefined)
  return updated instanceof Response ? updated : json(updated)
}

function signInWithPassword({ signInStatus }: State): Response {
  if (signInStatus === 200) return json({ url: '/welcome' })
  return json({ error: 'CredentialsSignin', message: 'wrong' }, signInStatus)
}

function signOut({ signOutStatus }: State): Response {
  if (signOutStatus === 200) return json({ url: '/bye' })
  return json({ error: 'SignOutError', message: 'not done' }, signOutStatus)
}

type Action = (state: State, call: Call, base: string) => Response | Promise<Response>

const actions = new Map<string, Action>([
  ['GET session', readSession],
  ['POST session', updateSession],
  ['GET csrf', () => json({ csrfToken: 'token' })],
  ['GET providers', (_state, _call, base) => json(providers(base))],
  ['POST callback/password', signInWithPassword],
  ['POST signin/github', () => json({ url: 'https://github.test/authorize' })],
  ['POST signout', signOut],
])

async function respond(state: State, call: Call): Promise<Response> {
  const [, base = '', name = ''] = /^(.*?)\/((?:signin\/|callback\/)?[^/]+)$/.exec(call.path) ?? []
  const action = actions.get(`${call.method} ${name}`)
  return action ? action(state, call, base) : new Response('nothing', { status: 404 })
}

/** Puts a server in the place of the global `fetch`. */
export function startFakeServer(session: Session | null | Response = null): FakeServer {
  const calls: Call[] = []
  const server: FakeServer = {
    calls,
    session,
    hold: undefined,
    onUpdate: () => null,
    signInStatus: 200,
    signOutStatus: 200,
    holdSession() {
      const gate = new EventTarget()
      server.hold = new Promise((resolve) => {
        gate.addEventListener('open', () => resolve(), { once: true })
      })
      return () => void gate.dispatchEvent(new Event('open'))
    },
    asked: () =>
      calls
        .filter(({ method, path }) => method === 'GET' && path.endsWith('/session'))
        .map(({ path }) => path),
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}): Promise<Response> => {
    const { body } = init
    const call = {
      method: init.method ?? 'GET',
      path: input,
      body: body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : '',
      headers: new Headers(init.headers),
    }
    calls.push(call)
    return respond(server, call)
  })
  return server
}
