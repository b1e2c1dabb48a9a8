/** Option `recovery` of `factors`. */
export interface RecoveryOptions {
  /** Hours between the request and the sign-in that may set up a new app, a whole number from 24 to 720. */
  readonly delay: number
  /** The user is always written to: when it is asked for, when it is cancelled, and when factors are replaced. */
  readonly notify: true
  /**
   * A sign-in by mail may ask for it as well, and may set up the new app. Then the mailbox alone opens an account after the delay (OWASP ASVS
   * 5.0, 6.3.6). Default: `false`
   */
  readonly byMailAlone?: boolean
}

/** The option, with what was left out. */
export interface RecoverySettings {
  /** In milliseconds. */
  readonly delay: number
  readonly byMailAlone: boolean
}

const HOUR = 3_600_000
const [FEWEST_HOURS, MOST_HOURS] = [24, 720]

/** @throws TypeError that says which option is wrong */
export function readRecovery(options: RecoveryOptions | undefined): RecoverySettings | undefined {
  if (options === undefined) return undefined
  const { delay, notify, byMailAlone = false } = options
  if (!Number.isSafeInteger(delay) || delay < FEWEST_HOURS || delay > MOST_HOURS) {
    throw new TypeError(
      `\`recovery.delay\` of \`factors\` is a whole number of hours from ${FEWEST_HOURS} to ${MOST_HOURS}.`,
    )
  }
  // Without types.
  if (notify !== true) {
    throw new TypeError(
      '`recovery.notify` of `factors` has to be `true`: nothing is replaced in silence.',
    )
  }
  if (typeof byMailAlone !== 'boolean') {
    throw new TypeError('`recovery.byMailAlone` of `factors` has to be true or false.')
  }
  return { delay: delay * HOUR, byMailAlone }
}
