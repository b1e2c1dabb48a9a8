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
import { MAX_TIMEOUT } from './settings.ts'
import type { PartyScope } from './relying-party.ts'

type ChallengeStore = Pick<Adapter, 'capabilities'> & SingleUseRows

/** What a challenge is limited to: one ceremony, at one provider, for one relying party. */
export interface ChallengePurpose extends PartyScope {
  readonly ceremony: Ceremony
  readonly provider: string
  /** The user who registers a credential. */
  readonly userId?: string
  /**
   * User handle of the only user who may sign in. For options with decoys it is random, so that the sealed cookie has the same length.
   * Absent: any user.
   */
  readonly userHandle?: string
  /** Id of the session that requested it. */
  readonly startedBy?: string
  /** Id of the row of a sign-in that waits for it. */
  readonly waits?: string
  /** The browser registers it after a password, without asking the user: who is then neither present nor verified (section 5.1.3). */
  readonly automatic?: true
}

/** A challenge, as its browser keeps it. */
export interface Challenge extends ChallengePurpose {
  readonly id: string
  /** 32 random bytes in base64url. */
  readonly challenge: string
  /** The store has a row until the challenge is used. Absent: the store gets a row when it is used. */
  readonly stored?: boolean
}

const CHALLENGE_MAX_AGE = MAX_TIMEOUT / 1000

/** The row that limits a challenge to one use. */
async function challengeRow({
  provider,
  challenge,
}: Challenge): Promise<{ readonly identifier: string; readonly token: string }> {
  return { identifier: `webauthn:${provider}`, token: await sha256(challenge) }
}

/** Whether the store refuses a second row of a key. It then gets a row for each used challenge, and not for each page that is opened. */
const storesUsedChallenges = ({ capabilities }: ChallengeStore): boolean =>
  capabilities?.uniqueTokens === true

async function storeChallenge(
  { config }: SessionContext,
  { createVerificationToken }: ChallengeStore,
  challenge: Challenge,
): Promise<void> {
  const expires = new Date(config.clock() + MAX_TIMEOUT)
  await createVerificationToken({ ...(await challengeRow(challenge)), expires })
}

/** Makes a challenge, with its cookie. */
export async function issueChallenge(
  context: SessionContext,
  store: ChallengeStore,
  purpose: ChallengePurpose,
): Promise<{ readonly challenge: string; readonly jar: CookieJar }> {
  const made: Challenge = {
    ...purpose,
    id: newTransactionId(context.config),
    challenge: randomToken(),
    ...(storesUsedChallenges(store) ? {} : { stored: true }),
  }
  if (made.stored) await storeChallenge(context, store, made)
  const jar = await storeChallengeCookie(context, made.id, { ...made }, CHALLENGE_MAX_AGE)
  return { challenge: made.challenge, jar }
}

/**
 * The challenge that an answer names.
 *
 * @throws InvalidCheck when this browser has no such challenge, or it has expired
 */
export async function findChallenge(context: SessionContext, named: string): Promise<Challenge> {
  for (const payload of await readChallengeCookies(context)) {
    // Sealed by `issueChallenge`, so the members have the types they had there.
    const found = payload as unknown as Challenge
    if (constantTimeEqual(found.challenge, named)) return found
  }
  throw new InvalidCheck('The challenge was given to another browser, or has expired.')
}

/** Takes the row that was stored with the options. */
async function takeChallenge(
  { config }: SessionContext,
  { useVerificationToken }: ChallengeStore,
  challenge: Challenge,
): Promise<boolean> {
  const row = await useVerificationToken(await challengeRow(challenge))
  return row ? row.expires.getTime() > config.clock() : false
}

/** How much longer than a challenge the row of its use is kept, in milliseconds, since clocks differ. */
const MARGIN = 60_000

/** Stores that a challenge was used. The store refuses a second such row. */
async function markUsed(
  { config }: SessionContext,
  { createVerificationToken, useVerificationToken }: ChallengeStore,
  challenge: Challenge,
): Promise<boolean> {
  const row = await challengeRow(challenge)
  const expires = new Date(config.clock() + MAX_TIMEOUT + MARGIN)
  try {
    await createVerificationToken({ ...row, expires })
    return true
  } catch {
    // A store that is down throws here as well. One that answers has refused the row as a duplicate.
    await useVerificationToken({ ...row, token: await sha256(randomToken()) })
    return false
  }
}

/**
 * Uses up a challenge. Of several concurrent requests, one succeeds.
 *
 * @throws InvalidCheck when it has been used, has expired, or was made for another ceremony or provider
 * @throws AdapterError when the store fails
 */
export async function consumeChallenge(
  context: SessionContext,
  store: ChallengeStore,
  challenge: Challenge,
  { ceremony, provider }: Pick<ChallengePurpose, 'ceremony' | 'provider'>,
): Promise<void> {
  // After a change of the configured store, a used challenge may have left no row.
  const known = challenge.stored === true || storesUsedChallenges(store)
  const first = challenge.stored ? takeChallenge : markUsed
  if (!known || !(await first(context, store, challenge))) {
    throw new InvalidCheck('The challenge has been used already, or has expired.', {
      replayed: 'challenge',
    })
  }
  if (challenge.ceremony !== ceremony || challenge.provider !== provider) {
    throw new InvalidCheck('The challenge was made for another ceremony or provider.')
  }
}
