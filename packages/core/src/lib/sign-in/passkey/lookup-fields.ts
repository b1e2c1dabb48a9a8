import type { Context } from '../../request/context.ts'
import { normalizeAddress } from '../../kit/email-address.ts'
import { InvalidRequest } from '../../errors/classes.ts'
import type { CredentialInput } from '../../types/provider.ts'
import type { WebAuthnConfig } from '../../types/webauthn.ts'

/** What somebody says they are, each field in the form in which two that mean the same are the same. */
export interface LookupFields {
  readonly fields: Readonly<Record<string, string>>
  /** What they chose of it: made-up credentials depend on this alone. Empty when nobody is named. */
  readonly chosen: readonly (readonly [name: string, value: string])[]
}

function fold(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase()
}

/** Whether a field only carries what the application wrote into it. */
function isConstant({ type, value }: CredentialInput, entered: string): boolean {
  return type?.toLowerCase() === 'hidden' && fold(String(value ?? '')) === entered
}

function requireAddress(value: string): string {
  const email = normalizeAddress(value)
  if (email === undefined) throw new InvalidRequest('`email` is not an address.')
  return email
}

/**
 * Reads the fields a user is found by. Nothing else of the request counts: what a lookup ignores and made-up credentials
 * depend on would tell them from real ones.
 *
 * @throws InvalidRequest when an address is looked up and none is given
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
    const value = getUserInfo ? fold(sent) : requireAddress(sent)
    fields.push([name, value])
    if (!isConstant(input, value)) chosen.push([name, value])
  }
  return { fields: Object.fromEntries(fields), chosen }
}
