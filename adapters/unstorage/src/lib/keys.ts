/**
 * The last part of a key, from what a record is found by. Storages take `/`, `?` and `:` apart, file systems may not tell
 * capitals from small letters, and both limit the length: a digest is the same to all of them.
 */
export async function digest(...parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
