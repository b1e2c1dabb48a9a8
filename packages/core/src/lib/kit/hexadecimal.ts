/**
 * Bytes in hexadecimal.
 *
 * @param encoded - the bytes in base64url
 */
export function hexadecimal(encoded: string): string {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return Array.from(binary, (one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}
