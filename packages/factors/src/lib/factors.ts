import type { Feature } from '@latchstring/core/features'
import { actionsOf } from './actions.ts'
import { translate } from './language.ts'
import { NOTICES } from './notices.ts'
import type { Factors, FactorsOfUsers } from './offered.ts'
import { type FactorsOptions, readOptions } from './options.ts'
import { addRecovery } from './recovery/feature.ts'
import { backupCodes, enrolments, totp, tries } from './tables.ts'
import { en } from './texts/en.ts'
import { addTrust } from './trusted/feature.ts'

const loadOperations = () => import('./operations.ts')

/** Seconds of an hour. */
const HOUR = 3600

/**
 * Second factors: apps for one-time codes, and backup codes. Every sign-in of a user who has one asks for it, whichever way the user came; a
 * passkey whose authenticator verifies its user is two factors by itself.
 *
 * @param options - who has to have one, and what it is called
 * @throws TypeError that says which option is wrong
 *
 * @example
 * ```ts
 * import { factors } from '@latchstring/factors'
 *
 * export const secondFactors = factors({ require: 'enrolled', issuer: 'Acme' })
 * ```
 */
export function factors(options: FactorsOptions = {}): Feature<Factors, FactorsOfUsers> {
  const settings = readOptions(options)
  const { recovery, trust } = settings
  const feature: Feature<Factors, FactorsOfUsers> = {
    name: 'factors',
    needs: ['records', 'endings', ...(settings.notices ? ['mail'] : [])],
    tables: [totp, enrolments, backupCodes, tries],
    texts: en,
    translate,
    errors: {
      wrong: { status: 400, text: 'wrong' },
      'backup-wrong': { status: 400, text: 'backupWrong' },
      expired: { status: 410, text: 'expired' },
      again: { status: 409, text: 'again' },
      enrolled: { status: 409, text: 'enrolled' },
      full: { status: 409, text: 'full' },
      needed: { status: 409, text: 'needed' },
      off: { status: 409, text: 'off' },
      level: { status: 403, text: 'confirmLead' },
    },
    // Wrong codes of a user are counted in a table, whatever `limits` are: these are about what tries cost.
    budgets: {
      clients: { limit: 60, window: HOUR, by: 'client' },
      begins: { limit: 20, window: HOUR, by: 'user' },
    },
    ...(settings.notices && { mails: NOTICES }),
    gate: {
      phase: 'assure',
      raises: 'raise',
      load: async () => ({ ask: (await import('./actions/gate.ts')).askGate(settings) }),
    },
    actions: actionsOf(settings),
    account: {
      load: async () => ({ show: (await import('./account.ts')).showAccount }),
    },
    operations: {
      list: async (context) => (await loadOperations()).list(context, context.user.id),
      remove: async (context, id) => (await loadOperations()).removeOwn(context, settings, id),
      regenerate: async (context) => (await loadOperations()).regenerateOwn(context, settings),
      // Without the option there is none.
      cancelRecovery: async () => false,
      // As before.
      askAgain: async () => false,
    },
    system: {
      has: async (context, userId) => (await loadOperations()).has(context, userId),
      removeAll: async (context, userId) =>
        (await loadOperations()).removeAll(context, settings, userId),
      importTotp: async (context, userId, app) =>
        (await loadOperations()).importTotp(context, userId, app),
      importCodes: async (context, userId, codes) =>
        (await loadOperations()).importCodes(context, userId, codes),
    },
  }
  const whole = recovery ? addRecovery(feature, { ...settings, recovery }) : feature
  return trust === undefined ? whole : addTrust(whole, { days: trust })
}
