import type { ProviderId } from '@latchstring/core/providers'
import { startRegistration } from '@simplewebauthn/browser'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { connect } from './connection.ts'
import type { AuthClientOptions, Connection } from './connection.ts'
import { fetchCeremony, finish } from './webauthn-sign-in.ts'

/** Notes in the tab that the browser was asked. */
const ASKED = 'latchstring.passkey-offered'

/** Web Authentication Level 3, section 5.1.8; not in the types of the DOM of every version. */
interface Capabilities {
  readonly getClientCapabilities?: () => Promise<Readonly<Record<string, boolean | undefined>>>
}

/** Whether the browser makes passkeys without asking the user (section 5.1.3, conditional mediation). */
async function makesPasskeys(): Promise<boolean> {
  // The interface of the browser, with what newer ones add.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const known = (Reflect.get(globalThis, 'PublicKeyCredential') ?? {}) as unknown as Capabilities
  return (await known.getClientCapabilities?.())?.['conditionalCreate'] === true
}

/** The options of the server; nothing where the user has not just typed a password. */
async function fetchOffer(
  connection: Connection,
  provider: string,
): Promise<PublicKeyCredentialCreationOptionsJSON | undefined> {
  const { action, options } = await fetchCeremony(connection, provider, { action: 'offer' })
  return action === 'register' ? (options ?? undefined) : undefined
}

/**
 * Has the browser add a passkey after a sign-in with a password, without a dialog, where it can do so. Browsers do it only for a password that
 * their password manager has filled in just now, and say so to the user. The server allows it for five minutes after the password. Call it on the
 * page that follows a sign-in: where there is nothing to do it does nothing, and it asks the browser once in a tab.
 *
 * @param provider - id of a provider of type `webauthn`. Default: `passkey`
 * @param client - base path and origin of the server
 * @returns whether a passkey was added; the promise never rejects
 *
 * @example
 * ```ts
 * import { offerPasskey } from '@latchstring/client/webauthn'
 *
 * if (await offerPasskey()) console.log('You can now sign in without your password.')
 * ```
 */
export async function offerPasskey(
  provider: ProviderId = 'passkey',
  client: AuthClientOptions = {},
): Promise<boolean> {
  try {
    if (sessionStorage.getItem(ASKED) !== null || !(await makesPasskeys())) return false
    // The user has asked for nothing, so there is nothing to report.
    const connection = connect({ ...client, onError: () => undefined })
    const optionsJSON = await fetchOffer(connection, provider)
    if (!optionsJSON) return false
    sessionStorage.setItem(ASKED, provider)
    const data = await startRegistration({ optionsJSON, useAutoRegister: true })
    const sent = { action: 'register', data, callbackUrl: location.href }
    const { result } = await finish(connection, provider, sent)
    if (result.ok) connection.notify()
    return result.ok
  } catch {
    return false
  }
}
