/**
 * An issuer in the one spelling that is compared. RFC 3986, section 6.2.3: a URL without a path is equal to one with the path `/`, and
 * services use both for one issuer. Any other path is compared as it is.
 */
export function canonicalIssuer(issuer: string): string {
  return /^https?:\/\/[^/?#]+\/$/.test(issuer) ? issuer.slice(0, -1) : issuer
}

/** Whether two texts name the same issuer. */
export function sameIssuer(one: unknown, other: string | undefined): boolean {
  if (typeof one !== 'string' || other === undefined) return false
  return canonicalIssuer(one) === canonicalIssuer(other)
}
