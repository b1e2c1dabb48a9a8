import type { FeatureUser } from '@latchstring/core/features'
import { readRecovery, type RecoveryOptions, type RecoverySettings } from './recovery/options.ts'
import { readTrust } from './trusted/options.ts'

/** Options of `factors`. */
export interface FactorsOptions {
  /**
   * Who has to show a second factor: `enrolled`, who has set one up; `always`, every user, who sets one up in the next sign-in; or
   * a function, for those of whom it says `true`. Who has set one up is asked for it in any case. Default: `enrolled`
   */
  readonly require?: 'enrolled' | 'always' | ((user: FeatureUser) => boolean | Promise<boolean>)
  /** Name of the application in the app for codes, of up to 60 characters. Default: `theme.name`, or the host */
  readonly issuer?: string
  /** How many backup codes there are, from 5 to 20. Default: 10 */
  readonly backupCodes?: number
  /** Writes to the user when a factor is added or removed, and when a backup code is used. It needs a provider for email. Default: `false` */
  readonly notices?: boolean
  /**
   * Lets users who have lost app and backup codes set up a new app, after a delay in which it can be cancelled. It needs a provider for email.
   * Default: none
   */
  readonly recovery?: RecoveryOptions
  /**
   * For how many days a browser is not asked again in which a user has ticked a box below the code, from 1 to 90. Its sessions are then of
   * one factor: `auth.require({ aal: 2 })` asks. Default: each sign-in asks
   */
  readonly trustDevice?: number
}

/** The options, with what was left out. */
export interface Settings {
  readonly asks: (user: FeatureUser) => Promise<boolean>
  readonly issuer: string | undefined
  readonly backupCodes: number
  readonly notices: boolean
  readonly recovery: RecoverySettings | undefined
  /** In days. */
  readonly trust: number | undefined
}

const LONGEST_ISSUER = 60

function toAsks(require: FactorsOptions['require'] = 'enrolled'): Settings['asks'] {
  if (require === 'enrolled') return async () => false
  if (require === 'always') return async () => true
  if (typeof require !== 'function') {
    throw new TypeError('`require` of `factors` has to be "enrolled", "always" or a function.')
  }
  return async (user) => {
    const answer: unknown = await require(user)
    // A value that is neither would be a guess about who may pass.
    if (typeof answer === 'boolean') return answer
    throw new TypeError('The function `require` of `factors` has to answer true or false.')
  }
}

/** @throws TypeError that says which option is wrong */
export function readOptions(options: FactorsOptions = {}): Settings {
  const { issuer, backupCodes = 10, notices = false } = options
  if (issuer !== undefined && (issuer.trim() === '' || issuer.length > LONGEST_ISSUER)) {
    throw new TypeError(`\`issuer\` of \`factors\` has 1 to ${LONGEST_ISSUER} characters.`)
  }
  if (!Number.isSafeInteger(backupCodes) || backupCodes < 5 || backupCodes > 20) {
    throw new TypeError('`backupCodes` of `factors` has to be a whole number from 5 to 20.')
  }
  const recovery = readRecovery(options.recovery)
  const trust = readTrust(options.trustDevice)
  return { asks: toAsks(options.require), issuer, backupCodes, notices, recovery, trust }
}
