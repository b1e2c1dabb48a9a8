import { normalizeAddress } from '../kit/email-address.ts'
import { CallbackRouteError, InvalidConfiguration, InvalidRequest } from '../errors/classes.ts'
import { describeKind, namingNow } from '../errors/own-function.ts'
import type { ResolvedProvider } from '../config/providers.ts'
import type { ResolvedLimits } from '../config/limits.ts'
import type { CredentialsConfig } from '../types/provider.ts'

/** Names of fields that usually hold the name of an account. */
const FIELD =
  /^(?:email(?:address)?|user(?:name|id)?|login(?:name)?|identifier|account|handle|phone(?:number)?|mobile)$/

/** Names of fields whose values may be secrets, and are therefore no names of accounts. */
const SECRET = /pass|pin$|secret|token|code|otp/

/** Names of fields whose values are secrets, or differ from one sign-in to the next. The code of a company is neither. */
const SURELY_SECRET =
  /pass(?:word|phrase|code|key|wd)?$|pwd$|pin$|secret|token|otp|captcha|turnstile|^(?:access|auth|backup|email|login|mfa|onetime|recovery|security|signin|sms|twofactor|verification|2fa)?code$/

const fieldName = (name: string): string => name.toLowerCase().replaceAll(/[-_\s.]/g, '')

/** Whether the name of a field reads as that of a secret, so that what it holds names no account. */
export const readsAsSecret = (name: string): boolean => SECRET.test(fieldName(name))

const isName = (name: string): boolean => FIELD.test(fieldName(name))

/** How many names of one try are counted at most. */
const MAX_NAMES = 4

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox of an address: without the label after a plus sign, and at Gmail without dots. */
function toMailbox(address: string): string {
  const at = address.lastIndexOf('@')
  const [local = ''] = address.slice(0, at).split('+')
  const domain = address.slice(at + 1)
  if (local === '') return address
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** Characters that are invisible, and that many look-ups of names ignore. */
const IGNORED_IN_NAMES = /[\p{Default_Ignorable_Code_Point}\s]/gu

/** @throws AuthError that names the function of the application when it throws or returns no text */
function ownMailbox(inbox: NonNullable<ResolvedLimits['inbox']>, address: string): string {
  const subject = 'The `limits.inbox` function'
  const mailbox: unknown = namingNow(CallbackRouteError, subject, () => inbox(address))
  if (typeof mailbox === 'string') return mailbox
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(mailbox)}. Return the mailbox of the address as text.`,
  )
}

/** The spelling under which the tries for a name are counted: that of its mailbox, or of any other name. */
export function countedName(text: string, { inbox }: Pick<ResolvedLimits, 'inbox'>): string {
  const address = normalizeAddress(text.trim())
  if (address !== undefined) {
    return `mailbox ${inbox ? ownMailbox(inbox, address) : toMailbox(address)}`
  }
  const visible = text.replaceAll(IGNORED_IN_NAMES, '').slice(0, 1_024)
  return `name ${visible.normalize('NFKC').replaceAll(IGNORED_IN_NAMES, '').toLowerCase()}`
}

/** A counted name without its prefix. */
export const toName = (counted: string): string => counted.slice(counted.indexOf(' ') + 1)

/** The fields of a form that may hold a name: declared ones, or, where none are declared, those with a usual name. */
function nameFields(
  { credentials }: Pick<CredentialsConfig, 'credentials'>,
  fields: Readonly<Record<string, string>>,
): readonly string[] {
  const declared = Object.entries(credentials)
    .filter(([name, input]) => input.type !== 'password' && !readsAsSecret(name))
    .map(([name]) => name)
  const called = Object.keys(fields).filter(isName)
  if (declared.length === 0) return called
  const known = called.filter((name) => declared.includes(name))
  return known.length > 0 ? known : declared.slice(0, 1)
}

/**
 * What is entered into the fields of a form, but for secrets, in the exact spelling: what a password is proof for. `authorize` gets every
 * field that is sent, and may tell accounts apart by any of them, so that none is left out and none is folded.
 */
export function exactText(
  { credentials }: Pick<CredentialsConfig, 'credentials'>,
  fields: Readonly<Record<string, string>>,
): string {
  const isSecret = (name: string): boolean =>
    credentials[name]?.type?.toLowerCase() === 'password' || SURELY_SECRET.test(fieldName(name))
  const names = new Set([...Object.keys(credentials), ...Object.keys(fields)])
  const telling = [...names].filter((name) => !isSecret(name)).toSorted()
  return JSON.stringify(telling.map((name) => [name, fields[name] ?? null]))
}

/** The name or address in the form of a provider, as it was entered. */
export function findIdentifier(
  provider: ResolvedProvider,
  body: ReadonlyMap<string, unknown>,
): string | undefined {
  if (provider.kind === 'email') return normalizeAddress(body.get('email'))
  if (provider.kind !== 'credentials') return undefined
  const fields = Object.fromEntries(
    [...body].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const [first] = nameFields(provider.config, fields)
  return first === undefined ? undefined : fields[first]?.slice(0, 1_024)
}

/**
 * The names that `limits.accounts` returns. A field that was not sent leaves a gap.
 *
 * @throws AuthError that names its function when that throws, or returns no list
 */
function ownNames(
  limits: Pick<ResolvedLimits, 'accounts'>,
  fields: Readonly<Record<string, string>>,
): readonly string[] | undefined {
  const subject = 'The `limits.accounts` function'
  const names = namingNow(CallbackRouteError, subject, () => limits.accounts?.(fields)) ?? undefined
  if (names === undefined || Array.isArray(names)) return names
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(names)}. Return a list of names.`,
  )
}

/**
 * The names of accounts in the form of a provider.
 *
 * @throws InvalidRequest when there are more than are counted: `authorize` might look up one of the others
 */
export function findNames(
  limits: Pick<ResolvedLimits, 'accounts' | 'inbox'>,
  provider: Pick<CredentialsConfig, 'credentials'>,
  fields: Readonly<Record<string, string>>,
): readonly string[] {
  const given =
    ownNames(limits, fields) ?? nameFields(provider, fields).map((name) => fields[name] ?? '')
  const names = given
    .filter((name) => typeof name === 'string' && name.trim() !== '')
    .map((name) => countedName(name, limits))
  const different = [...new Set(names)]
  if (different.length <= MAX_NAMES) return different
  throw new InvalidRequest(
    `The form has ${different.length} names of accounts, and at most ${MAX_NAMES} are counted. Name the field of the account in \`credentials\` of the provider, or return its name from \`limits.accounts\`.`,
  )
}
