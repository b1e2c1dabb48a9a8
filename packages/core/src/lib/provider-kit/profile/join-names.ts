/**
 * The parts of a name that are there, in their order, as one; `null` when there is none.
 *
 * @param parts - whatever the service sent
 */
export function joinNames(...parts: readonly unknown[]): string | null {
  const present = parts.filter((part) => typeof part === 'string' && part !== '')
  return present.length === 0 ? null : present.join(' ')
}
