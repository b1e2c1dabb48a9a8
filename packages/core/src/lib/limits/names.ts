import { normalizeAddress } from '../kit/email-address.ts'
import { CallbackRouteError, InvalidConfiguration, InvalidRequest } from '../errors/classes.ts'
import { describeKind, namingNow } from '../errors/own-function.ts'
import type { ResolvedProvider } from '../config/providers.ts'
import type { ResolvedLimits } from '../config/limits.ts'
import type { CredentialsConfig } from '../types/provider.ts'

/** Names of fields that hold the name of an account, as forms have them. */
const FIELD =
  /^(?:email(?:address)?|user(?:name|id)?|login(?:name)?|identifier|account|handle|phone(?:number)?|mobile)$/

/** Members of a form whose values are secrets. */
const SECRET = /pass|pin$|secret|token|code|otp/

const fieldName = (name: string): string => name.toLowerCase().replaceAll(/[-_\s.]/g, '')

const isName = (name: string): boolean => FIELD.test(fieldName(name))

/** Most names of one try that are counted. */
const MAX_NAMES = 4

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox of an address: what follows a plus sign is a label there, and to Gmail dots are nothing. */
function toMailbox(address: string): string {
  const at = address.lastIndexOf('@')
  const [local = ''] = address.slice(0, at).split('+')
  const domain = address.slice(at + 1)
  if (local === '') return address
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** What a name is the same without, for people and for many who look it up. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\s]/gu

/** @throws AuthError that names the function of the application: one budget for every mailbox there is would be none */
function ownMailbox(inbox: NonNullable<ResolvedLimits['inbox']>, address: string): string {
  const subject = 'The `limits.inbox` function'
  const mailbox: unknown = namingNow(CallbackRouteError, subject, () => inbox(address))
  if (typeof mailbox === 'string') return mailbox
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(mailbox)}. Return the mailbox of the address as text.`,
  )
}

/** The one spelling under which the tries for a name are counted: those of a mailbox, or those of any other name. */
export function countedName(text: string, { inbox }: Pick<ResolvedLimits, 'inbox'>): string {
  // Any number of spaces around a name make no other one of it.
  const address = normalizeAddress(text.trim())
  if (address !== undefined) {
    return `mailbox ${inbox ? ownMailbox(inbox, address) : toMailbox(address)}`
  }
  const visible = text.replaceAll(UNSEEN, '').slice(0, 1_024)
  return `name ${visible.normalize('NFKC').replaceAll(UNSEEN, '').toLowerCase()}`
}

/** A name without the word for what it is. */
export const toName = (counted: string): string => counted.slice(counted.indexOf(' ') + 1)

/** The fields of a form that may hold a name: those that it declares, or, where it declares none, those that are called so. */
function nameFields(
  { credentials }: Pick<CredentialsConfig, 'credentials'>,
  fields: Readonly<Record<string, string>>,
): readonly string[] {
  const declared = Object.entries(credentials)
    .filter(([name, input]) => input.type !== 'password' && !SECRET.test(fieldName(name)))
    .map(([name]) => name)
  const called = Object.keys(fields).filter(isName)
  if (declared.length === 0) return called
  const known = called.filter((name) => declared.includes(name))
  return known.length > 0 ? known : declared.slice(0, 1)
}

/** The name or address that was entered at a provider, as it was entered. */
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
 * What the application takes for names. A field that was not sent leaves a gap there.
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
 * Names of accounts in what was entered for a provider.
 *
 * @throws InvalidRequest when there are more than are counted: the one that is looked up might be among the others
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
