/**
 * Mails of features that prove an address for one purpose. `id` is a keyed hash of the link, `subject` one of the purpose and of what the
 * proof is for, and `user` the SHA-256 hash of the id of its user, where it has one. Address and data are sealed, and bound to the row.
 * `tries` counts codes that were typed; `claimed` says that an action has begun with it.
 */
export const mailProofs = {
  name: 'auth_mail_proofs',
  fields: {
    id: { kind: 'id' },
    subject: { kind: 'id' },
    user: { kind: 'id' },
    sealed: { kind: 'text', max: 4000 },
    tries: { kind: 'int' },
    claimed: { kind: 'bool' },
    expires: { kind: 'time' },
  },
  key: ['id'],
  lookups: ['subject', 'user'],
  expires: 'expires',
} as const
