/**
 * Whether a service says that it has verified something, such as an address. OpenID Connect Core 1.0, section 5.1, has a boolean; some
 * services write it as text, at one endpoint or at all of them. `1`, `"1"` and `"yes"` are no such statement.
 *
 * @param flag - of any type, from the service
 */
export function isVerified(flag: unknown): boolean {
  return flag === true || flag === 'true'
}
