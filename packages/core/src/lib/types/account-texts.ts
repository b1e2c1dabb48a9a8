/**
 * The texts that components show beside the account of a user, as the JSON of `GET account` has them: in the language of the request,
 * and with those of the application.
 */
export interface AccountTexts {
  /** Language of the texts, as a BCP 47 tag. */
  readonly lang: string
  /** Names of the lists. */
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
  /** Beside the last sign-in method, which has no button. */
  readonly only: string
  readonly thisDevice: string
  readonly unknownDevice: string
  /** Name of a device: `{browser}`, `{system}` */
  readonly browserOn: string
  /** `{when}` */
  readonly lastSeen: string
  readonly endDevice: string
  readonly endOthers: string
  readonly endAll: string
  /** Notices after a change. */
  readonly removed: string
  readonly renamed: string
  readonly ended: string
  readonly signedOut: string
  readonly tooLongAgo: string
  readonly failed: string
  readonly signIn: string
  /** Accessible name of a button: its `{action}` and the `{name}` of what it acts on. */
  readonly labelled: string
}
