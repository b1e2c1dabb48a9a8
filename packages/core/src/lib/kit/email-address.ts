const MAX_LENGTH = 254
const MAX_LOCAL = 64

// Zero-width characters, fillers and selectors: parsers drop them, people do not see them.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
// What a copied address has around it, unseen.
const AROUND =
  /^[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]+|[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]+$/gu
// RFC 2047: some mail programs decode such words, and may find the at sign or the space of another address in them.
// The closing `?=` is not required, since not every decoder requires it.
const ENCODED_WORD = /=\?[^?]*\?[^?]*\?/
const DOMAIN_CHARACTERS = /^[\p{L}\p{N}\p{M}._-]+$/u

/** The accepted form of an address. */
interface AddressForm {
  readonly local: RegExp
  /** A label of the domain, in ASCII. */
  readonly label: RegExp
  /** The fewest labels of the domain. */
  readonly labels: number
}

const MAILED: AddressForm = {
  // RFC 5322, section 3.2.3: dot-atom, without what only quoting would allow.
  local: /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/,
  label: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
  labels: 2,
}

const WRITTEN: AddressForm = {
  // RFC 6531, and dots where some services have let people put them.
  local: /^[\p{L}\p{N}\p{M}\w!#$%&'*+/=?^`{|}~.-]+$/u,
  label: /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/,
  labels: 1,
}

/** The domain as it is looked up (RFC 5891): lower case, in ASCII. */
function asciiDomain(domain: string, { label, labels: fewest }: AddressForm): string | undefined {
  if (!DOMAIN_CHARACTERS.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const { hostname } = new URL(`http://${domain}`)
  const labels = hostname.split('.')
  const named = labels.length >= fewest && labels.every((one) => label.test(one))
  // A numeric last label would be an IPv4 address.
  return named && !/^\d+$/.test(labels.at(-1) ?? '') && hostname.length <= 253
    ? hostname
    : undefined
}

/** Whether another program could read another address in the text. */
function isAmbiguous(text: string): boolean {
  if (INVISIBLE.test(text) || ENCODED_WORD.test(text)) return true
  // Its compatibility form could be the address of another person.
  return text.normalize('NFKC') !== text
}

function parseEmailAddress(input: unknown, kind: AddressForm): string | undefined {
  if (typeof input !== 'string' || input.length > MAX_LENGTH + 32) return undefined
  const trimmed = input.replaceAll(AROUND, '')
  if (trimmed.length > MAX_LENGTH || isAmbiguous(trimmed)) return undefined
  const at = trimmed.indexOf('@')
  if (at < 1 || at > MAX_LOCAL || at !== trimmed.lastIndexOf('@')) return undefined
  const local = trimmed.slice(0, at)
  const domain = asciiDomain(trimmed.slice(at + 1), kind)
  if (!kind.local.test(local) || domain === undefined) return undefined
  const address = `${local.toLowerCase().normalize()}@${domain}`
  return address.length > MAX_LENGTH ? undefined : address
}

/**
 * The one spelling of an address that is stored, mailed and shown to callbacks. Applied twice it gives the same.
 *
 * @returns `undefined` for anything but one plain mailbox
 */
export function normalizeAddress(input: unknown): string | undefined {
  return parseEmailAddress(input, MAILED)
}

/**
 * The same for an address that a provider writes: no secret is mailed to it, so it may also have letters beyond ASCII before
 * the at sign, dots in odd places, and a host without a dot. Two that differ in more than case, spaces around them and the
 * spelling of the domain stay different.
 *
 * @returns `undefined` for anything but one mailbox
 */
export function normalizeProviderEmail(input: unknown): string | undefined {
  return parseEmailAddress(input, WRITTEN)
}
