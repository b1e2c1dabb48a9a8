import type { JWT } from '../../types/jwt.ts'

/** Claim with the generation of the user at the sign-in; absent, it is 0. */
export const GENERATION = 'gen'

/** Claim with the epoch of the application at the sign-in; absent, it is 0. */
export const EPOCH = 'epoch'

/** Claim that names the session at the provider. */
export const PROVIDER_SESSION = 'idp'

/** Claim with the id of the user where the application has another one in `sub`. */
export const OWNER = 'latchstring_sub'

/** Names of a session and of its user at a provider, as `providerKeys` makes them, and the user's generation there. */
export interface ProviderMarks {
  readonly s?: string
  readonly u?: string
  /** Absent, it is 0. */
  readonly g?: number
  /** Which ending of its session there it comes after, if there was any: a provider may use a name again. */
  readonly n?: number
}

/** Which endings a session was issued after, and what ends it: no callback can change it. */
export interface IssuedAfter {
  readonly generation: number
  readonly epoch: number
  readonly provider?: ProviderMarks | undefined
  readonly owner?: string | undefined
  /** When the latest of these endings was, by the clock of the instance that wrote it; in no token. */
  readonly since?: number
  /** When the latest was that can end a sign-in in progress, in milliseconds; in no token. */
  readonly endedAt?: number
}

/** The claims of this module. */
export const REVOCATION_CLAIMS: ReadonlySet<string> = new Set([
  GENERATION,
  EPOCH,
  PROVIDER_SESSION,
  OWNER,
])

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

export function readGeneration(token: JWT): number {
  return count(token[GENERATION])
}

export function readEpoch(token: JWT): number {
  return count(token[EPOCH])
}

/** Id of the user who can end the session; `undefined` where none is named. */
export function findOwner(token: JWT): string | undefined {
  const owner = token[OWNER] ?? token.sub
  // Ids that a store counts are numbers in some adapters.
  return typeof owner === 'number' ? `${owner}` : typeof owner === 'string' ? owner : undefined
}

/** The session at the provider that the token names, if any. */
export function readMarks(token: JWT): ProviderMarks | undefined {
  const marks = token[PROVIDER_SESSION]
  // Only this library writes the claim, into a token that it seals or has kept by the encoder of the application.
  return typeof marks === 'object' && marks !== null ? (marks as ProviderMarks) : undefined
}

/** The latest endings before the token was issued, by its claims. */
export function readIssuedAfter(token: JWT): IssuedAfter {
  return {
    generation: readGeneration(token),
    epoch: readEpoch(token),
    provider: readMarks(token),
    owner: findOwner(token),
  }
}

/** The claims that store it in a token. Values that are 0 or the same as `sub` are left out, so that most tokens have none. */
export function revocationClaims(
  { generation, epoch, provider, owner }: IssuedAfter,
  sub: unknown,
): Readonly<Record<string, unknown>> {
  return {
    ...(generation > 0 ? { [GENERATION]: generation } : {}),
    ...(epoch > 0 ? { [EPOCH]: epoch } : {}),
    ...(provider ? { [PROVIDER_SESSION]: provider } : {}),
    ...(owner !== undefined && owner !== sub ? { [OWNER]: owner } : {}),
  }
}
