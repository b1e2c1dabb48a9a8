/**
 * A relying party that a conformance suite of OpenID Connect drives by addresses, with what applications use and nothing
 * else of the library. `start.mjs` starts it.
 *
 * Settings: `PORT` (4000), `RP_HOST` (localhost), `RP_USER_AGENT` (`browser`, or `fetch` for providers whose pages need no
 * script), `RP_SESSION` (`jwt` or `database`), `LATCHSTRING_CHROMIUM` (the program).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { type Auth, createAuth } from '@latchstring/core'
import { isAuthError } from '@latchstring/core/errors'
import type { OIDCConfig } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/core/types'
import { asRequest, listen, send } from '@latchstring/test-kit/node-http'
import { expectation, type Outcome } from './expectations.ts'
import { openChromium, openReader, type UserAgent } from './user-agents.ts'

/** What a module is run with. */
interface Task {
  readonly module: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The provider is to answer by a form. */
  readonly formPost: boolean
}

/** The report of a module. */
interface Notes {
  readonly steps: string[]
  readonly errors: string[]
}

const { PORT = '4000', RP_HOST = 'localhost', RP_SESSION = 'jwt' } = process.env

const folder = await mkdtemp(join(tmpdir(), 'latchstring-rp-target-'))
const adapter = openSqlAdapter(`file:${join(folder, 'data.db')}`, { sessionControl: true })
await adapter.migrate()

const server = createServer()
const origin = `http://${RP_HOST}:${await listen(server, Number(PORT))}`
const base = `${origin}/auth`

/** What the suite has to know of its client. */
const CLIENT = {
  redirect_uri: `${base}/callback/op`,
  post_logout_redirect_uri: `${base}/signed-out`,
  backchannel_logout_uri: `${base}/backchannel-logout/op`,
  backchannel_logout_session_required: true,
  frontchannel_logout_uri: `${base}/frontchannel-logout/op`,
  frontchannel_logout_session_required: true,
}

let auth: Auth | undefined
let notes: Notes = { steps: [], errors: [] }

function toProvider({ issuer, clientId, clientSecret, formPost }: Task): OIDCConfig<Profile> {
  const params = {
    scope: 'openid profile email',
    ...(formPost ? { response_mode: 'form_post' } : {}),
  }
  return {
    id: 'op',
    name: 'The provider',
    type: 'oidc',
    issuer,
    clientId,
    clientSecret,
    frontChannelLogout: true,
    // Suites wait for a request to userinfo.
    idToken: false,
    authorization: { params },
    // A store needs an address of each user, and not every module has one.
    profile: ({ sub, name, email }) => ({
      id: sub ?? '',
      name: name ?? null,
      email: email ?? `${sub}@people.example`,
    }),
  }
}

function createRelyingParty(task: Task): Auth {
  function note(error: Error): void {
    const cause = isAuthError(error) ? error.cause?.err : error.cause
    const type = isAuthError(error) ? error.type : error.name
    const why = cause instanceof Error ? ` (${cause.message})` : ''
    notes.errors.push(`${type}: ${error.message}${why}`)
  }
  return createAuth(
    {
      providers: [toProvider(task)],
      adapter,
      session:
        RP_SESSION === 'database'
          ? { strategy: 'database', devices: true }
          : { strategy: 'jwt', revocation: true },
      logger: { error: note, warn: () => undefined },
    },
    {
      env: {
        NODE_ENV: 'test',
        AUTH_URL: origin,
        AUTH_SECRET: 'of-a-relying-party-for-tests-and-nothing-else',
      },
    },
  )
}

/** @returns whether there is a session */
async function signIn(agent: UserAgent): Promise<boolean> {
  await agent.signIn()
  const session = await agent.session()
  notes.steps.push(session ? `signed in: ${JSON.stringify(session.user)}` : 'no session')
  return session !== null
}

async function signOut(agent: UserAgent): Promise<void> {
  const { pathname } = new URL(await agent.signOut())
  if ((await agent.session()) !== null) throw new Error('The session goes on after the sign-out.')
  notes.steps.push(`signed out, and returned to ${pathname}`)
}

