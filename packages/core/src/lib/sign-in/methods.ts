import type { Evidence, WebAuthnEvidence } from './proof.ts'

/** Whether credentials had a password among them: what else an application verifies has no word here. */
const hasPassword = (
  inputs: Readonly<Record<string, { readonly type?: string | undefined }>>,
  given: Readonly<Record<string, unknown>>,
): boolean =>
  Object.keys(given).some((name) => name === 'password' || inputs[name]?.type === 'password')

/**
 * A credential that can be copied to other devices is held by software. Without attestation the other kind may be as well: the core
 * cannot tell. Verified by whatever the authenticator asks for, a PIN or a fingerprint, which it does not say.
 */
const ofPasskey = ({
  authenticator,
  userVerified = false,
}: WebAuthnEvidence): readonly string[] => [
  authenticator.credentialDeviceType === 'multiDevice' ? 'swk' : 'hwk',
  'user',
  ...(userVerified ? ['mfa'] : []),
]

/** How the user has proven who they are. What a service says of its own sign-in is not repeated. */
function listMethods(proof: Evidence): readonly string[] {
  if (proof.kind === 'email') return ['otp']
  if (proof.kind === 'webauthn') return ofPasskey(proof)
  if (proof.kind !== 'credentials') return []
  if (proof.byMail !== undefined) return ['otp']
  return hasPassword(proof.provider.config.credentials, proof.credentials) ? ['pwd'] : []
}

/** The same as a session keeps it: values of RFC 8176 with `~` between them; nothing for a service. */
export const methodsOf = (proof: Evidence): string | undefined =>
  listMethods(proof).join('~') || undefined

/** How a sign-in was proven, with what its steps have shown. */
export const methodsShown = ({
  methods,
  done,
}: {
  readonly methods: string | undefined
  readonly done: Readonly<Record<string, readonly string[]>>
}): readonly string[] => [
  ...new Set([...(methods?.split('~') ?? []), ...Object.values(done).flat()]),
]
