import type {
  CredentialInput,
  CredentialsConfig,
  DescriptiveMember,
} from '../lib/types/provider.ts'

export type { CredentialInput, CredentialsConfig } from '../lib/types/provider.ts'

/** Id of {@link Credentials} unless the options say otherwise. */
export type CredentialsProviderId = 'credentials'

/** Options of {@link Credentials}. */
export type CredentialsUserConfig<Inputs extends Record<string, CredentialInput>> = Partial<
  Omit<CredentialsConfig<Inputs>, Exclude<DescriptiveMember, 'type'>>
>

/**
 * Sign-in with something the application verifies itself, for example a user name and a password.
 *
 * The values that `authorize` receives may come from an attacker: check each one, compare passwords through a slow hash, and limit how
 * often one account and one address may try.
 *
 * @param options - `credentials`, the inputs of the built-in form, and `authorize`, which returns the user or `null`
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html
 *
 * @example
 * ```ts
 * import Credentials from '@latchstring/core/providers/credentials'
 *
 * declare function verify(name: unknown, password: unknown): Promise<{ id: string } | null>
 *
 * export const providers = [
 *   Credentials({
 *     credentials: { username: { label: 'User name' }, password: { label: 'Password', type: 'password' } },
 *     authorize: ({ username, password }) => verify(username, password),
 *   }),
 * ]
 * ```
 */
export default function Credentials<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
>(options?: CredentialsUserConfig<Inputs>): CredentialsConfig<Inputs>
export default function Credentials(
  options: CredentialsUserConfig<Record<string, CredentialInput>> = {},
): CredentialsConfig {
  return {
    id: 'credentials',
    name: 'Credentials',
    type: 'credentials',
    credentials: {},
    // Without one, which only a program without types lacks by mistake, the provider is left out with MissingAuthorize.
    authorize: options.authorize as CredentialsConfig['authorize'],
    options,
  }
}
