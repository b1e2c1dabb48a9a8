import { recordTables } from '@latchstring/core/adapters'
import {
  backupCodes,
  enrolments,
  factors,
  totp,
  tries,
  trustedBrowsers,
} from '@latchstring/factors'
import { leaving, leavingRequests } from '@latchstring/leaving'
import { hashes, passwords, usernames } from '@latchstring/passwords'

/** Register, sign in, reset and change a password, by address or username. */
export const password = passwords({ username: true })

/** Codes of an app and backup codes, asked for after the sign-in, but in browsers that need none for a month. */
export const secondFactors = factors({
  issuer: 'Latchstring demo',
  notices: true,
  trustDevice: 30,
})

/** People delete their account, and download their data. */
export const leave = leaving()

export const features = [password, secondFactors, leave]

/** Tables of the library and of its features, which the adapter creates. */
export const records = [
  ...recordTables,
  hashes,
  usernames,
  totp,
  enrolments,
  backupCodes,
  tries,
  trustedBrowsers,
  leavingRequests,
]
