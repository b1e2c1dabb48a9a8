/**
 * Returns the last part of a key as a digest of the look-up value. Storages interpret `/`, `?` and `:`, file systems may ignore
 * case, and both limit the length.
 */
export async function digest(...parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
