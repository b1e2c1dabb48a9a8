/** The passkeys of the signed-in user for one RP ID, as the server lists them. */
export interface KnownPasskeys {
  readonly rpId: string
  /** The user handle, in base64url. */
  readonly userId: string
  readonly name: string
  readonly displayName: string
  /** Ids of all passkeys of the user, in base64url. Authenticators hide the others. */
  readonly allAcceptedCredentialIds: readonly string[]
}

/** Web Authentication Level 3, section 5.1.10; not in the types of the DOM of every version. */
interface SignalMethods {
  readonly signalUnknownCredential?: (options: {
    readonly rpId: string
    readonly credentialId: string
  }) => Promise<void>
  readonly signalAllAcceptedCredentials?: (
    options: Pick<KnownPasskeys, 'rpId' | 'userId' | 'allAcceptedCredentialIds'>,
  ) => Promise<void>
  readonly signalCurrentUserDetails?: (
    options: Pick<KnownPasskeys, 'rpId' | 'userId' | 'name' | 'displayName'>,
  ) => Promise<void>
}

/** Returns the signal methods of this browser, none where it has no WebAuthn. */
export const signalMethods = (): SignalMethods =>
  // The interface of the browser, with what newer ones add.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (Reflect.get(globalThis, 'PublicKeyCredential') ?? {}) as unknown as SignalMethods

/**
 * Has the devices of the user offer no passkey that was removed, and show the names of the user of today, where the browser has the
 * signal methods of WebAuthn. Call it on an account page of your own with `passkeys` of `GET account`.
 *
 * @param passkeys - the passkeys of the signed-in user, from a response of the server to this browser
 * @returns a promise that never rejects
 */
export async function signalPasskeys(passkeys: readonly KnownPasskeys[]): Promise<void> {
  const methods = signalMethods()
  const signals = passkeys.flatMap(
    ({ rpId, userId, name, displayName, allAcceptedCredentialIds }) => [
      async () =>
        methods.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }),
      async () => methods.signalCurrentUserDetails?.({ rpId, userId, name, displayName }),
    ],
  )
  // What a browser refuses changes nothing for the page.
  await Promise.allSettled(signals.map((signal) => signal()))
}
