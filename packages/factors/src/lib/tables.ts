/** An app that makes one-time codes (RFC 6238). `lastStep` is the newest step whose code was taken. */
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
