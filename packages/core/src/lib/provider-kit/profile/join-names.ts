/**
 * Joins the parts of a name that are not empty; `null` without any.
 *
 * @param parts - of any type, from the service
 */
export function joinNames(...parts: readonly unknown[]): string | null {
  const present = parts.filter((part) => typeof part === 'string' && part !== '')
  return present.length === 0 ? null : present.join(' ')
}
