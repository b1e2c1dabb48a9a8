/**
 * Devices on which users are signed in. `session` is the SHA-256 hash of the id of the session, in hexadecimal. `providerSession` is the
 * hash that names the session at the provider, or `session` again where there is none: no two rows without one have it in common.
 */
export const devices = {
  name: 'auth_sessions_devices',
  fields: {
    userId: { kind: 'id' },
    session: { kind: 'id' },
    sessionId: { kind: 'text' },
    createdAt: { kind: 'time', personal: true },
    lastSeenAt: { kind: 'time', personal: true },
    expires: { kind: 'time' },
    label: { kind: 'text', nullable: true, personal: true },
    place: { kind: 'text', nullable: true, personal: true },
    provider: { kind: 'text', nullable: true, personal: true },
    providerSession: { kind: 'id' },
    providerSubject: { kind: 'text', nullable: true },
  },
  key: ['userId', 'session'],
  owner: 'userId',
  lookups: ['providerSession'],
  expires: 'expires',
} as const
