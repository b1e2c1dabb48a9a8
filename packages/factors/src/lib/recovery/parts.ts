import type { AnyFeature, FeatureBlock, PageContext } from '@latchstring/core/features'
import { translate } from '../language.ts'
import { translateRecovery } from './language.ts'
import { NOTICES, PROOFS } from './mails.ts'
import { recoveries } from './table.ts'
import { en } from './texts/en.ts'

type Show = (context: PageContext) => Promise<readonly FeatureBlock[]>

/** Seconds of a day. */
const DAY = 86_400

type Parts = Required<
  Pick<AnyFeature, 'tables' | 'translate' | 'errors' | 'budgets' | 'mails' | 'proofs' | 'texts'>
> & {
  /** A request that runs, above the part of the account page. */
  readonly above: (show: Show) => Promise<Show>
  readonly operations: () => Promise<typeof import('./operations.ts')>
}

/** What the feature has for the recovery, beside its actions. */
export const recoveryParts: Parts = {
  tables: [recoveries],
  texts: en,
  /** All sentences of the feature in a language. */
  translate: async (language) => {
    const [texts, own] = await Promise.all([translate(language), translateRecovery(language)])
    return texts && { ...texts, ...own }
  },
  errors: {
    'by-mail-alone': { status: 403, text: 'lostByMail' },
    'no-address': { status: 409, text: 'lost' },
  },
  budgets: { asks: { limit: 3, window: DAY, by: 'user' } },
  mails: NOTICES,
  proofs: PROOFS,
  above: async (show) => (await import('./cancel.ts')).aboveAccount(show),
  operations: async () => import('./operations.ts'),
}
