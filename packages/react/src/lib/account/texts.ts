/** The texts of the components for an account. Pass the texts that you translate. */
export interface AccountTexts {
  readonly accounts: string
  readonly passkeys: string
  readonly devices: string
  readonly noPasskeys: string
  readonly mail: string
  readonly synced: string
  readonly oneDevice: string
  readonly remove: string
  readonly rename: string
  /** Label of the input for the name of a passkey. */
  readonly name: string
  readonly save: string
  /** Text beside the last sign-in method, which has no button. */
  readonly only: string
  readonly thisDevice: string
  readonly unknownDevice: string
  readonly lastSeen: string
  readonly endDevice: string
  readonly endOthers: string
  readonly endAll: string
  readonly loading: string
  readonly removed: string
  readonly renamed: string
  readonly ended: string
  readonly signedOut: string
  readonly tooLongAgo: string
  readonly failed: string
  readonly signIn: string
}

/** The default texts, in English. */
export const TEXTS: AccountTexts = {
  accounts: 'Linked accounts',
  passkeys: 'Passkeys',
  devices: 'Where you are signed in',
  noPasskeys: 'You have no passkeys.',
  mail: 'Link by email',
  synced: 'Passkey on your synced devices',
  oneDevice: 'Passkey on one device',
  remove: 'Remove',
  rename: 'Rename',
  name: 'Name of the passkey',
  save: 'Save',
  only: 'This is your only way to sign in.',
  thisDevice: 'This browser',
  unknownDevice: 'Unknown browser',
  lastSeen: 'Last used',
  endDevice: 'Sign out',
  endOthers: 'Sign out everywhere else',
  endAll: 'Sign out everywhere',
  loading: 'Loading …',
  removed: 'It has been removed.',
  renamed: 'The name has been saved.',
  ended: 'Signed out.',
  signedOut: 'You are not signed in.',
  tooLongAgo: 'Your sign-in is too long ago for this. Sign in again.',
  failed: 'This did not work. Try again.',
  signIn: 'Sign in',
}
