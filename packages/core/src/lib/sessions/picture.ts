import type { JWT } from '../types/jwt.ts'

/** For callbacks: the picture under both of its names, the one of OpenID Connect and the one of the contract. */
export function withBothNames<T extends JWT>(token: T): T {
  const shown = token.image ?? token.picture
  return shown === undefined ? token : { ...token, picture: shown, image: shown }
}

/**
 * Brings the names together again after a callback: the one that it changed counts, and `image` if it changed both.
 *
 * @param before - the picture that the callback was given
 */
export function reconcilePicture(token: JWT, before: JWT['image']): JWT {
  const { image, picture } = token
  const byImage = image !== undefined && (picture === undefined || image !== before)
  const shown = byImage ? image : picture
  return shown === undefined ? token : { ...token, picture: shown, image: shown }
}

/** For the cookie, which carries the picture once. */
export function withOneName(token: JWT): JWT {
  const { image: _, ...kept } = token
  return kept
}
