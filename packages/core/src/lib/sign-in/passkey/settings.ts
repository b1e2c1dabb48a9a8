import type {
  AuthenticationOptions,
  AuthenticatorSelection,
  RegistrationOptions,
  WebAuthnConfig,
} from '../../types/webauthn.ts'

/** Longest time of a ceremony and its challenge, in milliseconds. */
export const MAX_TIMEOUT = 300_000

/** EdDSA, ES256 and RS256 (RFC 9053, section 2; RFC 8812, section 2). */
const ALGORITHMS: readonly number[] = [-8, -7, -257]

// A member that is `undefined` gets its default, as an absent one does, so that it weakens nothing.

/** How a passkey signs in: the options of the ceremony, and how the answer is verified. */
interface AuthenticationSettings {
  readonly asked: AuthenticationOptions
  readonly verified: { readonly requireUserVerification: boolean }
}

/** How a passkey is added: the options of the ceremony, and how the answer is verified. */
interface RegistrationSettings {
  readonly asked: RegistrationOptions
  readonly verified: {
    readonly requireUserVerification: boolean
    /** Default: true. */
    readonly requireUserPresence?: boolean
    readonly supportedAlgorithmIDs: number[]
  }
}

function toMilliseconds(timeout: number = MAX_TIMEOUT): number {
  return Math.min(Math.max(1, timeout), MAX_TIMEOUT)
}

function authenticationSettings(config: WebAuthnConfig): AuthenticationSettings {
  const { authenticationOptions: given, verifyAuthenticationOptions: verified } = config
  const userVerification = given?.userVerification ?? config.userVerification ?? 'required'
  // Not passed on: with this option, whatever its value, the package does not check user presence.
  const { userVerification: demanded } = verified?.advancedFIDOConfig ?? {}
  const otherwise = verified?.requireUserVerification ?? userVerification === 'required'
  return {
    asked: {
      ...given,
      timeout: toMilliseconds(given?.timeout ?? config.timeout),
      userVerification,
    },
    verified: {
      requireUserVerification: demanded === undefined ? otherwise : demanded === 'required',
    },
  }
}

function selectAuthenticators(config: WebAuthnConfig): AuthenticatorSelection {
  const given = config.registrationOptions?.authenticatorSelection
  return {
    ...given,
    residentKey: given?.residentKey ?? config.residentKey ?? 'required',
    userVerification: given?.userVerification ?? config.userVerification ?? 'required',
  }
}

function registrationSettings(config: WebAuthnConfig): RegistrationSettings {
  const { registrationOptions: given, verifyRegistrationOptions: verified } = config
  const authenticatorSelection = selectAuthenticators(config)
  const algorithms = given?.supportedAlgorithmIDs ?? ALGORITHMS
  const required = authenticatorSelection.userVerification === 'required'
  return {
    asked: {
      ...given,
      timeout: toMilliseconds(given?.timeout ?? config.timeout),
      attestationType: given?.attestationType ?? 'none',
      authenticatorSelection,
      supportedAlgorithmIDs: algorithms,
    },
    verified: {
      requireUserVerification: verified?.requireUserVerification ?? required,
      supportedAlgorithmIDs: [...(verified?.supportedAlgorithmIDs ?? algorithms)],
    },
  }
}

/** A provider with its defaults. */
export interface PasskeySettings {
  readonly provider: string
  readonly checkUserHandle: boolean
  readonly authentication: AuthenticationSettings
  readonly registration: RegistrationSettings
  readonly functions: WebAuthnConfig['simpleWebAuthn']
}

/** The settings of a provider. */
export function providerSettings(config: WebAuthnConfig): PasskeySettings {
  return {
    provider: config.id,
    checkUserHandle: config.checkUserHandle ?? true,
    authentication: authenticationSettings(config),
    registration: registrationSettings(config),
    functions: config.simpleWebAuthn,
  }
}

/**
 * The settings of a registration that browsers do without asking the user (Web Authentication Level 3, section 5.1.3, conditional mediation): it
 * can be required neither that the user is present nor verified. A sign-in with the passkey requires both as ever.
 */
export function automaticSettings(settings: PasskeySettings): PasskeySettings {
  const { asked, verified } = settings.registration
  const { authenticatorSelection: selected } = asked
  const userVerification =
    selected?.userVerification === 'required' ? 'preferred' : selected?.userVerification
  const authenticatorSelection = {
    ...selected,
    residentKey: 'required' as const,
    ...(userVerification && { userVerification }),
  }
  return {
    ...settings,
    registration: {
      asked: { ...asked, authenticatorSelection },
      verified: { ...verified, requireUserPresence: false, requireUserVerification: false },
    },
  }
}
