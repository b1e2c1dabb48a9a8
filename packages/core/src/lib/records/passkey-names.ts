/** Names that users give their passkeys. `passkey` is the SHA-256 hash of the credential id, in hexadecimal. */
export const passkeyNames = {
  name: 'auth_passkeys_names',
  fields: {
    userId: { kind: 'id' },
    passkey: { kind: 'id' },
    // UTF-16 code units, which browsers count.
    name: { kind: 'text', max: 64, personal: true },
  },
  key: ['userId', 'passkey'],
  owner: 'userId',
} as const

/** The longest name of a passkey, in UTF-16 code units. */
export const LONGEST_PASSKEY_NAME: 64 = passkeyNames.fields.name.max
