import type { Context } from '../../request/context.ts'
import { normalizeAddress } from '../../kit/email-address.ts'
import { InvalidRequest } from '../../errors/classes.ts'
import type { CredentialInput } from '../../types/provider.ts'
import type { WebAuthnConfig } from '../../types/webauthn.ts'

/** The fields of a look-up, in one spelling. */
export interface LookupFields {
  readonly fields: Readonly<Record<string, string>>
  /** The fields that the person filled in. Decoys depend on these alone. Empty when the request names no user. */
  readonly chosen: readonly (readonly [name: string, value: string])[]
}

function foldValue(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase()
}

/** Whether a field has the value that the application gave it. */
function isConstant({ type, value }: CredentialInput, entered: string): boolean {
  return type?.toLowerCase() === 'hidden' && foldValue(String(value ?? '')) === entered
}

function requireAddress(value: string): string {
  const email = normalizeAddress(value)
  if (email === undefined) throw new InvalidRequest('`email` is not an address.')
  return email
}

/**
 * Reads the fields that a user is looked up by. Decoys depend on nothing else: a field that changes decoys, and that the look-up ignores,
 * would tell them from real credentials.
 *
 * @throws InvalidRequest when `email` is not an address
 */
export function parseLookupFields(
  { request }: Context,
  { formFields, getUserInfo }: WebAuthnConfig,
): LookupFields {
  const inputs: Readonly<Record<string, CredentialInput>> = (getUserInfo && formFields) ?? {
    email: {},
  }
  const fields: [string, string][] = []
  const chosen: [string, string][] = []
  for (const [name, input] of Object.entries(inputs)) {
    const sent = request.query.get(name)?.trim()
    if (!sent) continue
    const value = getUserInfo ? foldValue(sent) : requireAddress(sent)
    fields.push([name, value])
    if (!isConstant(input, value)) chosen.push([name, value])
  }
  return { fields: Object.fromEntries(fields), chosen }
}
