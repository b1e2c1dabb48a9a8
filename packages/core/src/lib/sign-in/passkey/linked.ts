import type { ProviderOfKind } from '../../config/providers.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { type CredentialDescriptor, toDescriptor } from './credential.ts'

/** The credentials with an account. The row of a removed one stays where the adapter cannot delete authenticators. */
export async function findLinked(
  { id, store }: ProviderOfKind<'webauthn'>,
  userId: string,
): Promise<CredentialDescriptor[]> {
  const authenticators = await store.listAuthenticatorsByUserId(userId)
  const accounts = await store.listAccountsByUserId?.(userId)
  const isLinked = ({ providerAccountId: own }: AdapterAuthenticator): boolean =>
    !accounts || accounts.some((one) => one.provider === id && one.providerAccountId === own)
  return authenticators.filter(isLinked).map(toDescriptor)
}
