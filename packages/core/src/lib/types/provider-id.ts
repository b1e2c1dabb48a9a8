import type { BuiltInProviderId } from './built-in-provider-id.ts'
import type { Register } from './register.ts'

/**
 * Id of a provider, as `signIn` takes it: one of those that {@link Register} declares. Without a declaration any text is accepted, and
 * an editor proposes the ids of the providers of this package.
 *
 * @example
 * ```ts
 * import type { ProviderId } from '@latchstring/core/providers'
 *
 * declare module '@latchstring/core/types' {
 *   interface Register {
 *     providerId: 'github' | 'credentials'
 *   }
 * }
 *
 * export const preferred: ProviderId = 'github'
 * ```
 */
export type ProviderId<R = Register> = R extends { readonly providerId: infer Id extends string }
  ? Id
  : // With `string` itself the union would be `string`, and nothing proposed.
    BuiltInProviderId | (string & NonNullable<unknown>)
