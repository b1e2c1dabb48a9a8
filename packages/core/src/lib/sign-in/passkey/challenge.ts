import type { SingleUseRows } from '../../config/store.ts'
import type { SessionContext } from '../../request/context.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import { sha256 } from '../../crypto/hash.ts'
import { randomToken } from '../../crypto/random.ts'
import { InvalidCheck } from '../../errors/classes.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import { readChallengeCookies, storeChallengeCookie } from '../transaction/cookies.ts'
import { newTransactionId } from '../transaction/transaction.ts'
import type { Adapter } from '../../types/adapter.ts'
import type { Ceremony } from './ceremony.ts'
import { MAX_TIMEOUT } from './ceremony-options.ts'
import type { Audience } from './relying-party.ts'

type Store = Pick<Adapter, 'capabilities'> & SingleUseRows

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

const MAX_AGE = MAX_TIMEOUT / 1000

/** The row that makes a challenge good for one use. */
async function challengeRow({
  provider,
  challenge,
}: Challenge): Promise<{ readonly identifier: string; readonly token: string }> {
  return { identifier: `webauthn:${provider}`, token: await sha256(challenge) }
}

/** Options are for everybody who opens a page: a store that can tell an answer from its copy keeps nothing of them. */
const storesUsedChallenges = ({ capabilities }: Store): boolean =>
  capabilities?.uniqueTokens === true

async function storeChallenge(
  { config }: SessionContext,
  { createVerificationToken }: Store,
  challenge: Challenge,
): Promise<void> {
  const expires = new Date(config.clock() + MAX_TIMEOUT)
  await createVerificationToken({ ...(await challengeRow(challenge)), expires })
}

/** Makes a challenge, and what is needed to know it again. */
export async function issueChallenge(
  context: SessionContext,
  store: Store,
  purpose: ChallengePurpose,
): Promise<{ readonly challenge: string; readonly jar: CookieJar }> {
  const made: Challenge = {
    ...purpose,
    id: newTransactionId(context.config),
    challenge: randomToken(),
    ...(storesUsedChallenges(store) ? {} : { stored: true }),
  }
  if (made.stored) await storeChallenge(context, store, made)
  const jar = await storeChallengeCookie(context, made.id, { ...made }, MAX_AGE)
  return { challenge: made.challenge, jar }
}

/**
 * The challenge that an answer names, if this browser was given it.
 *
 * @throws InvalidCheck when it was not, or too long ago
 */
export async function findChallenge(context: SessionContext, named: string): Promise<Challenge> {
  for (const payload of await readChallengeCookies(context)) {
    // Sealed by `issueChallenge`, so the members have the types they had there.
    const found = payload as unknown as Challenge
    if (constantTimeEqual(found.challenge, named)) return found
  }
  throw new InvalidCheck('The challenge was given to another browser, or has expired.')
}

/** Uses up a row that was stored with the options. */
async function takeRow(
  { config }: SessionContext,
  { useVerificationToken }: Store,
  challenge: Challenge,
): Promise<boolean> {
  const row = await useVerificationToken(await challengeRow(challenge))
  return row ? row.expires.getTime() > config.clock() : false
}

/** How much longer than a challenge a store keeps that it was answered, in milliseconds: clocks differ. */
const MARGIN = 60_000

/** Stores that a challenge was answered; the store refuses it a second time. */
async function markUsed(
  { config }: SessionContext,
  { createVerificationToken, useVerificationToken }: Store,
  challenge: Challenge,
): Promise<boolean> {
  const row = await challengeRow(challenge)
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
  store: Store,
  challenge: Challenge,
  { ceremony, provider }: Pick<ChallengePurpose, 'ceremony' | 'provider'>,
): Promise<void> {
  // One that was made with a store which is not configured any more cannot be told from its copy.
  const known = challenge.stored === true || storesUsedChallenges(store)
  const first = challenge.stored ? takeRow : markUsed
  if (!known || !(await first(context, store, challenge))) {
    throw new InvalidCheck('The challenge has been used already, or has expired.', {
      replayed: 'challenge',
    })
  }
  if (challenge.ceremony !== ceremony || challenge.provider !== provider) {
    throw new InvalidCheck('The challenge was made for another ceremony or provider.')
  }
}
