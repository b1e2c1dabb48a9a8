import type { WebAuthnConfig } from '../../types/webauthn.ts'
import {
  type Authentication,
  authenticationSettings,
  type Registration,
  registrationSettings,
} from './ceremony-options.ts'

/** A provider with its defaults. */
export interface Settings {
  readonly provider: string
  readonly checkUserHandle: boolean
  readonly authentication: Authentication
  readonly registration: Registration
  readonly functions: WebAuthnConfig['simpleWebAuthn']
}

/** The settings of a provider. */
export function providerSettings(config: WebAuthnConfig): Settings {
  return {
    provider: config.id,
    checkUserHandle: config.checkUserHandle ?? true,
    authentication: authenticationSettings(config),
    registration: registrationSettings(config),
    functions: config.simpleWebAuthn,
  }
}
