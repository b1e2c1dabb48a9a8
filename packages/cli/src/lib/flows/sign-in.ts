import type { Visitor } from '@latchstring/testing'
import { broken, type Finding, warning } from '../doctor/finding.ts'
import { isObject } from '../values.ts'
import { isLocal, NAVIGATION, openPage, redirectTarget } from './browser.ts'
import { authorizeAtEmulator, readMails, RequestRefused } from './emulator.ts'
import { findPlace, type Trip } from './running-application.ts'
import { optionalStep, step, StepFailed } from './steps.ts'

const CALLBACKS = 'docs/callbacks-and-events.md'

async function post(
  { base, origin }: Trip,
  visitor: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const response = await visitor.fetch(`${base}/csrf`)
  const body: unknown = await response.json().catch(() => undefined)
  const csrfToken = isObject(body) ? body['csrfToken'] : undefined
  if (typeof csrfToken !== 'string')
    throw new StepFailed(`GET csrf responds with HTTP ${response.status} and no token.`)
  return visitor.fetch(`${base}/${path}`, {
    method: 'POST',
    headers: { origin, 'sec-fetch-site': 'same-origin', accept: 'text/html' },
    body: new URLSearchParams({ csrfToken, ...fields }),
  })
}

/** @throws StepFailed for a response that does not redirect, or redirects to an error */
function requireRedirect(response: Response, { base }: Trip): URL {
  const target = redirectTarget(response, base)
  if (target === undefined)
    throw new StepFailed(`The response is HTTP ${response.status}, and does not redirect.`)
  const error = target.searchParams.get('error')
  if (error === null) return target
  throw new StepFailed(`The response leads to ${target.pathname}?error=${error}.`, { page: target })
}

const loopFinding = (paths: readonly string[], trip: Trip): Finding =>
  broken({
    id: 'authorized-loop',
    what: `${paths.at(-1)} leads to itself: ${paths.slice(-3).join(' → ')}.`,
    why: 'What protects the pages, such as the callback `authorized`, also redirects on the page that it redirects to, so that browsers show "too many redirects".',
    fix: 'Return true for the path of that page before anything else is checked.',
    docs: `${CALLBACKS}#authorized-may-this-request-continue`,
    ...findPlace(trip, 'authorized'),
  })

async function openSignInPage(trip: Trip, visitor: Visitor): Promise<void> {
  const { paths, isLoop, response } = await openPage(visitor, `${trip.base}/signin`)
  if (isLoop) throw new StepFailed('It leads in a circle.', { finding: loopFinding(paths, trip) })
  if (response.ok) return
  throw new StepFailed(`${paths.at(-1)} responds with HTTP ${response.status}.`)
}

/** Names of the cookies of a response that the browser did not keep. */
const lostCookies = (response: Response, visitor: Visitor): readonly string[] =>
  response.headers
    .getSetCookie()
    .filter((header) => !/;\s*(?:max-age=0|expires=Thu, 01 Jan 1970)/i.test(header))
    .flatMap((header) => /^[^=]+/.exec(header)?.[0] ?? [])
    .filter((name) => !visitor.cookies.has(name))

/** @throws StepFailed where a browser would not keep a cookie */
function requireCookies(response: Response, visitor: Visitor, trip: Trip): void {
  const [name] = lostCookies(response, visitor)
  if (name === undefined) return
  const finding = broken({
    id: 'cookie-not-kept',
    what: `A browser does not keep the cookie ${name} that the application sets at ${trip.origin}.`,
    why: 'Its `domain`, `secure`, `sameSite` or `path` does not fit that address, or it is larger than 4,096 bytes; without it the sign-in cannot go on.',
    fix: 'Correct the option `cookies`, or leave it out: the defaults fit every address.',
    docs: 'docs/cookies.md',
    ...findPlace(trip),
  })
  throw new StepFailed(`${name} is not kept.`, { finding })
}

/** The end of a sign-in: the cookies are kept, and the browser stays in the application. */
function land(trip: Trip, visitor: Visitor, response: Response): URL {
  const target = requireRedirect(response, trip)
  requireCookies(response, visitor, trip)
  if (target.origin === trip.origin) return target
  const finding = broken({
    id: 'redirect-elsewhere',
    what: `After the sign-in the browser is sent to ${target.origin}, and not to ${trip.origin}.`,
    why: 'The callback `redirect` returns it for a page of the application itself.',
    fix: 'Return `url` where its origin is that of `baseUrl`.',
    docs: `${CALLBACKS}#redirect-where-may-the-browser-go`,
    ...findPlace(trip, 'redirect'),
  })
  throw new StepFailed(`It leads to ${target.origin}.`, { finding })
}

