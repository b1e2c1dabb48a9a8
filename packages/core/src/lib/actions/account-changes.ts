import { findWay, freshFor, keepsNames, requirePage } from '../sign-in/account-page.ts'
import { readPasskeyName } from '../sign-in/passkey/passkey-name.ts'
import { listWaysIn, removeWayIn, type WayIn, type WaysIn } from '../sign-in/ways-in.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { actionUrl, type Context } from '../request/context.ts'
import { InvalidRequest, StepUpRequired } from '../errors/classes.ts'
import { emit } from '../request/emit.ts'
import type { FlowResult } from '../http/result.ts'
import { acceptsPage } from '../failures/failure-result.ts'
import {
  askToSignIn,
  findPresent,
  givenTarget,
  loadSessions,
  type Present,
} from './require-session-page.ts'

/** The page again, which leads where it led. */
export const pageUrl = (context: Context): string =>
  actionUrl(context, 'account', { callbackUrl: givenTarget(context) })

/** What a form or a script asks for: something is removed, or a passkey gets another name. */
type Asked = { readonly remove: string } | { readonly rename: string; readonly name: string | null }

function readAsked({ request: { body, duplicates } }: Context): Asked {
  const [remove, rename] = [body.get('remove'), body.get('rename')]
  const isTwice = ['remove', 'rename', 'label'].some((name) => duplicates.has(name))
  if (!isTwice && rename === undefined && typeof remove === 'string' && remove !== '') {
    return { remove }
  }
  if (!isTwice && remove === undefined && typeof rename === 'string' && rename !== '') {
    return { rename, name: readPasskeyName(body.get('label')) }
  }
  throw new InvalidRequest(
    'The request does not say what is changed. Send `remove` with the `id` of an account or a passkey, or `rename` with the `id` of a passkey and `label` with its new name.',
  )
}

/** Whether the sessions of a user can be ended at all: where they cannot, what has been removed opens none. */
const endsSessions = ({ session, revocation, adapter }: ResolvedConfig): boolean =>
  session.strategy === 'jwt'
    ? revocation !== undefined
    : adapter?.deleteSessionsByUserId !== undefined

async function tell(context: Context, { user }: WaysIn, way: WayIn): Promise<void> {
  const { account, authenticator } = way
  const { config } = context
  const { endAfterChange } = await loadSessions()
  const change = account.type === 'webauthn' ? 'passkey-removed' : 'account-unlinked'
  if (endsSessions(config)) await endAfterChange(context, user.id, change)
  await emit(config, 'unlinkAccount', { user, account, ...(authenticator && { authenticator }) })
}

const notThere = (): InvalidRequest =>
  new InvalidRequest(
    'The account or passkey does not belong to the user, or has been removed already.',
  )

async function removeAsked(context: Context, id: string, ways: WaysIn): Promise<void> {
  const { config } = context
  const way = await findWay(config, ways, id)
  const removed = way !== undefined && (await removeWayIn(config, ways, way))
  if (removed) await tell(context, ways, way)
  // A person sees the list: without what was removed by a second press, or with the last way in, which has no button.
  else if (!acceptsPage(context.request)) {
    if (!way) throw notThere()
    throw new InvalidRequest(
      'This is the only way in which the user can sign in. Add another one first.',
    )
  }
}

/** What is asked for by one's own page is always there; a person who has removed the passkey meanwhile sees the list. */
async function renameAsked(
  context: Context,
  { rename, name }: Extract<Asked, { rename: string }>,
  ways: WaysIn,
): Promise<void> {
  const { config } = context
  const authenticator = (await findWay(config, ways, rename))?.authenticator
  if (authenticator && keepsNames(config)) {
    const { credentialID, userId } = authenticator
    await config.adapter?.renameAuthenticator?.({ credentialID, userId, name })
  } else if (!acceptsPage(context.request)) {
    if (!authenticator) throw notThere()
    throw new InvalidRequest(
      'The adapter keeps no names of passkeys: it does not declare the capability "authenticatorNames".',
    )
  }
}

async function changeAsked(
  context: Context,
  asked: Asked,
  { current, owner }: Present,
): Promise<FlowResult> {
  const { config, jar } = context
  const { requireRecentSignIn } = await loadSessions()
  requireRecentSignIn(config, current, freshFor(config))
  const ways = await listWaysIn(config, owner)
  if ('remove' in asked) await removeAsked(context, asked.remove, ways)
  else await renameAsked(context, asked, ways)
  return { kind: 'redirect', to: pageUrl(context), status: 303, jar }
}

/**
 * POST account: removes an account or a passkey of the person who asks, and of nobody else, or gives a passkey a name.
 *
 * @throws InvalidRequest when nothing is asked for, a name cannot be used, or a script names what the person does not have, or the last way in
 * @throws AdapterError when the store fails
 */
export async function changeWays(context: Context): Promise<FlowResult> {
  requirePage(context)
  const present = await findPresent(context)
  if (!present) return askToSignIn(context, 'SessionRequired', pageUrl(context))
  try {
    return await changeAsked(context, readAsked(context), present)
  } catch (error) {
    if (error instanceof StepUpRequired) {
      return askToSignIn(context, 'StepUpRequired', pageUrl(context))
    }
    throw error
  }
}
