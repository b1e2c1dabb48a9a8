import { InvalidConfiguration, MissingWebAuthnAutocomplete } from '../errors/classes.ts'
import type { SimpleWebAuthn, WebAuthnConfig } from '../types/webauthn.ts'

/** Options that are objects, and their members. The others of the library are made anew for each ceremony. */
const MEMBERS = {
  relyingParty: ['id', 'name', 'origin'],
  relayingParty: ['id', 'name', 'origin'],
  authenticationOptions: ['timeout', 'userVerification', 'extensions'],
  registrationOptions: [
    'timeout',
    'attestationType',
    'authenticatorSelection',
    'extensions',
    'supportedAlgorithmIDs',
    'preferredAuthenticatorType',
  ],
  verifyAuthenticationOptions: ['requireUserVerification', 'advancedFIDOConfig'],
  verifyRegistrationOptions: ['requireUserVerification', 'supportedAlgorithmIDs'],
} as const satisfies Partial<Record<keyof WebAuthnConfig, readonly string[]>>

/** The functions of the package that an application may replace. More than these may be given: the whole package. */
const FUNCTIONS = [
  'generateAuthenticationOptions',
  'verifyAuthenticationResponse',
  'generateRegistrationOptions',
  'verifyRegistrationResponse',
] as const satisfies readonly (keyof SimpleWebAuthn)[]

/** Fields of the form that the library fills in itself. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['action', 'callbackUrl', 'csrfToken', 'data'])

function objectOf(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? value : undefined
}

type Complain = (problem: string) => never

function checkMembers(config: WebAuthnConfig, complain: Complain): void {
  for (const [option, members] of Object.entries(MEMBERS)) {
    const given: unknown = Reflect.get(config, option)
    if (given === undefined) continue
    const known: readonly string[] = members
    const unknown = Object.keys(objectOf(given) ?? complain(`\`${option}\` is no object.`)).find(
      (member) => !known.includes(member),
    )
    if (unknown === undefined) continue
    complain(`\`${option}.${unknown}\` cannot be set. What can: ${members.join(', ')}.`)
  }
}

function checkRelyingParty(config: WebAuthnConfig, complain: Complain): void {
  const names = ['relyingParty', 'relayingParty', 'getRelayingParty'] as const
  const given = names.filter((name) => config[name] !== undefined)
  if (given.length > 1) complain(`${given.join(' and ')} say the same thing; keep one of them.`)
}

function checkTimeouts(config: WebAuthnConfig, complain: Complain): void {
  const { timeout, authenticationOptions, registrationOptions } = config
  for (const one of [timeout, authenticationOptions?.timeout, registrationOptions?.timeout]) {
    if (one === undefined || (Number.isFinite(one) && one > 0)) continue
    complain('`timeout` has to be a number of milliseconds above 0.')
  }
}

function checkFunctions({ simpleWebAuthn }: WebAuthnConfig, complain: Complain): void {
  if (!simpleWebAuthn) return
  const missing = FUNCTIONS.find((name) => typeof simpleWebAuthn[name] !== 'function')
  if (missing !== undefined) complain(`\`simpleWebAuthn\` lacks the function ${missing}.`)
}

function checkBrowserVersion(version: unknown, complain: Complain): void {
  if (!version || (typeof version === 'string' && /^v\d+(?:\.\d+){0,2}$/.test(version))) return
  complain('`simpleWebAuthnBrowserVersion` is no version such as "v9.0.1". Leave it out.')
}

function checkFormFields(config: WebAuthnConfig, complain: Complain): void {
  const { id, formFields, enableConditionalUI = true } = config
  if (!formFields) return
  const taken = Object.keys(formFields).find((name) => OWN_FIELDS.has(name))
  if (taken !== undefined) complain(`\`formFields.${taken}\` has a name that the form uses itself.`)
  const suggests = Object.values(formFields).some(({ autocomplete }) =>
    String(autocomplete).split(' ').includes('webauthn'),
  )
  if (!enableConditionalUI || suggests) return
  throw new MissingWebAuthnAutocomplete(
    `The provider "${id}" has conditional UI, and none of its \`formFields\` has "webauthn" in its \`autocomplete\`.`,
  )
}

/**
 * Checks the options of a provider for WebAuthn: what is not understood is refused and not passed over.
 *
 * @throws InvalidConfiguration that names provider and option
 * @throws MissingWebAuthnAutocomplete when passkeys are to be suggested and no input can
 */
export function checkWebAuthn(config: WebAuthnConfig): void {
  const complain: Complain = (problem) => {
    throw new InvalidConfiguration(`The provider "${config.id}": ${problem}`)
  }
  checkMembers(config, complain)
  checkRelyingParty(config, complain)
  checkTimeouts(config, complain)
  checkFunctions(config, complain)
  checkBrowserVersion(config.simpleWebAuthnBrowserVersion, complain)
  checkFormFields(config, complain)
}
