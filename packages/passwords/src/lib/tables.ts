/** The hash of a user's password. */
export const hashes = {
  name: 'auth_passwords_hashes',
  fields: {
    userId: { kind: 'id' },
    hash: { kind: 'text', max: 500, secret: 'hash' },
    changedAt: { kind: 'time', personal: true },
  },
  key: ['userId'],
  owner: 'userId',
} as const

/** A name to sign in with beside the address. The key is `keyOf` of its folded form, so that two alike are one. */
export const usernames = {
  name: 'auth_passwords_usernames',
  fields: {
    id: { kind: 'id' },
    userId: { kind: 'id' },
    name: { kind: 'text', max: 60, personal: true },
  },
  key: ['id'],
  owner: 'userId',
} as const
