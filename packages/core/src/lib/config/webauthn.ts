import { InvalidConfiguration, MissingWebAuthnAutocomplete } from '../errors/classes.ts'
import { isObject } from '../kit/json.ts'
import type { CredentialInput } from '../types/provider.ts'
import type { SimpleWebAuthn, WebAuthnConfig } from '../types/webauthn.ts'
import {
  anything,
  callable,
  findProblem,
  flag,
  type OptionCheck,
  integers,
  json,
  type Members,
  milliseconds,
  either,
  text,
  texts,
} from './option-form.ts'

const preference: OptionCheck = either('required', 'preferred', 'discouraged')

const party: Members = { members: { id: texts, name: texts, origin: texts } }

const authenticatorSelection: Members = {
  members: {
    authenticatorAttachment: either('platform', 'cross-platform'),
    residentKey: preference,
    requireResidentKey: flag,
    userVerification: preference,
  },
}

const registrationOptions: Members = {
  members: {
    timeout: milliseconds,
    attestationType: either('none', 'direct', 'enterprise'),
    authenticatorSelection,
    extensions: json,
    supportedAlgorithmIDs: integers,
    preferredAuthenticatorType: either('securityKey', 'localDevice', 'remoteDevice'),
  },
}

/** All there is, so that a misspelt name never takes a protection away in silence. */
const OPTIONS = {
  id: text,
  name: anything,
  type: anything,
  requires: anything,
  ownOptions: anything,
  problem: anything,
  deprecated: anything,
  weakness: anything,
  style: anything,
  options: anything,
  relyingParty: party,
  relayingParty: party,
  getRelayingParty: callable,
  enableConditionalUI: flag,
  userVerification: preference,
  residentKey: preference,
  listCredentials: flag,
  getUserInfo: callable,
  formFields: anything,
  checkUserHandle: flag,
  timeout: milliseconds,
  authenticationOptions: {
    members: { timeout: milliseconds, userVerification: preference, extensions: json },
  },
  registrationOptions,
  verifyAuthenticationOptions: {
    members: {
      requireUserVerification: flag,
      advancedFIDOConfig: { members: { userVerification: preference } },
    },
  },
  verifyRegistrationOptions: {
    members: { requireUserVerification: flag, supportedAlgorithmIDs: integers },
  },
  simpleWebAuthn: anything,
  simpleWebAuthnBrowserVersion: anything,
} as const satisfies Record<keyof WebAuthnConfig, OptionCheck | Members>

/** Options that the environment sets for every provider. WebAuthn reads none of them. */
const FROM_ENVIRONMENT = { clientId: anything, clientSecret: anything, issuer: anything }

const KNOWN: Members = { members: OPTIONS }

/** The functions of the package that an application may replace. More than these may be given: the whole package. */
const FUNCTIONS = [
  'generateAuthenticationOptions',
  'verifyAuthenticationResponse',
  'generateRegistrationOptions',
  'verifyRegistrationResponse',
] as const satisfies readonly (keyof SimpleWebAuthn)[]

