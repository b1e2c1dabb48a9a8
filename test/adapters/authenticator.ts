/** An authenticator of anybody, with an id that is no name of a file and no part of an address. */
export const AUTHENTICATOR = {
  credentialID: 'a/b+c==',
  providerAccountId: '1',
  credentialPublicKey: 'key',
  counter: 0,
  credentialDeviceType: 'singleDevice',
  credentialBackedUp: false,
  transports: null,
} as const
