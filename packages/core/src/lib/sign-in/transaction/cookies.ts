import type { CookieSet } from '../../config/resolved-config.ts'
import { openCookie, sealValue, type SessionContext } from '../../request/context.ts'
import type { SealedKind } from '../../crypto/sealed-box.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import type { CookieOption } from '../../types/cookies.ts'
import {
  isTransactionId,
  SIGN_OUT_MAX_AGE,
  TRANSACTION_MAX_AGE,
  type MailTransaction,
  type ProofTransaction,
  type SignOutTransaction,
  type Transaction,
} from './transaction.ts'

/** How many sign-ins one browser keeps in progress, of which each has three cookies. */
const MAX_LIVE = 3

/** How many passkey ceremonies, of which each has one: a page with suggestions starts one when it is opened. */
const MAX_CHALLENGES = 5

/**
 * The length of their cookies and the session together, with names. Many servers accept 8 kB of headers, Node.js 16. The newest
 * transaction always stays.
 */
const MAX_TOGETHER = 6_500

/** The three check cookies, each with its kind of seal. */
const PARTS = [
  ['state', 'state'],
  ['pkceCodeVerifier', 'pkce'],
  ['nonce', 'nonce'],
] as const satisfies readonly (readonly [keyof CookieSet['cookies'], SealedKind])[]

type Part = (typeof PARTS)[number]

/** A cookie whose name ends in an id, so that a browser can keep several. */
function withId({ name, options }: CookieOption, id: string, maxAge: number): CookieOption {
  return { name: `${name}.${id}`, options: { ...options, maxAge: options.maxAge ?? maxAge } }
}

/** Ids of such cookies of the request, oldest first. */
function liveIds(jar: CookieJar, { name }: CookieOption): readonly string[] {
  const prefix = `${name}.`
  return jar
    .namesWith(prefix)
    .map((one) => one.slice(prefix.length))
    .filter(isTransactionId)
    .toSorted()
}

/** The cookie of one part of one transaction. */
function cookieFor({ cookies }: CookieSet, [name]: Part, id: string): CookieOption {
  return withId(cookies[name], id, TRANSACTION_MAX_AGE)
}

/** Ids of the transactions of the request, oldest first. */
export function liveTransactionIds(jar: CookieJar, profile: CookieSet): readonly string[] {
  return liveIds(jar, profile.cookies.state)
}

/** Deletes everything the browser keeps of a transaction. */
export function expireTransaction(jar: CookieJar, profile: CookieSet, id: string): CookieJar {
  return PARTS.reduce((result, part) => {
    const cookie = cookieFor(profile, part, id)
    return jar.get(cookie.name) === undefined ? result : result.delete(cookie)
  }, jar)
}

interface SealedCookie {
  readonly cookie: CookieOption
  readonly value: string
}

/** Length of a cookie as a browser sends it, or 0 without one. */
function cookieLength(name: string, value: string | undefined): number {
  return value === undefined ? 0 : `${name}=${value}; `.length
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0)
}

function lengthOfTransaction(jar: CookieJar, profile: CookieSet, id: string): number {
  const names = PARTS.map((part) => cookieFor(profile, part, id).name)
  return sum(names.map((name) => cookieLength(name, jar.get(name))))
}

function lengthOfSession(jar: CookieJar, { cookies }: CookieSet): number {
  const names = jar.namesWith(cookies.sessionToken.name)
  return sum(names.map((name) => cookieLength(name, jar.get(name))))
}

/** Removes the oldest transactions, to make room for a new one within the limits of number and length. */
function prune(jar: CookieJar, profile: CookieSet, one: readonly SealedCookie[]): CookieJar {
  const newestFirst = liveTransactionIds(jar, profile).toReversed()
  const made = one.map(({ cookie, value }) => cookieLength(cookie.name, value))
  let together = lengthOfSession(jar, profile) + sum(made)
  const first = newestFirst.findIndex((id, index) => {
    together += lengthOfTransaction(jar, profile, id)
    return index === MAX_LIVE - 1 || together > MAX_TOGETHER
  })
  const surplus = first === -1 ? [] : newestFirst.slice(first)
  return surplus.reduce((result, id) => expireTransaction(result, profile, id), jar)
}

