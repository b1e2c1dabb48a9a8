/**
 * A text from the response of a service; `null` for any other value.
 *
 * @param value - of any type, from the service
 */
export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export { hexadecimal } from '../../kit/hexadecimal.ts'
