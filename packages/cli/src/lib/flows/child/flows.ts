import type { Visitor } from '@latchstring/testing'
import { broken, type Finding, warning } from '../../doctor/finding.ts'
import { describeError } from '../../describe-error.ts'
import { isObject } from '../../values.ts'
import type { Ready } from './providers.ts'
import { aside, errorIn, follow, step, StepFailed, target, type Walk } from './steps.ts'

/** The application, as somebody with a browser meets it. */
export interface Site {
  readonly origin: string
  /** Absolute address of the actions. */
  readonly base: string
  /** Pages of the application, absolute. */
  readonly pages: { readonly signIn?: string | undefined }
  readonly hasAuthorized: boolean
  /** Somebody with a browser of their own. */
  readonly visitor: () => Visitor
}

/** A flow on a site. */
export interface Trip extends Walk {
  readonly site: Site
}

async function csrf({ base }: Site, visitor: Visitor): Promise<string> {
  const response = await visitor.fetch(`${base}/csrf`)
  const body: unknown = await response.json().catch(() => undefined)
  const token = isObject(body) ? body['csrfToken'] : undefined
  if (typeof token === 'string') return token
  throw new StepFailed(`GET csrf responds with HTTP ${response.status} and no token.`)
}

async function post(
  site: Site,
  visitor: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const body = new URLSearchParams({ csrfToken: await csrf(site, visitor), ...fields })
  const headers = { origin: site.origin, 'sec-fetch-site': 'same-origin', accept: 'text/html' }
  return visitor.fetch(`${site.base}/${path}`, { method: 'POST', headers, body })
}

/** Where a response leads that has to be a redirect without an error. */
function requireRedirect(response: Response, { base }: Site): URL {
  const to = target(response, base)
  const error = errorIn(to)
  if (to !== undefined && error === null) return to
  throw new StepFailed(
    to === undefined
      ? `The response is HTTP ${response.status}, and no redirect.`
      : `The response leads to ${to.pathname}?error=${error}.`,
  )
}

const loop = (paths: readonly string[], { place }: Walk): Finding =>
  broken({
    id: 'authorized-loop',
    what: `${paths.at(-1)} leads to itself: ${paths.slice(-3).join(' → ')}.`,
    why: 'The callback `authorized` also redirects on the page that it redirects to, so that browsers show "too many redirects".',
    fix: 'Return true for the path of that page before anything else is asked.',
    docs: 'docs/callbacks-and-events.md#authorized-may-this-request-continue',
    file: place('').places['authorized'] ?? place('').file,
  })

/** A page that cannot be reached is one thing, and whether people could sign in another. */
const isLoopFinding = ({ id }: Finding): boolean => id === 'authorized-loop'

async function openSignInPage(trip: Trip, visitor: Visitor): Promise<void> {
  const { site } = trip
  const { paths, isLoop, response } = await follow(visitor, `${site.base}/signin`)
  if (isLoop) throw new StepFailed('It leads in a circle.', loop(paths, trip))
  if (response.ok) return
  throw new StepFailed(`${paths.at(-1)} responds with HTTP ${response.status}.`)
}

/** The cookies of a response that the browser did not keep. */
function lost(response: Response, visitor: Visitor): readonly string[] {
  return response.headers
    .getSetCookie()
    .filter((header) => !/;\s*(?:max-age=0|expires=Thu, 01 Jan 1970)/i.test(header))
    .flatMap((header) => /^[^=]+/.exec(header)?.[0] ?? [])
    .filter((name) => !visitor.cookies.has(name))
}