/** The parts of a transaction. Each repeats the id, so that parts of two transactions cannot be combined. */
function split(transaction: Transaction): Readonly<Record<Part[1], object | undefined>> {
  const { codeVerifier, dpopKey, nonce, ...envelope } = transaction
  const { id } = transaction
  // The secrets of the token request.
  const secrets = codeVerifier !== undefined || dpopKey !== undefined
  const pkce = secrets ? { id, codeVerifier, dpopKey } : undefined
  const others = { pkce, nonce: nonce === undefined ? undefined : { id, nonce } }
  // The first part lists the others.
  const parts = Object.entries(others).flatMap(([kind, part]) => (part ? [kind] : []))
  return { state: { ...envelope, kind: 'oauth', parts }, ...others }
}

/**
 * Puts a transaction into its cookies.
 *
 * @param crossSite - the authorization response will come as a form post from another site
 */
export async function storeTransaction(
  context: SessionContext,
  transaction: Transaction,
  crossSite: boolean,
): Promise<CookieJar> {
  const { profile, jar } = context
  const parts = split(transaction)
  const sealed: SealedCookie[] = []
  for (const part of PARTS) {
    const payload = parts[part[1]]
    if (!payload) continue
    const value = await sealValue(context, part[1], { ...payload }, TRANSACTION_MAX_AGE)
    sealed.push({ cookie: cookieFor(profile, part, transaction.id), value })
  }
  const override = crossSite ? ({ sameSite: 'none', secure: true } as const) : {}
  return sealed.reduce(
    (result, { cookie, value }) => result.set(cookie, value, override),
    prune(jar, profile, sealed),
  )
}

async function openPart(
  context: SessionContext,
  part: Part,
  id: string,
): Promise<Record<string, unknown> | null> {
  const { name } = cookieFor(context.profile, part, id)
  return (await openCookie(context, part[1], name, (payload) => payload['id'] === id)) ?? null
}

/** The transaction with this id, or `null` when any of its parts is missing, expired or not its own. */
export async function readTransaction(
  context: SessionContext,
  id: string,
): Promise<Transaction | null> {
  const [state, ...others] = PARTS
  const envelope = await openPart(context, state, id)
  if (envelope?.['kind'] !== 'oauth') return null
  const { parts, kind: _, ...first } = envelope
  const expected = others.filter(([, kind]) => Array.isArray(parts) && parts.includes(kind))
  const opened = await Promise.all(expected.map((part) => openPart(context, part, id)))
  if (opened.includes(null)) return null
  // Sealed by `storeTransaction`, so the members have the types they had there.
  return Object.assign({}, first, ...opened) as unknown as Transaction
}

/** Puts a transaction of one part into its cookie. */
async function storeWhole(
  context: SessionContext,
  transaction: { readonly id: string; readonly kind: 'mail' | 'proof' | 'sign-out' },
  maxAge: number,
): Promise<CookieJar> {
  const { profile, jar } = context
  const [state] = PARTS
  const value = await sealValue(context, 'state', { ...transaction }, maxAge)
  const cookie = cookieFor(profile, state, transaction.id)
  const known = liveTransactionIds(jar, profile).includes(transaction.id)
  const room = known ? jar : prune(jar, profile, [{ cookie, value }])
  return room.set(cookie, value, { maxAge })
}

/** Seconds until a time, one at least. */
const secondsUntil = ({ config }: SessionContext, time: number): number =>
  Math.max(1, Math.ceil((time - config.clock()) / 1000))

/** Puts a sign-in by mail into its cookie. */
export const storeMailTransaction = async (
  context: SessionContext,
  one: MailTransaction,
): Promise<CookieJar> =>
  storeWhole(context, { ...one, kind: 'mail' }, secondsUntil(context, one.expires))

/** Puts a proof by mail into its cookie. */
export const storeProofTransaction = async (
  context: SessionContext,
  one: ProofTransaction,
): Promise<CookieJar> =>
  storeWhole(context, { ...one, kind: 'proof' }, secondsUntil(context, one.expires))

