const MAX_LENGTH = 254
const MAX_LOCAL = 64

// RFC 5322, section 3.2.3: dot-atom, without what only quoting would allow.
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
// Zero-width characters, fillers and selectors: parsers drop them, people do not see them.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
const DOMAIN_CHARACTERS = /^[\p{L}\p{N}\p{M}.-]+$/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The domain as it is looked up (RFC 5891): lower case, in ASCII. */
function asciiDomain(domain: string): string | undefined {
  if (!DOMAIN_CHARACTERS.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const { hostname } = new URL(`http://${domain}`)
  const labels = hostname.split('.')
  const named = labels.length > 1 && labels.every((label) => LABEL.test(label))
  // A numeric last label would be an IPv4 address.
  return named && !/^\d+$/.test(labels.at(-1) ?? '') && hostname.length <= 253
    ? hostname
    : undefined
}

/**
 * The one spelling of an address that is stored, mailed and shown to callbacks. Applied twice it gives the same.
 *
 * @returns `undefined` for anything but one plain mailbox
 */
export function normalizeAddress(input: unknown): string | undefined {
  if (typeof input !== 'string' || input.length > MAX_LENGTH + 32) return undefined
  if (INVISIBLE.test(input) || input.normalize('NFKC') !== input) return undefined
  const trimmed = input.trim()
  if (trimmed.length > MAX_LENGTH) return undefined
  const at = trimmed.indexOf('@')
  if (at < 1 || at > MAX_LOCAL || at !== trimmed.lastIndexOf('@')) return undefined
  const local = trimmed.slice(0, at)
  const domain = asciiDomain(trimmed.slice(at + 1))
  if (!LOCAL.test(local) || domain === undefined) return undefined
  const address = `${local.toLowerCase()}@${domain}`
  return address.length > MAX_LENGTH ? undefined : address
}
