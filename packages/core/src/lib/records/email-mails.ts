/**
 * Mails that can sign in. `id` is a keyed hash of the link, which has 43 characters; `tries` counts codes that were typed. There
 * is no address in it, and no code.
 */
export const emailMails = {
  name: 'auth_email_mails',
  fields: {
    id: { kind: 'id' },
    tries: { kind: 'int' },
    expires: { kind: 'time' },
  },
  key: ['id'],
  expires: 'expires',
} as const
