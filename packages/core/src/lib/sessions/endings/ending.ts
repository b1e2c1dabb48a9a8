/**
 * The target of an ending: one session, those of a user but for one, those that were opened by a session at a provider, or all.
 *
 * `session.id` is what `SessionStrategy.current` calls it, and `provider.key` one of `providerKeys`. A store of sessions finds
 * those of a provider by their user, so `provider.user` has to be given with the strategy `database`.
 */
export type Ending =
  | { readonly kind: 'session'; readonly id: string; readonly user?: string | undefined }
  | {
      readonly kind: 'user'
      readonly id: string
      readonly except?: string | undefined
      /** Generation that the exempt session counts as, as `SessionStrategy.current` says it. */
      readonly generation?: number | undefined
      /** Id of a sign-in that waits and stays: it ends them itself, and goes on. */
      readonly waiting?: string | undefined
    }
  | {
      readonly kind: 'provider'
      readonly key: string
      readonly user?: string | undefined
      /** The key is that of sessions whose ID token named none: there will be others with it. */
      readonly unnamed?: boolean
    }
  | { readonly kind: 'all' }
