/** A mailbox (RFC 5322, section 3.4). */
export interface Mailbox {
  readonly address: string
  /** Display name. */
  readonly name?: string
}

const ADDRESS = /^[^\s@<>",;]+@[^\s@<>",;]+$/

/** Removes quotation marks (RFC 5322, section 3.2.4). */
function unquote(name: string): string {
  const quoted = name.length > 1 && name.startsWith('"') && name.endsWith('"')
  return quoted ? name.slice(1, -1).replaceAll(/\\(.)/g, '$1') : name
}

/**
 * Parses a sender: `no-reply@example.com` or `Example <no-reply@example.com>`.
 *
 * @throws TypeError when it is neither
 */
export function parseMailbox(text: string): Mailbox {
  const trimmed = text.trim()
  const start = trimmed.lastIndexOf('<')
  const bracketed = start !== -1 && trimmed.endsWith('>')
  const address = bracketed ? trimmed.slice(start + 1, -1).trim() : trimmed
  if (!ADDRESS.test(address)) {
    throw new TypeError(
      'The sender is not a mailbox: write `no-reply@example.com` or `Example <no-reply@example.com>`.',
    )
  }
  const name = bracketed ? unquote(trimmed.slice(0, start).trim()) : ''
  return name === '' ? { address } : { address, name }
}

/** The domain of an address. */
export function mailboxDomain({ address }: Mailbox): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
