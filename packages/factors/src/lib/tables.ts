/**
 * Apps that make one-time codes (RFC 6238), of which each user has a few, by their slot. `lastStep` is the newest step whose code was
 * taken.
 */
export const totp = {
  name: 'auth_factors_totp',
  fields: {
    userId: { kind: 'id' },
    id: { kind: 'id' },
    label: { kind: 'text', max: 100, personal: true },
    secret: { kind: 'text', max: 255, secret: 'sealed' },
    lastStep: { kind: 'int' },
    createdAt: { kind: 'time', personal: true },
  },
  key: ['userId', 'id'],
  owner: 'userId',
} as const

/**
 * Apps that are being set up. Only what knows its id, which is random and in a form of the browser that began, sees the secret and goes on.
 * `confirmedAt` is there once a code of the app was right.
 */
export const enrolments = {
  name: 'auth_factors_enrolments',
  fields: {
    userId: { kind: 'id' },
    id: { kind: 'id' },
    secret: { kind: 'text', max: 255, secret: 'sealed' },
    confirmedAt: { kind: 'time', nullable: true },
    expires: { kind: 'time' },
  },
  key: ['userId', 'id'],
  owner: 'userId',
  expires: 'expires',
} as const

/** A backup code, by its slot. */
export const backupCodes = {
  name: 'auth_factors_codes',
  fields: {
    userId: { kind: 'id' },
    slot: { kind: 'id' },
    hash: { kind: 'text', max: 500, secret: 'hash' },
    createdAt: { kind: 'time' },
  },
  key: ['userId', 'slot'],
  owner: 'userId',
} as const

/**
 * Codes of a user that were tried within a day, over all factors: `times` has the second of each. It is kept here and not among the budgets, so that
 * `limits: false` and further processes leave it as it is.
 */
export const tries = {
  name: 'auth_factors_tries',
  fields: {
    userId: { kind: 'id' },
    times: { kind: 'text', max: 500, personal: true },
    expires: { kind: 'time' },
  },
  key: ['userId'],
  owner: 'userId',
  expires: 'expires',
} as const