/** @throws StepFailed where a browser would not keep a cookie */
function requireCookies(response: Response, visitor: Visitor, { site, place }: Trip): void {
  const [name] = lost(response, visitor)
  if (name === undefined) return
  throw new StepFailed(
    `${name} is not kept.`,
    broken({
      id: 'cookie-not-kept',
      what: `A browser does not keep the cookie ${name} that the application sets at ${site.origin}.`,
      why: 'Its `domain`, `secure`, `sameSite` or `path` does not fit that address, or it is larger than 4,096 bytes; without it the sign-in cannot go on.',
      fix: 'Correct the option `cookies`, or leave it out: the defaults fit every address.',
      docs: 'docs/cookies.md',
      file: place('').file,
    }),
  )
}

async function requireSession(trip: Trip, visitor: Visitor): Promise<void> {
  const { site } = trip
  const response = await visitor.fetch(`${site.base}/session`)
  const session: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new StepFailed(`GET session responds with HTTP ${response.status}.`)
  if (isObject(session) && Object.keys(session).length > 0) return
  throw new StepFailed('The sign-in ended without a session.')
}

/** The callback may let some in and others not, so that only what nobody can want is told. */
async function askAuthorized(trip: Trip, visitor: Visitor): Promise<void> {
  const { site, place } = trip
  for (const who of [site.visitor(), visitor]) {
    const { paths, isLoop } = await follow(who, `${site.origin}/`)
    if (isLoop) throw new StepFailed('It leads in a circle.', loop(paths, trip))
    const end = paths.at(-1) ?? ''
    const signIn = new URL(site.pages.signIn ?? `${site.base}/signin`, site.origin).pathname
    if (who !== visitor || end !== signIn || paths.length === 1) continue
    throw new StepFailed(
      'Who is signed in is asked to sign in.',
      warning({
        id: 'authorized-refuses',
        what: 'The callback `authorized` sends the person who is signed in from / to the sign-in page.',
        why: 'If it is not that a role is missing, everybody signs in again and again.',
        fix: 'Return true where `auth` is not null, or look at what it asks of the session.',
        docs: 'docs/callbacks-and-events.md#authorized-may-this-request-continue',
        file: place('').places['authorized'] ?? place('').file,
      }),
    )
  }
}

async function signOut(trip: Trip, visitor: Visitor): Promise<void> {
  const { site } = trip
  requireRedirect(await post(site, visitor, 'signout', {}), site)
  const session: unknown = await (await visitor.fetch(`${site.base}/session`)).json()
  if (session === null) return
  throw new StepFailed('After the sign-out the session goes on.')
}

/** What is the same for every way in. */
async function useSession(trip: Trip, visitor: Visitor): Promise<void> {
  const { site } = trip
  await step(trip, 'session', () => requireSession(trip, visitor))
  if (site.hasAuthorized) {
    await aside(
      trip,
      'authorized',
      () => askAuthorized(trip, visitor),
      () => true,
    )
  }
  await step(trip, 'sign-out', () => signOut(trip, visitor))
}

/** Ends a sign-in: the browser gets its session and goes on. */
function land(trip: Trip, visitor: Visitor, response: Response): void {
  const { site, place } = trip
  const to = requireRedirect(response, site)
  requireCookies(response, visitor, trip)
  if (to.origin === site.origin) return
  throw new StepFailed(
    `It leads to ${to.origin}.`,
    broken({
      id: 'redirect-elsewhere',
      what: `After the sign-in the browser is sent to ${to.origin}, and not to ${site.origin}.`,
      why: 'The callback `redirect` returns it for a page of the application itself.',
      fix: 'Return `url` where its origin is that of `baseUrl`.',
      docs: 'docs/callbacks-and-events.md#redirect-where-may-the-browser-go',
      file: place('').places['redirect'] ?? place('').file,
    }),
  )
}

const refusedRequest = (error: unknown, provider: string, { place }: Walk): Finding =>
  broken({
    id: 'request-refused',
    what: `The service of "${provider}" refuses what the application asks: ${describeError(error)}`,
    why: 'The emulator keeps to the documentation of the service, which would refuse it, too.',
    fix: 'Correct `authorization`, `scope` or the endpoints in the options of the provider, or leave them out.',
    docs: `docs/providers/custom.md`,
    file: place('').file,
  })

