/** The members every user has. Extend {@link User} instead of this one. */
export interface DefaultUser {
  /** Id of the user in the store, or at the provider before the user is stored. */
  id?: string
  /** Display name. */
  name?: string | null
  /** Email address as stored. */
  email?: string | null
  /** Address of a picture. It is never fetched by the server. */
  image?: string | null
}

/** A user, as a provider's `profile` function returns it. Open for module augmentation. */
export interface User extends DefaultUser {}
