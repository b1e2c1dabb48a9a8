/** A key of `A256CBC-HS512` (RFC 7518, section 5.2.5), ready for use. */
export interface ContentKey {
  readonly mac: unknown
  readonly enc: unknown
}
