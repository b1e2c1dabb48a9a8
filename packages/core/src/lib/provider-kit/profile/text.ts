/**
 * A member of a service's answer that has to be text; `null` where it is missing or something else.
 *
 * @param value - whatever the service sent
 */
export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
