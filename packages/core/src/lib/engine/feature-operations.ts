import { findPageSession } from '../actions/require-session-page.ts'
import { ActingRefused, InvalidConfiguration, SessionRequired } from '../errors/classes.ts'
import type { Core } from './auth.ts'
import { reporting } from './server-operations.ts'
import { withoutRequest } from './server-sessions.ts'
import {
  actionUrl,
  type Context,
  createSessionContext,
  homeUrl,
  type SessionContext,
} from '../request/context.ts'
import { toFacts } from '../sessions/facts.ts'
import type { AnyFeature, UserContext } from '../types/feature.ts'
import type { RequestSource } from '../types/operations.ts'
import { fromRequest } from '../http/incoming.ts'
import { sessionGuard } from '../actions/features/session-guard.ts'
import { openWriting } from '../actions/features/writing-context.ts'
import { findUser } from '../features/feature-context.ts'

/** A call of an operation. */
interface OperationCall {
  readonly feature: AnyFeature
  readonly part: 'operations' | 'system'
  readonly name: string
  readonly given: readonly unknown[]
  /** The request, where there is one. */
  readonly source: RequestSource | undefined
}

async function requireUser(
  context: SessionContext,
  { feature, name }: OperationCall,
): Promise<Pick<UserContext, 'user' | 'actor' | 'facts'>> {
  const session = await findPageSession(context)
  const user = session && (await findUser(context.config, session.owner))
  if (user) {
    const facts = toFacts(session.current)
    const { actor = null } = facts
    const isAllowed = Object.hasOwn(feature.actor ?? {}, name)
    if (actor === null || isAllowed) return { user, actor, facts }
    throw new ActingRefused(
      `${actor.sub} acts for ${user.id}, and "${name}" of the feature "${feature.name}" is for the user alone.`,
    )
  }
  throw new SessionRequired(
    `"${name}" is for the user of the request, and the request has no session.`,
  )
}

function requireConfigured({ config }: SessionContext, feature: AnyFeature): void {
  if (config.features?.byName.get(feature.name) === feature) return
  throw new InvalidConfiguration(
    `The configuration does not have this feature "${feature.name}". Make it once, and name the same value in \`features\`.`,
  )
}

/**
 * The request of an operation, as an action would see it: mails need the address of the application, and budgets that of the client.
 *
 * @throws InvalidConfiguration where there is no request, and no configured address
 */
function askingContext(session: SessionContext, { source, feature }: OperationCall): Context {
  const { origin: policy } = session.config
  if (!source && policy.kind !== 'fixed') {
    throw new InvalidConfiguration(
      'A mail that is sent without a request needs the address of the application for its link. Set AUTH_URL.',
    )
  }
  const context =
    !source && policy.kind === 'fixed' ? { ...session, origin: policy.origin } : session
  const headers = source?.headers ?? new Headers()
  const sent = new Request(actionUrl(context, feature.name), { headers })
  return {
    ...context,
    request: {
      method: 'POST',
      action: feature.name,
      query: new Map(),
      body: new Map(),
      duplicates: new Set(),
      headers,
    },
    original: fromRequest(sent, undefined, source?.peerAddress),
    returnTo: homeUrl(context),
  }
}

/**
 * Calls an operation of a feature. What it throws is thrown as it is; an error of the library is logged with its fix.
 *
 * @throws InvalidConfiguration where the configuration does not have the feature
 * @throws SessionRequired where it is for the user of the request, and there is none
 * @throws ActingRefused where an administrator acts for that user, and the feature does not allow it
 */
export async function callOperation(core: Core, call: OperationCall): Promise<unknown> {
  const { feature, part, name, given } = call
  const source = call.source ?? { headers: new Headers() }
  const run = await reporting(core, source, async () => {
    const config = await core.resolve(source)
    const context = call.source ? createSessionContext(config, call.source) : withoutRequest(config)
    requireConfigured(context, feature)
    const person = part === 'operations' ? await requireUser(context, call) : undefined
    const asked = (): Context => askingContext(context, call)
    const guard = person && sessionGuard(context, person.user)
    const writing = openWriting(feature, context, { asked, guard, actor: person?.actor })
    const bound = person ? Object.freeze({ ...writing, ...person }) : writing
    // Called with what its own type names.
    const operation = feature[part]?.[name] as (...all: readonly unknown[]) => unknown
    return (): unknown => operation(bound, ...given)
  })
  return run()
}
