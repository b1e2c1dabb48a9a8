import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { ResolvedPoint } from '../config/resolved-features.ts'
import { asError } from '../errors/auth-error.ts'
import { CallbackRouteError, InvalidConfiguration } from '../errors/classes.ts'
import { naming } from '../errors/own-function.ts'
import { sameId } from '../kit/account-id.ts'
import { isObject } from '../kit/json.ts'
import type { Adapter } from '../types/adapter.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { FeatureUser } from '../types/feature-context.ts'
import type { FeatureAccount, FeaturePoints } from '../types/feature-points.ts'
import type { TokenSet } from '../types/account.ts'
import { createFeatureContext } from './feature-context.ts'
import { ownReadRecords, ownRecords } from './own-records.ts'

const subjectOf = (name: keyof FeaturePoints, feature: AnyFeature): string =>
  `The point \`${name}\` of the feature "${feature.name}"`

/** Members of an account that are no part of the answer of the token endpoint. */
type AccountWithTokens = TokenSet & FeatureAccount

const accountOf = (given: FeatureAccount): FeatureAccount =>
  Object.freeze({
    userId: given.userId,
    provider: given.provider,
    providerAccountId: given.providerAccountId,
    type: given.type,
  })

function tokensOf({
  userId: _user,
  provider: _provider,
  providerAccountId: _account,
  type: _type,
  ...tokens
}: AccountWithTokens): TokenSet {
  return Object.freeze(tokens)
}

/** Tells every feature that an account is removed. @throws CallbackRouteError for one that fails, after the others */
export async function endAccount(config: ResolvedConfig, given: FeatureAccount): Promise<void> {
  const account = accountOf(given)
  let failure: Error | undefined
  for (const { feature, load } of config.features?.points.ending ?? []) {
    const context = Object.freeze({
      ...createFeatureContext(feature, { config }),
      records: ownRecords(feature, config),
      account,
    })
    try {
      await naming(CallbackRouteError, subjectOf('ending', feature), async () =>
        (await load()).run(context),
      )
    } catch (error) {
      failure = asError(error)
    }
  }
  if (failure) throw failure
}

/** As {@link endAccount}, where the account is gone already: a failure is logged. */
export async function endQuietly(config: ResolvedConfig, account: FeatureAccount): Promise<void> {
  try {
    await endAccount(config, account)
  } catch (error) {
    config.log.error(asError(error))
  }
}

/**
 * Removes an account that was stored, and what features keep of it. They are called before, where a failure keeps the account for another
 * try, and after: a sign-in that was under way may have stored its tokens between.
 *
 * @param failing - `goes-on` where what features keep of the user is removed in any case
 * @throws CallbackRouteError where a feature fails, AdapterError where the store does
 */
export async function removeAccount(
  config: ResolvedConfig,
  { unlinkAccount }: Pick<Adapter, 'unlinkAccount'>,
  account: FeatureAccount,
  failing: 'keeps-it' | 'goes-on',
): Promise<void> {
  await (failing === 'keeps-it' ? endAccount : endQuietly)(config, account)
  const { provider, providerAccountId } = account
  await unlinkAccount?.({ provider, providerAccountId })
  await endQuietly(config, account)
}

async function callTokens(
  config: ResolvedConfig,
  { feature, load }: ResolvedPoint<'tokens'>,
  given: AccountWithTokens,
): Promise<void> {
  const context = Object.freeze({
    ...createFeatureContext(feature, { config }),
    // Whether the account is still that of the user is looked at afterwards.
    records: ownRecords(feature, config, { guard: async () => null }),
    account: accountOf(given),
    tokens: tokensOf(given),
  })
  await naming(CallbackRouteError, subjectOf('tokens', feature), async () =>
    (await load()).run(context),
  )
}

/**
 * Hands the tokens of an account that is stored to the feature that keeps them. Where it fails, the sign-in goes on. An account that was
 * removed meanwhile is looked for afterwards: then the feature removes what it has just kept.
 */
export async function storeTokens(config: ResolvedConfig, given: AccountWithTokens): Promise<void> {
  const { adapter, features, log } = config
  const tokens = features?.points.tokens
  if (!tokens) return
  const { provider, providerAccountId, userId } = given
  try {
    await callTokens(config, tokens, given)
  } catch (error) {
    log.error(asError(error))
  }
  try {
    const user = await adapter?.getUserByAccount?.({ provider, providerAccountId })
    if (!user || !sameId(user.id, userId)) await endAccount(config, given)
  } catch (error) {
    log.error(asError(error))
  }
}

/** A feature that does not let a user be deleted. */
export interface DeletionRefusal {
  /** `<name of the feature>/<name>` of one of its errors. */
  readonly code: string
  readonly feature: AnyFeature
  /** Name of its sentence. */
  readonly text: string
}

/** `undefined` for an answer that lets the user be deleted. */
function readDeleting(feature: AnyFeature, given: unknown): DeletionRefusal | undefined {
  if (given === 'pass') return undefined
  const { refused }: { refused?: unknown } = isObject(given) ? given : {}
  const { errors = {}, name } = feature
  const error =
    typeof refused === 'string' && Object.hasOwn(errors, refused) ? errors[refused] : undefined
  if (error) return { code: `${name}/${String(refused)}`, feature, text: error.text }
  throw new InvalidConfiguration(
    `${subjectOf('deleting', feature)} has to answer "pass", or one of its errors as \`refused\`.`,
  )
}

/**
 * Asks every feature whether a user may be deleted, in the order of their names.
 *
 * @returns the first refusal
 * @throws CallbackRouteError where one fails
 */
export async function askDeleting(
  config: ResolvedConfig,
  user: FeatureUser,
): Promise<DeletionRefusal | undefined> {
  for (const { feature, load } of config.features?.points.deleting ?? []) {
    const context = Object.freeze({
      ...createFeatureContext(feature, { config }),
      records: ownReadRecords(feature, config),
      user,
    })
    const given: unknown = await naming(
      CallbackRouteError,
      subjectOf('deleting', feature),
      async () => (await load()).run(context),
    )
    const refusal = readDeleting(feature, given)
    if (refusal !== undefined) return refusal
  }
  return undefined
}
