/**
 * Browsers in which a user is not asked for a second factor. `id` is the hash of a random value that the browser has. A user may have a few of
 * them, and a browser one for each user who shares it.
 */
export const trustedBrowsers = {
  name: 'auth_factors_browsers',
  fields: {
    userId: { kind: 'id' },
    id: { kind: 'id' },
    label: { kind: 'text', max: 100, nullable: true, personal: true },
    createdAt: { kind: 'time', personal: true },
    expires: { kind: 'time', personal: true },
  },
  key: ['userId', 'id'],
  owner: 'userId',
  expires: 'expires',
} as const