/** A sign-in with an account of a service (RFC 6749, section 4.1). */
export async function walkOAuth(
  trip: Trip,
  ready: Extract<Ready, { kind: 'oauth' }>,
): Promise<void> {
  const { site } = trip
  const { id, emulator, person } = ready
  const visitor = site.visitor()
  await aside(trip, 'sign-in page', () => openSignInPage(trip, visitor), isLoopFinding)
  const url = await step(trip, 'POST signin', async () => {
    const response = await post(site, visitor, `signin/${id}`, { callbackUrl: '/' })
    const to = requireRedirect(response, site)
    requireCookies(response, visitor, trip)
    if (to.origin !== site.origin) return to.href
    throw new StepFailed(`It leads to ${to.pathname}, and not to the service.`)
  })
  const arrival = await step(trip, 'authorization', async () => {
    try {
      return await emulator.authorize(url, { person })
    } catch (error) {
      throw new StepFailed(describeError(error), refusedRequest(error, id, trip))
    }
  })
  await step(trip, 'callback', async () => {
    const before = emulator.refusals.length
    const { url: back, method, body } = arrival
    const from = {
      origin: new URL(emulator.service.authorization.url).origin,
      'sec-fetch-site': 'cross-site',
    }
    const init = body === undefined ? {} : { method, headers: from, body }
    const response = await visitor.fetch(back, { ...init })
    const refusal = emulator.refusals[before]
    if (refusal !== undefined && errorIn(target(response, site.base)) !== null) {
      throw new StepFailed(refusal.message, refusedRequest(refusal, id, trip))
    }
    land(trip, visitor, response)
  })
  await useSession(trip, visitor)
}

async function askForMail(
  trip: Trip,
  visitor: Visitor,
  ready: Extract<Ready, { kind: 'email' }>,
): Promise<void> {
  const { site } = trip
  const count = ready.mails.length
  const fields = { email: ready.address, callbackUrl: '/' }
  const response = await post(site, visitor, `signin/${ready.id}`, fields)
  requireRedirect(response, site)
  requireCookies(response, visitor, trip)
  if (ready.mails.length > count) return
  throw new StepFailed('No mail was sent.')
}

/** A sign-in by mail: once with the link, and once with the code. */
export async function walkMail(
  trip: Trip,
  ready: Extract<Ready, { kind: 'email' }>,
): Promise<void> {
  const { site } = trip
  const visitor = site.visitor()
  await aside(trip, 'sign-in page', () => openSignInPage(trip, visitor), isLoopFinding)
  await step(trip, 'mail', () => askForMail(trip, visitor, ready))
  await step(trip, 'link', async () => {
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
    land(trip, visitor, await visitor.fetch(ready.mails.at(-1)?.url ?? '', { headers }))
  })
  await useSession(trip, visitor)
  const other = site.visitor()
  await step(trip, 'second mail', () => askForMail(trip, other, ready))
  await step(trip, 'code', async () => {
    const code = ready.mails.at(-1)?.code ?? ''
    land(trip, other, await post(site, other, `callback/${ready.id}`, { code }))
  })
}

/** What a passkey is asked for; there is none here to answer it. */
export async function walkPasskeys(trip: Trip, { id }: { readonly id: string }): Promise<void> {
  const { site } = trip
  const visitor = site.visitor()
  await aside(trip, 'sign-in page', () => openSignInPage(trip, visitor), isLoopFinding)
  await step(trip, 'options', async () => {
    const headers = { origin: site.origin, 'sec-fetch-site': 'same-origin' }
    const address = `${site.base}/webauthn-options/${id}?action=authenticate`
    const response = await visitor.fetch(address, { headers })
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok && isObject(body) && isObject(body['options'])) return
    throw new StepFailed(`GET webauthn-options responds with HTTP ${response.status}.`)
  })
}
