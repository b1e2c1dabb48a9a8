/**
 * Sign-ins that wait for a step, such as a second factor. `id` is the SHA-256 hash of what the browser has, `user` that of the id of the
 * user. What was proven is sealed, and spread over three fields because a profile can be longer than one.
 */
export const waitingSignIns = {
  name: 'auth_sign_ins_waiting',
  fields: {
    id: { kind: 'id' },
    user: { kind: 'id' },
    /** The feature and the word of the page that it waits for. */
    step: { kind: 'text', max: 100 },
    sealed: { kind: 'text', max: 10_000 },
    sealedMore: { kind: 'text', max: 10_000, nullable: true },
    sealedRest: { kind: 'text', max: 10_000, nullable: true },
    /** The features whose steps were done, with the methods they add (RFC 8176). */
    done: { kind: 'json' },
    tries: { kind: 'int' },
    expires: { kind: 'time' },
  },
  key: ['id'],
  lookups: ['user'],
  expires: 'expires',
} as const