function withoutSession(landed: URL, trip: Trip): Finding {
  const isHome = landed.pathname === '/'
  const words = {
    what: `The sign-in with "${trip.provider}" ends at ${landed.pathname} without a session: GET session responds null.`,
    docs: `${CALLBACKS}${isHome ? '#session-what-do-the-application-and-the-browser-see' : '#signin-may-this-person-sign-in'}`,
  }
  return isHome
    ? broken({
        ...words,
        id: 'session-missing',
        why: 'No session is made where the callback `jwt` or `session` returns null or nothing, or `jwt.decode` does not read what `jwt.encode` writes.',
        fix: 'Return the token and the session in every branch. "latchstring doctor" without --flows names a callback that returns nothing.',
        ...findPlace(trip, 'session', 'jwt'),
      })
    : warning({
        ...words,
        id: 'sign-in-refused',
        why: `The callback \`signIn\` sends people there in place of signing them in, or the callback \`jwt\` or \`session\` returns nothing.`,
        fix: 'If the callback accepts some people only, name one of them: latchstring doctor --flows --email ada@example.com.',
        ...findPlace(trip, 'signIn', 'session', 'jwt'),
      })
}

async function requireSession(trip: Trip, visitor: Visitor, landed: URL): Promise<void> {
  const response = await visitor.fetch(`${trip.base}/session`)
  const session: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new StepFailed(`GET session responds with HTTP ${response.status}.`)
  if (isObject(session) && Object.keys(session).length > 0) return
  throw new StepFailed('GET session responds null.', { fallback: withoutSession(landed, trip) })
}

/** The home page may refuse some people, so that only what cannot be meant is a finding. */
async function openHomePage(trip: Trip, visitor: Visitor): Promise<void> {
  const signIn = await openPage(trip.openBrowser(), `${trip.base}/signin`)
  for (const browser of [trip.openBrowser(), visitor]) {
    const { paths, isLoop } = await openPage(browser, `${trip.origin}/`)
    if (isLoop) throw new StepFailed('It leads in a circle.', { finding: loopFinding(paths, trip) })
    const isSignIn = paths.length > 1 && paths.at(-1) === signIn.paths.at(-1)
    if (browser !== visitor || !isSignIn) continue
    const finding = warning({
      id: 'authorized-refuses',
      what: 'The person who has signed in is sent from / to the sign-in page.',
      why: 'Unless a role is missing, people sign in again and again.',
      fix: 'Let the callback `authorized`, or what protects that page, return true where there is a session.',
      docs: `${CALLBACKS}#authorized-may-this-request-continue`,
      ...findPlace(trip, 'authorized'),
    })
    throw new StepFailed('The person who has signed in is asked to sign in.', { finding })
  }
}

/** Addresses of another site, one of which begins like the application. */
const foreignAddresses = ({ origin }: Trip): readonly string[] => [
  'https://attacker.example/',
  `${origin}@attacker.example/`,
]

/** @throws StepFailed where the application sends the browser to an address that a link of another site names */
function requireOwnTarget(target: URL, asked: string, trip: Trip): void {
  if (target.hostname !== 'attacker.example') return
  const finding = broken({
    id: 'redirect-open',
    what: `The callback \`redirect\` returns ${asked} for an application at ${trip.origin}.`,
    why: 'A link to the sign-in page can name any address, so that another site sends people who have just signed in to a page that looks like yours.',
    fix: 'Compare origins, not how texts begin: return `url` where new URL(url, baseUrl).origin is that of `baseUrl`, and `baseUrl` otherwise.',
    docs: `${CALLBACKS}#redirect-where-may-the-browser-go`,
    ...findPlace(trip, 'redirect'),
  })
  throw new StepFailed(`The sign-out leads to ${target.origin}.`, { finding })
}

async function signOut(trip: Trip, visitor: Visitor): Promise<void> {
  for (const callbackUrl of foreignAddresses(trip)) {
    const response = await post(trip, visitor, 'signout', { callbackUrl })
    requireOwnTarget(requireRedirect(response, trip), callbackUrl, trip)
  }
  const session: unknown = await (await visitor.fetch(`${trip.base}/session`)).json()
  if (session !== null) throw new StepFailed('After the sign-out the session goes on.')
}

