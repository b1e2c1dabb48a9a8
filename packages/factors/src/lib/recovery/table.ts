/**
 * Requests to replace what a user has lost, of which each user has one. From `dueAt` on a sign-in can set up a new app. It is void once an app
 * was added after `askedAt`.
 */
export const recoveries = {
  name: 'auth_factors_recoveries',
  fields: {
    userId: { kind: 'id' },
    askedAt: { kind: 'time', personal: true },
    dueAt: { kind: 'time', personal: true },
    expires: { kind: 'time' },
  },
  key: ['userId'],
  owner: 'userId',
  expires: 'expires',
} as const
