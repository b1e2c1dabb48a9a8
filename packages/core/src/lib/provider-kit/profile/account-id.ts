import { usableId } from '../../kit/account-id.ts'

/**
 * The id of an account as a service sends it, for a `profile` function: text, or a whole number that a JavaScript number
 * holds exactly. Any other value is left out, which refuses the sign-in. `String(profile.id)` would turn a missing id into the text
 * `undefined`, and all such users into one.
 *
 * @param value - of any type, from the service
 * @returns an object to spread: with the `id` as text, or without one
 *
 * @example
 * ```ts
 * import { accountId, type OAuth2Config } from '@latchstring/core/providers'
 *
 * export const acme: OAuth2Config<{ readonly id: number; readonly login: string }> = {
 *   id: 'acme',
 *   name: 'Acme',
 *   type: 'oauth',
 *   authorization: 'https://acme.example/authorize',
 *   token: 'https://acme.example/token',
 *   userinfo: 'https://acme.example/api/me',
 *   profile: (profile) => ({ ...accountId(profile.id), name: profile.login }),
 * }
 * ```
 */
export function accountId(value: unknown): { readonly id?: string } {
  const id = usableId(value)
  return id === undefined ? {} : { id }
}
