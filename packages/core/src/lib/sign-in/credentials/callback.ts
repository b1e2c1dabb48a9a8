import { prepareCredentials } from './account.ts'
import { prove } from '../proof.ts'
import type { FeatureForm, ProviderOfKind } from '../../config/providers.ts'
import type { CredentialsConfig } from '../../types/provider.ts'
import type { User } from '../../types/user.ts'
import type { Context } from '../../request/context.ts'
import { isAuthError } from '../../errors/auth-error.ts'
import {
  CallbackRouteError,
  CredentialsSignin,
  InvalidRequest,
  ServiceBusy,
} from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import type { FlowResult } from '../../http/result.ts'
import { FlowFailure } from '../../failures/cookies-on-failure.ts'
import { rememberDevice, type ProvenAccount } from '../../limits/device.ts'
import { exactText, findNames } from '../../limits/names.ts'
import { refusedBy, spend, tooMany, type AllowedTry } from '../../limits/spend.ts'
import type { TriedAs } from '../../limits/subjects.ts'
import { lastEndOfAll } from '../../sessions/in-progress.ts'
import { traceProvider } from '../../request/trace.ts'
import { completeSignIn } from '../complete.ts'
import { forgetLastIdentifier, keepLastIdentifier } from './last-identifier.ts'

/** Verifies the form of a feature. */
type VerifyForm = (
  context: Context,
  form: FeatureForm,
  sent: { readonly given: Readonly<Record<string, string>>; readonly begunAt: number },
) => Promise<User>

/** A form as it was sent. */
interface SentForm {
  readonly credentials: Record<string, string>
  readonly account: TriedAs
  readonly verifyForm: VerifyForm
}

/** Members of the body that belong to the library. */
const LIBRARY_FIELDS: ReadonlySet<string> = new Set(['csrfToken', 'callbackUrl'])

/**
 * The submitted fields, which have to be text: an object would be a condition in queries of some stores.
 *
 * @throws InvalidRequest naming the field that is something else
 */
function submittedText(
  { request }: Context,
  { id, form }: ProviderOfKind<'credentials'>,
): Readonly<Record<string, string>> {
  const entries: [string, string][] = []
  for (const [name, value] of request.body) {
    // Of a feature nothing but what it declares.
    if (LIBRARY_FIELDS.has(name) || (form && !Object.hasOwn(form.provider.inputs, name))) continue
    if (form && request.duplicates.has(name)) {
      throw new InvalidRequest(`The input "${name}" was sent twice.`)
    }
    if (typeof value !== 'string') {
      const field = `The field ${JSON.stringify(name.slice(0, 64))} for the provider "${id}"`
      throw new InvalidRequest(
        `${field} is ${describeKind(value)}, and not text. Send strings only.`,
      )
    }
    entries.push([name, value])
  }
  return Object.fromEntries(entries)
}

async function callAuthorize(
  { original }: Context,
  provider: CredentialsConfig,
  credentials: Record<string, string>,
): Promise<User | null> {
  const { url, headers } = original.request
  // Without the body, which has been read: its fields are the first argument.
  return naming(CallbackRouteError, `The \`authorize\` function of "${provider.id}"`, () =>
    provider.authorize(credentials, new Request(url, { headers })),
  )
}

/**
 * @param begunAt - when the request began, in milliseconds
 * @throws CredentialsSignin when `authorize` returns no user
 */
async function authorizeUser(
  context: Context,
  { config, form }: ProviderOfKind<'credentials'>,
  { credentials, verifyForm }: SentForm,
  begunAt: number,
): Promise<User> {
  if (form) return verifyForm(context, form, { given: credentials, begunAt })
  const user = await callAuthorize(context, config, credentials)
  if (user) return user
  throw new CredentialsSignin(`\`authorize\` of "${config.id}" returned no user.`)
}

/** Verifies a form, and spends a try of the accounts that it names. One that could not be looked at is none. */
async function verify(
  context: Context,
  provider: ProviderOfKind<'credentials'>,
  sent: SentForm,
): Promise<{ readonly user: User; readonly begunAt: number }> {
  const tried = await spendTry(context, provider.config, sent.account)
  const begunAt = context.config.clock()
  try {
    const user = await authorizeUser(context, provider, sent, begunAt)
    await tried.refund()
    return { user, begunAt }
  } catch (error) {
    if (error instanceof ServiceBusy) await tried.refund()
    throw error
  }
}

/**
 * Spends a try of the named accounts, before `authorize` is called.
 *
 * @throws TooManyRequests when the client has tried too often
 * @throws CredentialsSignin when the account was tried too often: the answer does not reveal that the password was not compared
 */
async function spendTry(
  context: Context,
  { id }: CredentialsConfig,
  account: TriedAs,
): Promise<AllowedTry> {
  const tried = await spend(context, 'password', account)
  if (tried.allowed) return tried
  if (tried.subject !== 'account') throw tooMany('password', tried)
  throw new CredentialsSignin(
    `No password was verified for "${id}": the budget "account" of "password" is used up for ${tried.retryAfter} s.`,
    refusedBy('password', tried),
  )
}

/** The accounts that a form names. Of two names, the password may prove only one, so that no browser is known for both. */
function triedAs(
  { config: { limits } }: Context,
  config: CredentialsConfig,
  credentials: Readonly<Record<string, string>>,
): TriedAs {
  if (!limits) return {}
  const names = findNames(limits, config, credentials)
  const proven: ProvenAccount = { by: config.id, name: exactText(config, credentials) }
  return { names, proven: names.length === 1 ? proven : undefined }
}

/** Keeps the name after a refusal. It is the same whether or not the password was compared, so that it does not reveal that. */
async function keepingName<T>(
  context: Context,
  { config }: ProviderOfKind<'credentials'>,
  // A copy: `authorize` may write to its argument, and that could reveal an account.
  { ...credentials }: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isAuthError(error) || error.type !== 'CredentialsSignin') throw error
    throw new FlowFailure(error, await keepLastIdentifier(context, config, credentials))
  }
}

/**
 * POST callback for credentials.
 *
 * @param verifyForm - where its form is one of a feature
 * @throws InvalidRequest when a field is not text
 * @throws CredentialsSignin when `authorize` returns no user
 * @throws TooManyRequests when the client has tried too often
 * @throws ServiceBusy when a feature has too much to do to verify it
 */
export async function callbackCredentials(
  context: Context,
  given: ProviderOfKind<'credentials'>,
  verifyForm: VerifyForm,
): Promise<FlowResult> {
  const provider = traceProvider(context, given)
  const { config } = provider
  const credentials = submittedText(context, provider)
  const account = triedAs(context, config, credentials)
  const { user, begunAt } = await keepingName(context, provider, credentials, () =>
    verify(context, provider, { credentials, account, verifyForm }),
  )
  const { generation: epoch } = await lastEndOfAll(context.config, 'now')
  const result = await completeSignIn(
    context,
    prove({ kind: 'credentials', provider, user, credentials, begunAt, epoch }),
    prepareCredentials,
  )
  const { proven } = account
  const owner = String(user.id ?? user.email)
  const known = proven ? await rememberDevice(context, result, { ...proven, user: owner }) : result
  return { ...known, jar: forgetLastIdentifier(context, known.jar) }
}