/** Does what a module asks of a relying party. */
async function perform(agent: UserAgent, { module }: Task): Promise<Outcome> {
  const { signIns, signsOut } = expectation(module)
  for (let count = 0; count < signIns; count += 1) {
    if (!(await signIn(agent))) return 'refused'
  }
  if (!signsOut) return 'signed in'
  await signOut(agent)
  const refused = notes.errors.some((error) => error.startsWith('InvalidLogoutToken'))
  return refused ? 'logout token refused' : 'signed out'
}

async function openUserAgent(): Promise<UserAgent> {
  const { RP_USER_AGENT, LATCHSTRING_CHROMIUM } = process.env
  return RP_USER_AGENT === 'fetch' ? openReader(base) : openChromium(base, LATCHSTRING_CHROMIUM)
}

/** @returns what the driver contract answers with */
async function run(task: Task): Promise<object> {
  notes = { steps: [], errors: [] }
  const { module } = task
  auth = createRelyingParty(task)
  let outcome: Outcome = 'failed'
  const agent = await openUserAgent()
  try {
    outcome = await perform(agent, task)
  } catch (error) {
    notes.errors.push(String(error))
  } finally {
    await agent.close()
  }
  const ok = expectation(module).outcomes.includes(outcome)
  const error = notes.errors.length > 0 ? { error: notes.errors.join('\n') } : {}
  return { ok, module, outcome, ...error, steps: notes.steps }
}

/** Modules are run one after the other: they share the client. */
let last: Promise<unknown> = Promise.resolve()

async function start(query: URLSearchParams): Promise<Response> {
  const ask = (name: string): string => query.get(name) ?? ''
  const task: Task = {
    module: ask('module'),
    issuer: ask('issuer'),
    clientId: ask('client_id'),
    clientSecret: ask('client_secret'),
    formPost: ask('variant').includes('"form_post"'),
  }
  if (Object.values(task).includes('')) {
    const needed = 'Give issuer, module, client_id and client_secret: no client is registered here.'
    return new Response(needed, { status: 400 })
  }
  const answer = last.then(() => run(task))
  last = answer.catch(() => undefined)
  return Response.json(await answer)
}

const asPage = (html: string): Response =>
  new Response(`<!doctype html><title>Relying party</title>${html}`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

/** A page with a button that signs out at the provider as well. */
async function leavePage({ handle }: Auth, { headers }: Request): Promise<Response> {
  const answer = await handle(new Request(`${base}/csrf`, { headers }))
  // The action answers so, by its contract.
  const { csrfToken } = (await answer.json()) as { readonly csrfToken: string }
  const page = asPage(`<form method="post" action="${base}/signout">
    <input type="hidden" name="csrfToken" value="${csrfToken}" />
    <input type="hidden" name="callbackUrl" value="/bye" />
    <input type="hidden" name="provider" value="true" />
    <button>Sign out</button></form>`)
  for (const cookie of answer.headers.getSetCookie()) page.headers.append('set-cookie', cookie)
  return page
}

async function respond(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/ready') return Response.json({ client: CLIENT })
  if (pathname === '/start') return start(searchParams)
  if (auth && pathname.startsWith('/auth/')) {
    notes.steps.push(`${request.method} ${pathname}`)
    return auth.handle(request)
  }
  if (auth && pathname === '/leave') return leavePage(auth, request)
  return asPage(`<p>${pathname}</p>`)
}

server.on('request', (incoming, outgoing) => {
  asRequest(incoming, origin)
    .then(respond)
    .then((response) => send(response, outgoing))
    .catch((error: unknown) => {
      console.error(error)
      outgoing.destroy()
    })
})

async function stop(): Promise<void> {
  server.closeAllConnections()
  server.close()
  await adapter.close()
  await rm(folder, { recursive: true, force: true })
}

process.once('SIGTERM', () => void stop().then(() => process.exit()))
console.log(`ready ${origin}/ready`)
