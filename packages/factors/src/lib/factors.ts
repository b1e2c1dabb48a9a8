import type { Feature } from '@latchstring/core/features'
import { actionsOf } from './actions.ts'
import { translate } from './language.ts'
import { NOTICES } from './notices.ts'
import type { ImportedApp, ListedFactors } from './operations.ts'
import { type FactorsOptions, readOptions } from './options.ts'
import { addRecovery } from './recovery/feature.ts'
import { backupCodes, enrolments, totp } from './tables.ts'
import { en } from './texts/en.ts'

/** What is offered for the user of the request. */
export interface Factors {
  /** The apps of the user, and how many backup codes are left. */
  list(): Promise<ListedFactors>
  /**
   * Removes an app, and the backup codes with the last one. Other sessions of the user end. Ask for a recent sign-in before:
   * `auth.require({ maxAge: 600 })`.
   *
   * @param id - of the app
   * @throws StepUpRequired where the session has not shown two factors
   * @throws TypeError where the policy asks for a factor, and this is the last one
   */
  remove(id: string): Promise<void>
  /**
   * Replaces the backup codes. Ask for a recent sign-in before: `auth.require({ maxAge: 600 })`.
   *
   * @returns the new codes, which are not kept: show them once
   * @throws StepUpRequired where the session has not shown two factors
   * @throws TypeError where the user has no app
   */
  regenerate(): Promise<readonly string[]>
  /**
   * Cancels a request to replace what was lost; see the option `recovery`. Any session of the user can.
   *
   * @returns whether there was one
   */
  cancelRecovery(): Promise<boolean>
}

/** What is offered for any user. Never call it with what a stranger sent. */
export interface FactorsOfUsers {
  /** Whether a user has set up a second factor. */
  has(userId: string): Promise<boolean>
  /**
   * Removes all second factors of a user, and ends the sessions that were made with them. From then on one factor is enough, for whoever has it:
   * know that it is the user who asks, by more than a mail or a call, and tell the user by another way.
   */
  removeAll(userId: string): Promise<void>
  /**
   * Takes over an app that was set up elsewhere. One that is there already is not stored twice.
   *
   * @returns `there` where it is there already
   * @throws TypeError for what is no secret, and where the user has the most apps that are possible
   */
  importTotp(userId: string, app: ImportedApp): Promise<'stored' | 'there'>
  /**
   * Takes over backup codes that were made elsewhere, up to 50 of 8 to 64 characters: they are asked for as they are, letter by letter.
   *
   * @returns how many of them are there now
   * @throws TypeError for codes that are too short, too long or too many
   */
  importCodes(userId: string, codes: readonly string[]): Promise<number>
}

const loadOperations = () => import('./operations.ts')

/** Seconds of a day and an hour. */
const [DAY, HOUR] = [86_400, 3600]

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
  const { recovery } = settings
  const feature: Feature<Factors, FactorsOfUsers> = {
    name: 'factors',
    needs: ['records', 'endings', ...(settings.notices ? ['mail'] : [])],
    tables: [totp, enrolments, backupCodes],
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
    // Tries of all codes of a user are one: right ones are among them, which come back as the others do.
    budgets: {
      tries: { limit: 20, window: DAY, by: 'user' },
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
  return recovery ? addRecovery(feature, { ...settings, recovery }) : feature
}
