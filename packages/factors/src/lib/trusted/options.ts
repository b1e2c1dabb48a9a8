/** Most days for which a browser is not asked. */
const MOST_DAYS = 90

/**
 * For how many days a browser is not asked again; `undefined` where each sign-in is.
 *
 * @throws TypeError for anything but a whole number of days
 */
export function readTrust(given: unknown): number | undefined {
  if (given === undefined) return undefined
  const days = typeof given === 'number' ? given : Number.NaN
  if (Number.isSafeInteger(days) && days >= 1 && days <= MOST_DAYS) return days
  throw new TypeError(
    `\`trustDevice\` of \`factors\` has to be a whole number of days from 1 to ${MOST_DAYS}.`,
  )
}
