import { requireMethods } from '../config/adapter.ts'
import type { CookieSet } from '../config/resolve.ts'
import { sealValue, type SessionContext } from '../context.ts'
import { constantTimeEqual } from '../crypto/compare.ts'
import { sha256 } from '../crypto/hash.ts'
import { randomToken } from '../crypto/random.ts'
import { InvalidCheck } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { isTransactionId, newTransactionId } from '../transaction/transaction.ts'
import type { CookieOption } from '../types/cookies.ts'
import type { Ceremony } from './ceremony.ts'
import { MAX_TIMEOUT } from './ceremony-options.ts'
import type { Audience } from './relying-party.ts'

/** What a challenge is good for: one ceremony, at one provider, for one relying party, in one browser. */
export interface ChallengePurpose extends Audience {
  readonly ceremony: Ceremony
  readonly provider: string
  /** The user who registers, who is signed in. */
  readonly userId?: string
  /**
   * User handle of the only user who may sign in; one that nobody has when the options were made up. It is as long for
   * everybody, since people see how long a sealed cookie is. Absent: any user.
   */
  readonly userHandle?: string
  /** Id of the session that asked. */
  readonly startedBy?: string
}

/** A challenge, as the browser that asked keeps it. */
export interface Challenge extends ChallengePurpose {
  readonly id: string
  /** 32 random bytes in base64url. */
  readonly challenge: string
  /** The store keeps it until it is answered. Where it is absent, the store keeps that it was. */
  readonly stored?: boolean
}

/** Most ceremonies in progress one browser keeps: a page with suggestions, and others beside it. */
const MAX_LIVE = 3

const MAX_AGE = MAX_TIMEOUT / 1000

function cookieFor({ cookies }: CookieSet, id: string): CookieOption {
  const { name, options } = cookies.webauthnChallenge
  return { name: `${name}.${id}`, options: { ...options, maxAge: options.maxAge ?? MAX_AGE } }
}

/** Ids of the challenges of the request, oldest first. */
function liveIds({ jar, profile }: SessionContext): readonly string[] {
  const prefix = `${profile.cookies.webauthnChallenge.name}.`
  const ids = jar.namesWith(prefix).map((name) => name.slice(prefix.length))
  return ids.filter(isTransactionId).toSorted()
}

/** Deletes what the browser keeps of a challenge. */
export function expireChallenge(
  { jar, profile }: SessionContext,
  { id }: Pick<Challenge, 'id'>,
): CookieJar {
  return jar.delete(cookieFor(profile, id))
}

/** The row that makes a challenge good for one use. */
async function rowOf({
  provider,
  challenge,
}: Challenge): Promise<{ readonly identifier: string; readonly token: string }> {
  return { identifier: `webauthn:${provider}`, token: await sha256(challenge) }
}

/** Options are for everybody who opens a page: a store that can tell an answer from its copy keeps nothing of them. */
const keepsAnswers = ({ config }: SessionContext): boolean =>
  config.adapter?.capabilities?.uniqueTokens === true

async function storeChallenge({ config }: SessionContext, challenge: Challenge): Promise<void> {
  const { createVerificationToken } = requireMethods(config.adapter, ['createVerificationToken'])
  const expires = new Date(config.clock() + MAX_TIMEOUT)
  await createVerificationToken({ ...(await rowOf(challenge)), expires })
}

/** Makes a challenge, and what is needed to know it again. */
export async function issueChallenge(
  context: SessionContext,
  purpose: ChallengePurpose,
): Promise<{ readonly challenge: string; readonly jar: CookieJar }> {
  const { config, profile } = context
  const made: Challenge = {
    ...purpose,
    id: newTransactionId(config),
    challenge: randomToken(),
    ...(keepsAnswers(context) ? {} : { stored: true }),
  }
  if (made.stored) await storeChallenge(context, made)
  const ids = liveIds(context)
  const surplus = ids.slice(0, Math.max(0, ids.length - (MAX_LIVE - 1)))
  const jar = surplus.reduce(
    (result, id) => expireChallenge({ ...context, jar: result }, { id }),
    context.jar,
  )
  const sealed = await sealValue(context, 'challenge', { ...made }, MAX_AGE)
  return { challenge: made.challenge, jar: jar.set(cookieFor(profile, made.id), sealed) }
}

/**
 * The challenge that an answer names, if this browser was given it.
 *
 * @throws InvalidCheck when it was not, or too long ago
 */
export async function findChallenge(context: SessionContext, named: string): Promise<Challenge> {
  const { jar, profile } = context
  for (const id of liveIds(context).toReversed().slice(0, MAX_LIVE)) {
    const sealed = jar.get(cookieFor(profile, id).name)
    const opened = sealed === undefined ? null : await profile.box.open('challenge', sealed)
    // Sealed by `issueChallenge`, so the members have the types they had there.
    const found = opened?.payload as Challenge | undefined
    if (found?.id === id && constantTimeEqual(found.challenge, named)) return found
  }
  throw new InvalidCheck('The challenge was given to another browser, or has expired.')
}

/** Uses up a row that was stored with the options. */
async function takeRow({ config }: SessionContext, challenge: Challenge): Promise<boolean> {
  const { useVerificationToken } = requireMethods(config.adapter, ['useVerificationToken'])
  const row = await useVerificationToken(await rowOf(challenge))
  return row ? row.expires.getTime() > config.clock() : false
}

/** How much longer than a challenge a store keeps that it was answered, in milliseconds: clocks differ. */
const MARGIN = 60_000

/** Stores that a challenge was answered; the store refuses it a second time. */
async function markAnswered({ config }: SessionContext, challenge: Challenge): Promise<boolean> {
  const { createVerificationToken, useVerificationToken } = requireMethods(config.adapter, [
    'createVerificationToken',
    'useVerificationToken',
  ])
  const row = await rowOf(challenge)
  const expires = new Date(config.clock() + MAX_TIMEOUT + MARGIN)
  try {
    await createVerificationToken({ ...row, expires })
    return true
  } catch {
    // A store that is down fails here as well, and ends the request; one that answers has refused the row for its key.
    await useVerificationToken({ ...row, token: await sha256(randomToken()) })
    return false
  }
}

/**
 * Uses up a challenge; of several who try, one succeeds.
 *
 * @throws InvalidCheck when it has been used, has expired, or was made for something else
 * @throws AdapterError when the store cannot tell
 */
export async function consumeChallenge(
  context: SessionContext,
  challenge: Challenge,
  { ceremony, provider }: Pick<ChallengePurpose, 'ceremony' | 'provider'>,
): Promise<void> {
  // One that was made with another store, which is gone, cannot be told from its copy.
  const known = challenge.stored === true || keepsAnswers(context)
  const first = challenge.stored ? takeRow : markAnswered
  if (!known || !(await first(context, challenge))) {
    throw new InvalidCheck('The challenge has been used already, or has expired.')
  }
  if (challenge.ceremony !== ceremony || challenge.provider !== provider) {
    throw new InvalidCheck('The challenge was made for another ceremony or provider.')
  }
}
