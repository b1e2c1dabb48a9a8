import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { ResolvedGate } from '../config/resolved-features.ts'
import { keepsMethods, notesSignIn } from '../config/session.ts'
import { ActingRefused, InvalidConfiguration } from '../errors/classes.ts'
import { errorRow } from '../errors/table.ts'
import { findLack, toFacts } from '../sessions/facts.ts'
import type { KnownSignIn } from '../sessions/strategy.ts'
import { actionUrl, homeUrl, type SessionContext } from '../request/context.ts'
import { resolveTarget } from '../request/return-to.ts'
import type { FactsAsked, RequireOptions } from '../types/facts.ts'
import type { SessionSource } from '../types/operations.ts'
import type { Verdict } from '../types/scope.ts'

/** The value of `acr_values` for the level 2 of `require`. */
const LEVEL_2 = 'aal2'

/** How a script is refused. A page is led to `page`, or to sign in with what is `asked` in its address. */
type Refused = Extract<Verdict, { kind: 'refuse' }> & {
  readonly asked: Readonly<Record<string, string>>
}

/** @throws InvalidConfiguration when an option has another value than it may have */
function checkAsked({ aal, maxAge, actor }: FactsAsked): void {
  if (actor !== undefined && actor !== 'allowed') {
    throw new InvalidConfiguration('`actor` of `require` can only be "allowed".')
  }
  if (aal !== undefined && aal !== 1 && aal !== 2) {
    throw new InvalidConfiguration('`aal` of `require` is neither 1 nor 2. Leave it out for 1.')
  }
  if (maxAge === undefined || (Number.isSafeInteger(maxAge) && maxAge >= 1)) return
  throw new InvalidConfiguration(
    '`maxAge` of `require` is not a whole number of seconds, at least 1.',
  )
}

/**
 * A sign-in must be able to give what is asked for: otherwise people sign in again and again.
 *
 * @throws InvalidConfiguration when none can
 */
function checkReachable(config: ResolvedConfig, { aal, maxAge }: FactsAsked): void {
  const { session, providers, features } = config
  if (maxAge !== undefined && !notesSignIn(session)) {
    throw new InvalidConfiguration(
      '`maxAge` of `require` needs the time of the sign-in, which tokens of `session.generateSessionToken` do not have. Set `session.devices` or `session.absoluteMaxAge`, or leave `generateSessionToken` out.',
    )
  }
  if (aal !== 2) return
  if (!keepsMethods(session)) {
    throw new InvalidConfiguration(
      '`aal: 2` of `require` needs to know how the user signed in, which tokens of `session.generateSessionToken` do not say. Set `session.absoluteMaxAge`, or leave `generateSessionToken` out.',
    )
  }
  if ([...providers.values()].some(({ kind }) => kind === 'webauthn')) return
  const hasStep = ({ gate, feature: { actions = {} } }: ResolvedGate): boolean =>
    gate.raises !== undefined ||
    Object.values(actions).some((action) => action.session === 'pending')
  if (features?.gates.some(hasStep)) return
  throw new InvalidConfiguration(
    '`aal: 2` of `require` needs a sign-in with two factors, which neither a provider nor a feature has. Add passkeys.',
  )
}

/** The challenge for a script (RFC 9470, section 3). */
function toChallenge(message: string, { aal, maxAge }: FactsAsked): string {
  return [
    'Bearer error="insufficient_user_authentication"',
    `error_description="${message}"`,
    ...(aal === 2 ? [`acr_values="${LEVEL_2}"`] : []),
    ...(maxAge === undefined ? [] : [`max_age="${maxAge}"`]),
  ].join(', ')
}

/** The sign-in that is judged: of an acting session that of the administrator, where the call says so. */
function judgedSignIn(known: KnownSignIn, { actor }: FactsAsked): KnownSignIn {
  if (!known.actor) return known
  if (actor === 'allowed') return known.actor.signIn
  throw new ActingRefused(
    `${known.actor.sub} acts for the user, who has not signed in. Ask with \`actor: 'allowed'\` for the sign-in of the administrator.`,
  )
}

/**
 * The page on which the user of a session shows a second factor: where that is all that is missing, and the session can have it. Of several
 * features the first by its name has the page.
 */
function raisingPage(
  context: SessionContext,
  known: KnownSignIn,
  asked: FactsAsked,
): string | undefined {
  const { config } = context
  const facts = toFacts(known)
  // Only the user of a session shows it, of which it is known how it began.
  if (known.actor || facts.auth_time === null) return undefined
  if (findLack(facts, { ...asked, aal: 1 }, config.clock()) !== undefined) return undefined
  const found = config.features?.gates.find(({ gate }) => gate.raises !== undefined)
  return found && actionUrl(context, `${found.feature.name}/${found.gate.raises}`)
}

/**
 * How a script is refused whose session is not what is asked for; `undefined` where it is.
 *
 * @param known - how the session began
 * @throws InvalidConfiguration when no sign-in of the configuration can give what is asked for
 * @throws ActingRefused in an acting session, unless the sign-in of the administrator may stand in
 * @throws AdapterError when the store fails
 */
export async function findRefusal(
  context: SessionContext,
  known: (() => Promise<KnownSignIn>) | undefined,
  asked: FactsAsked,
): Promise<Refused | undefined> {
  const { config } = context
  checkAsked(asked)
  checkReachable(config, asked)
  const session = (await known?.()) ?? { signedInAt: undefined }
  const facts = toFacts(judgedSignIn(session, asked))
  if (findLack(facts, asked, config.clock()) === undefined) return undefined
  const { message } = errorRow('StepUpRequired')
  const { aal, maxAge } = asked
  const url = raisingPage(context, session, asked)
  return {
    kind: 'refuse',
    status: 401,
    headers: { 'WWW-Authenticate': toChallenge(message, asked) },
    body: {
      error: 'StepUpRequired',
      message,
      ...(aal && { aal }),
      ...(maxAge && { maxAge }),
    },
    asked: {
      error: 'SessionRequired',
      reason: 'step-up',
      ...(aal === 2 && { acr_values: LEVEL_2 }),
      ...(maxAge !== undefined && { max_age: String(maxAge) }),
    },
    ...(url && { page: url }),
  }
}

/** Where the person comes back to, if not to the page of the request. */
export async function wantedTarget(
  context: SessionContext,
  { url, request }: SessionSource,
  { redirectTo }: RequireOptions,
): Promise<Readonly<Record<string, string>>> {
  if (redirectTo !== undefined) {
    return { callbackUrl: await resolveTarget(context.config, context.origin, redirectTo) }
  }
  return url === undefined && request === undefined ? { callbackUrl: homeUrl(context) } : {}
}
