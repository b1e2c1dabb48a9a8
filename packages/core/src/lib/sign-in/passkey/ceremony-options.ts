import type {
  AuthenticationOptions,
  AuthenticatorSelection,
  RegistrationOptions,
  WebAuthnConfig,
} from '../../types/webauthn.ts'

/** Milliseconds a ceremony may take; its challenge lives as long. */
export const MAX_TIMEOUT = 300_000

/** EdDSA, ES256 and RS256 (RFC 9053, section 2; RFC 8812, section 2). */
const ALGORITHMS: readonly number[] = [-8, -7, -257]

// A member that is `undefined` gets its default as one that is not there: it must not weaken anything.

/** How somebody signs in: what is asked for, and how the answer is verified. */
export interface Authentication {
  readonly asked: AuthenticationOptions
  readonly verified: { readonly requireUserVerification: boolean }
}

/** How a credential is added: what is asked for, and how the answer is verified. */
export interface Registration {
  readonly asked: RegistrationOptions
  readonly verified: {
    readonly requireUserVerification: boolean
    readonly supportedAlgorithmIDs: number[]
  }
}

function toMilliseconds(timeout: number = MAX_TIMEOUT): number {
  return Math.min(Math.max(1, timeout), MAX_TIMEOUT)
}

/** How somebody signs in at a provider. */
export function authenticationSettings(config: WebAuthnConfig): Authentication {
  const { authenticationOptions: given, verifyAuthenticationOptions: verified } = config
  const userVerification = given?.userVerification ?? config.userVerification ?? 'required'
  // The package takes this option, whatever is in it, for leave not to look at user presence. So it is not passed on.
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

/** How a credential is added at a provider. */
export function registrationSettings(config: WebAuthnConfig): Registration {
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