/** Puts a sign-out at a provider into its cookie. */
export async function storeSignOut(
  context: SessionContext,
  transaction: SignOutTransaction,
): Promise<CookieJar> {
  return storeWhole(context, { ...transaction, kind: 'sign-out' }, SIGN_OUT_MAX_AGE)
}

/** The sign-out at a provider with this id, or `null` when another browser has begun it, or it has expired. */
export async function readSignOut(
  context: SessionContext,
  id: string,
): Promise<SignOutTransaction | null> {
  const [state] = PARTS
  const payload = await openPart(context, state, id)
  if (payload?.['kind'] !== 'sign-out') return null
  // Sealed by `storeSignOut`, so the members have the types they had there.
  return payload as unknown as SignOutTransaction
}

/** What this browser has in cookies of one kind, newest first. */
async function readNewest(
  context: SessionContext,
  kind: 'mail' | 'proof',
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const ids = liveTransactionIds(context.jar, context.profile).toReversed().slice(0, MAX_LIVE)
  const opened = await Promise.all(ids.map((id) => openPart(context, PARTS[0], id)))
  return opened.flatMap((payload) => (payload?.['kind'] === kind ? [payload] : []))
}

/** The sign-ins by mail of this browser, at one provider or at all, newest first. */
export async function readMailTransactions(
  context: SessionContext,
  provider?: string,
): Promise<readonly MailTransaction[]> {
  const all = await readNewest(context, 'mail')
  const mine = all.filter((one) => provider === undefined || one['provider'] === provider)
  // Sealed by `storeMailTransaction`, so the members have the types they had there.
  return mine as unknown as readonly MailTransaction[]
}

/** The proofs by mail that this browser asked for, of one purpose, newest first. */
export async function readProofTransactions(
  context: SessionContext,
  purpose: string,
): Promise<readonly ProofTransaction[]> {
  const mine = (await readNewest(context, 'proof')).filter((one) => one['purpose'] === purpose)
  // Sealed by `storeProofTransaction`, so the members have the types they had there.
  return mine as unknown as readonly ProofTransaction[]
}

/** Deletes the cookie of a challenge. */
export function expireChallengeCookie({ jar, profile }: SessionContext, id: string): CookieJar {
  return jar.delete(withId(profile.cookies.webauthnChallenge, id, 0))
}

/** Seals a challenge into its cookie, and deletes the oldest where there are too many. */
export async function storeChallengeCookie(
  context: SessionContext,
  id: string,
  payload: Readonly<Record<string, unknown>>,
  maxAge: number,
): Promise<CookieJar> {
  const { jar, profile } = context
  const { webauthnChallenge } = profile.cookies
  const cookie = withId(webauthnChallenge, id, maxAge)
  const sealed = await sealValue(context, 'challenge', { ...payload, id }, maxAge)
  let together = lengthOfSession(jar, profile) + cookieLength(cookie.name, sealed)
  const newestFirst = liveIds(jar, webauthnChallenge).toReversed()
  const first = newestFirst.findIndex((old, index) => {
    const { name } = withId(webauthnChallenge, old, 0)
    together += cookieLength(name, jar.get(name))
    return index === MAX_CHALLENGES - 1 || together > MAX_TOGETHER
  })
  const surplus = first === -1 ? [] : newestFirst.slice(first).toReversed()
  const room = surplus.reduce(
    (result, old) => expireChallengeCookie({ ...context, jar: result }, old),
    jar,
  )
  return room.set(cookie, sealed)
}

/** The challenges in cookies of the request, newest first. */
export async function readChallengeCookies(
  context: SessionContext,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { jar, profile } = context
  const { webauthnChallenge } = profile.cookies
  const ids = liveIds(jar, webauthnChallenge).toReversed().slice(0, MAX_CHALLENGES)
  const opened = await Promise.all(
    ids.map(async (id) => {
      const { name } = withId(webauthnChallenge, id, 0)
      return openCookie(context, 'challenge', name, (payload) => payload['id'] === id)
    }),
  )
  return opened.filter((payload) => payload !== undefined)
}
