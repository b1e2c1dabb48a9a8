import { toFeatureUser } from '../config/feature-user.ts'
import { mayChangeHands } from '../config/first-proof.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { InvalidConfiguration, InvalidRequest } from '../errors/classes.ts'
import { describeKind } from '../errors/own-function.ts'
import { findStoredUser } from '../features/feature-context.ts'
import { readCredential } from '../features/credential.ts'
import { isObject } from '../kit/json.ts'
import { createSessionContext } from '../request/context.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { FeatureUser } from '../types/feature-context.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { RequestSource } from '../types/operations.ts'
import type { CredentialPrincipal, PrincipalRefusal } from '../types/principal.ts'
import type { HeaderReader } from '../types/request.ts'
import type { Verdict } from '../types/scope.ts'

/** What a call accepts, checked. */
export interface Accepted {
  readonly session: boolean
  readonly features: readonly AnyFeature[]
}

type Reason = PrincipalRefusal['reason']

function checkFeature({ features }: ResolvedConfig, value: unknown): AnyFeature {
  if (!isObject(value)) {
    throw new InvalidConfiguration(
      `\`accepts\` of \`principal\` has ${describeKind(value)} in it. Name 'session', and features by their values.`,
    )
  }
  const feature = [...(features?.byName.values() ?? [])].find((one: object) => one === value)
  const name = String(value['name'])
  if (!feature) {
    throw new InvalidConfiguration(
      `The configuration does not have this feature "${name}". Make it once, and name the same value in \`features\` and in \`accepts\`.`,
    )
  }
  if (feature.principal) return feature
  throw new InvalidConfiguration(
    `The feature "${name}" has no credentials that \`principal\` could accept.`,
  )
}

/**
 * What a call accepts.
 *
 * @throws InvalidConfiguration for what cannot be accepted
 */
export function readAccepted(config: ResolvedConfig, accepts: unknown): Accepted {
  if (!Array.isArray(accepts) || accepts.length === 0) {
    throw new InvalidConfiguration(
      "`accepts` of `principal` has to be a list with 'session', or a feature, or both in it.",
    )
  }
  const features = accepts.filter((one: unknown) => one !== 'session')
  return {
    session: accepts.includes('session'),
    features: features.map((one: unknown) => checkFeature(config, one)),
  }
}

/** The scheme, also as the second of two values that a server has joined: there may be one. */
const BEARER = /(?:^|[,;])\s*"?bearer(?![\w-])/i

/** RFC 6750, section 2.1. */
const CREDENTIAL = /^bearer +([\w.~+/-]+=*)$/i

const LONGEST_CREDENTIAL = 512

/** The bearer credential of a request: `undefined` where it has none, `null` where it is malformed. */
export function findCredential(headers: HeaderReader): string | null | undefined {
  const header = headers.get('authorization') ?? ''
  if (!BEARER.test(header)) return undefined
  const [, credential = ''] = CREDENTIAL.exec(header.trim()) ?? []
  return credential !== '' && credential.length <= LONGEST_CREDENTIAL ? credential : null
}

/**
 * The principal of a credential, or why it has none. The reader whose prefix it has is asked, and no other.
 *
 * @throws AdapterError when the store fails
 * @throws CallbackRouteError when the reader throws
 */
export async function askForCredential(
  config: ResolvedConfig,
  { features }: Accepted,
  credential: string | null,
): Promise<CredentialPrincipal<object> | Reason> {
  if (credential === null) return 'malformed'
  const owner = config.features?.principals.find(({ principal }) =>
    credential.startsWith(principal.prefix),
  )
  if (!owner || !features.includes(owner.feature)) return 'not-accepted'
  if (credential === owner.principal.prefix) return 'malformed'
  return (await readCredential(config, owner, credential)) ?? 'invalid'
}

/**
 * The user of the session of a request, which is there.
 *
 * @throws InvalidRequest when the session names no user
 * @throws AdapterError when the store fails
 */
export async function findSessionUser(
  config: ResolvedConfig,
  source: RequestSource,
): Promise<FeatureUser | null> {
  const context = createSessionContext(config, source)
  const strategy = selectStrategy(context)
  const current = await strategy.current(context)
  if (!current) return null
  const owner = current.owner ?? current.userId
  if (owner !== undefined) {
    const user = await findStoredUser(config, owner)
    // A first proof ends sessions before it hands the user over: this one may have ended since it was read.
    const mayBeOver = user && config.provesAddresses && mayChangeHands(config, user)
    if (user === null || (mayBeOver && !(await strategy.current(context)))) return null
    return toFeatureUser(user ?? { id: owner })
  }
  throw new InvalidRequest('The session names no user. Keep `sub` in its token.')
}

interface Answer {
  readonly status: 400 | 401
  /** After `Bearer`. */
  readonly challenge: string
  readonly error: string
  readonly message: string
}

const toChallenge = (error: string, message: string): string =>
  ` error="${error}", error_description="${message}"`

function answerOf(error: string, status: Answer['status'], message: string): Answer {
  return { status, challenge: toChallenge(error, message), error, message }
}

const UNKNOWN = answerOf('invalid_token', 401, 'The credential is not valid here.')

/** What is answered for each reason: the words of RFC 6750, section 3.1. One that is not accepted is answered as one that is unknown. */
const ANSWERS: Readonly<Record<Exclude<Reason, 'missing'>, Answer>> = {
  malformed: answerOf('invalid_request', 400, 'The credential is malformed.'),
  'not-accepted': UNKNOWN,
  invalid: UNKNOWN,
}

/** Without a credential there is no error code (RFC 6750, section 3.1). */
const missing = ({ session }: Accepted): Answer => ({
  status: 401,
  challenge: '',
  error: session ? 'SessionRequired' : 'CredentialRequired',
  message: session ? 'Sign in to continue.' : 'Send a credential.',
})

/** How a request without a principal is refused. */
export function refuseWithout(accepted: Accepted, reason: Reason): Verdict {
  const { status, challenge, error, message } =
    reason === 'missing' ? missing(accepted) : ANSWERS[reason]
  const takesBearer = accepted.features.length > 0
  return {
    kind: 'refuse',
    status,
    body: { error, message },
    headers: takesBearer ? { 'WWW-Authenticate': `Bearer${challenge}` } : {},
  }
}