/** The steps after every sign-in. */
async function useSession(trip: Trip, visitor: Visitor, landed: URL): Promise<void> {
  await step(trip, 'session', () => requireSession(trip, visitor, landed))
  await optionalStep(trip, 'home page', () => openHomePage(trip, visitor))
  await step(trip, 'sign-out', () => signOut(trip, visitor))
}

/** @throws StepFailed where the emulator refuses the request, as its service would */
async function authorize(trip: Trip, url: URL) {
  try {
    return await authorizeAtEmulator(url.href, trip.email)
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    const finding = broken({
      id: 'request-refused',
      what: `The service of "${trip.provider}" refuses what the application asks: ${error.message}`,
      why: 'The emulator keeps to the documentation of the service, which would refuse it, too.',
      fix: 'Correct `authorization`, `scope` or the endpoints in the options of the provider, or leave them out.',
      docs: 'docs/providers/custom.md',
      ...findPlace(trip),
    })
    throw new StepFailed(error.message, { finding })
  }
}

/** Whether an address is that of an emulator. */
const isEmulator = (target: URL, { emulators, origin }: Trip): boolean =>
  emulators === undefined
    ? isLocal(target) && target.origin !== origin
    : target.origin === emulators

/** Signs in with an account at the emulator of a service (RFC 6749, section 4.1), and out. */
export async function tryOAuth(trip: Trip): Promise<void> {
  const { origin, provider } = trip
  const visitor = trip.openBrowser()
  await optionalStep(trip, 'sign-in page', () => openSignInPage(trip, visitor))
  const url = await step(trip, 'POST signin', async () => {
    const response = await post(trip, visitor, `signin/${provider}`, { callbackUrl: '/' })
    const target = requireRedirect(response, trip)
    requireCookies(response, visitor, trip)
    if (isEmulator(target, trip)) return target
    throw new StepFailed(
      target.origin === origin
        ? `It leads to ${target.pathname}, and not to the service.`
        : `It leads to ${target.origin}, and not to the emulator. Nothing was sent there.`,
    )
  })
  const arrival = await step(trip, 'authorization', () => authorize(trip, url))
  const landed = await step(trip, 'callback', async () => {
    const { body } = arrival
    const headers = { ...NAVIGATION, origin: url.origin, 'sec-fetch-site': 'cross-site' }
    const init = body === undefined ? { headers: NAVIGATION } : { method: 'POST', headers, body }
    return land(trip, visitor, await visitor.fetch(arrival.url, init))
  })
  await useSession(trip, visitor, landed)
}

/** Asks for a sign-in mail. */
async function requestMail(trip: Trip, visitor: Visitor, mailbox: string, email: string) {
  const before = await readMails(mailbox, email)
  const fields = { email, callbackUrl: '/' }
  const response = await post(trip, visitor, `signin/${trip.provider}`, fields)
  requireRedirect(response, trip)
  requireCookies(response, visitor, trip)
  const [mail, ...older] = await readMails(mailbox, email)
  if (mail !== undefined && older.length === before.length) return mail
  throw new StepFailed(
    `No mail to ${email} is in the mailbox. The option \`limits\` may allow no more of them now.`,
  )
}

/** Signs in with the link of a mail, out, and in again with the code of another mail, where mails have codes. */
export async function tryMail(trip: Trip, mailbox: string): Promise<void> {
  const visitor = trip.openBrowser()
  // Another address each time: mails to one recipient are limited.
  const email = trip.email ?? `person-${Date.now().toString(36)}@example.com`
  await optionalStep(trip, 'sign-in page', () => openSignInPage(trip, visitor))
  const first = await step(trip, 'mail', () => requestMail(trip, visitor, mailbox, email))
  const landed = await step(trip, 'link', async () =>
    land(trip, visitor, await visitor.fetch(first.link, { headers: NAVIGATION })),
  )
  await useSession(trip, visitor, landed)
  // The store has no table for mails.
  if (first.code === undefined) return
  const other = trip.openBrowser()
  const second = await step(trip, 'second mail', () => requestMail(trip, other, mailbox, email))
  await step(trip, 'code', async () => {
    const path = `callback/${trip.provider}`
    land(trip, other, await post(trip, other, path, { code: second.code ?? '' }))
  })
}
