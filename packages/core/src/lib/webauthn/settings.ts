import type { WebAuthnConfig } from '../types/webauthn.ts'
import {
  type Authentication,
  authenticationOf,
  type Registration,
  registrationOf,
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
export function settingsOf(config: WebAuthnConfig): Settings {
  return {
    provider: config.id,
    checkUserHandle: config.checkUserHandle ?? true,
    authentication: authenticationOf(config),
    registration: registrationOf(config),
    functions: config.simpleWebAuthn,
  }
}
