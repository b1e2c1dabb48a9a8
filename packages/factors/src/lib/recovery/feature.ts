import type { AnyFeature, Feature } from '@latchstring/core/features'
import type { Factors, FactorsOfUsers } from '../offered.ts'
import { translate } from '../language.ts'
import type { Settings } from '../options.ts'
import { withRecovery } from './actions.ts'
import { translateRecovery } from './language.ts'
import { NOTICES, PROOFS } from './mails.ts'
import type { RecoverySettings } from './options.ts'
import { recoveries } from './table.ts'
import { en } from './texts/en.ts'

type Whole = Feature<Factors, FactorsOfUsers>

/** Seconds of a day. */
const DAY = 86_400

/** All sentences in a language. */
async function translateAll(language: string): Promise<AnyFeature['texts']> {
  const [texts, own] = await Promise.all([translate(language), translateRecovery(language)])
  return texts && { ...texts, ...own }
}

/** A request that runs, above the part of the account page. */
const withRequest = (account: NonNullable<AnyFeature['account']>): typeof account => ({
  load: async () => {
    const [{ show }, { aboveAccount }] = await Promise.all([account.load(), import('./cancel.ts')])
    return { show: aboveAccount(show) }
  },
})

const loadOperations = () => import('./operations.ts')

/** The operations for the user of a request, with what they say of a request that runs. */
const withOperations = (operations: NonNullable<Whole['operations']>): typeof operations => ({
  ...operations,
  list: async (context) => ({
    ...(await operations.list(context)),
    ...(await (await loadOperations()).listRecovery(context)),
  }),
  cancelRecovery: async (context) => (await loadOperations()).cancelOwn(context),
})

/** The feature, with the recovery in it. */
export function addRecovery(
  feature: Whole,
  settings: Settings & { readonly recovery: RecoverySettings },
): Whole {
  const { needs = [], tables = [], actions = {}, account, operations } = feature
  return {
    ...feature,
    needs: [...new Set([...needs, 'mail'])],
    tables: [...tables, recoveries],
    texts: { ...feature.texts, ...en },
    translate: translateAll,
    errors: {
      ...feature.errors,
      'by-mail-alone': { status: 403, text: 'lostByMail' },
      'no-address': { status: 409, text: 'lost' },
    },
    budgets: { ...feature.budgets, asks: { limit: 3, window: DAY, by: 'user' } },
    mails: { ...feature.mails, ...NOTICES },
    proofs: PROOFS,
    actions: withRecovery(actions, settings),
    ...(account && { account: withRequest(account) }),
    ...(operations && { operations: withOperations(operations) }),
  }
}