/** Fields of the form that the library fills in itself. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['action', 'callbackUrl', 'csrfToken', 'data'])

type Complain = (problem: string) => never

function checkWebAuthnOptions(config: WebAuthnConfig, complain: Complain): void {
  const given = Object.entries(config).filter(([name]) => !Object.hasOwn(FROM_ENVIRONMENT, name))
  const problem = findProblem(Object.fromEntries(given), KNOWN)
  if (problem !== undefined) complain(problem)
}

function checkRelyingParty(config: WebAuthnConfig, complain: Complain): void {
  // `getRelayingParty` goes with either: it is given the provider, and decides.
  if (config.relyingParty === undefined || config.relayingParty === undefined) return
  complain('relyingParty and relayingParty mean the same; keep one of them.')
}

function checkVerification(
  { verifyAuthenticationOptions: given }: WebAuthnConfig,
  complain: Complain,
): void {
  const { requireUserVerification: required, advancedFIDOConfig } = given ?? {}
  const demanded = advancedFIDOConfig?.userVerification
  if (required === undefined || demanded === undefined) return
  if (required === (demanded === 'required')) return
  complain(
    `\`verifyAuthenticationOptions\` has \`requireUserVerification: ${required}\` and \`advancedFIDOConfig.userVerification: "${demanded}"\`, which contradict each other; keep one of them.`,
  )
}

function checkFunctions({ simpleWebAuthn }: WebAuthnConfig, complain: Complain): void {
  if (!simpleWebAuthn) return
  for (const name of FUNCTIONS) {
    if (typeof simpleWebAuthn[name] === 'function') continue
    complain(`\`simpleWebAuthn\` lacks the function ${name}.`)
  }
}

function checkBrowserVersion(version: unknown, complain: Complain): void {
  if (!version || (typeof version === 'string' && /^v\d+(?:\.\d+){0,2}$/.test(version))) return
  complain('`simpleWebAuthnBrowserVersion` is not a version such as "v9.0.1". Leave it out.')
}

/** An attribute of an input, in lower case: HTML does not tell cases apart, neither in its name nor in its words. */
function readAttribute(input: Readonly<Record<string, unknown>>, name: string): string {
  for (const [key, value] of Object.entries(input)) {
    if (key.toLowerCase() === name) return typeof value === 'string' ? value.toLowerCase() : ''
  }
  return ''
}

function checkField([name, input]: [string, unknown], complain: Complain): void {
  if (OWN_FIELDS.has(name)) complain(`\`formFields.${name}\` has a name that the form uses itself.`)
  if (!isObject(input)) {
    return complain(
      `\`formFields.${name}\` is not an object such as { label: "Name", type: "text" }.`,
    )
  }
  if (readAttribute(input, 'type') === 'password') {
    complain(
      `\`formFields.${name}\` is a password. What is entered only names a user, and is in a URL.`,
    )
  }
}

/** Where browsers suggest passkeys: HTML has the word at the end. */
function suggests(input: CredentialInput): boolean {
  const shown = readAttribute(input, 'type') !== 'hidden'
  return shown && /(?:^|\s)webauthn$/.test(readAttribute(input, 'autocomplete'))
}

function checkFormFields(config: WebAuthnConfig, complain: Complain): void {
  const { id, formFields, getUserInfo, listCredentials, enableConditionalUI = true } = config
  if (formFields === undefined) return
  if (!isObject(formFields)) complain('`formFields` is not an object.')
  for (const field of Object.entries(formFields)) checkField(field, complain)
  if (listCredentials && !getUserInfo && !Object.hasOwn(formFields, 'email')) {
    complain(
      '`formFields` has no `email`, which users are found by. Add it, or find them by the other fields with `getUserInfo`.',
    )
  }
  if (!enableConditionalUI || Object.values(formFields).some(suggests)) return
  throw new MissingWebAuthnAutocomplete(
    `The provider "${id}" has conditional UI, and none of its \`formFields\` is an input with an \`autocomplete\` that ends in "webauthn".`,
  )
}

/**
 * Checks the options of a provider for WebAuthn: unknown options are refused, not ignored.
 *
 * @throws InvalidConfiguration that names provider and option
 * @throws MissingWebAuthnAutocomplete when passkeys are to be suggested and no input can
 */
export function checkWebAuthn(config: WebAuthnConfig): void {
  const complain: Complain = (problem) => {
    throw new InvalidConfiguration(`The provider "${config.id}": ${problem}`)
  }
  checkWebAuthnOptions(config, complain)
  checkRelyingParty(config, complain)
  checkVerification(config, complain)
  checkFunctions(config, complain)
  checkBrowserVersion(config.simpleWebAuthnBrowserVersion, complain)
  checkFormFields(config, complain)
}
