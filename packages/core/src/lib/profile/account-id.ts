/**
 * The id of an account as a service sends it: text, or a whole number that a JavaScript number holds exactly. Larger ones
 * are rounded when JSON is read, and two people would become one; what is no id is left out, which refuses the sign-in.
 *
 * @param value - whatever the service sent
 */
export function accountId(value: unknown): { readonly id?: string } {
  if (typeof value === 'string' && value !== '') return { id: value }
  return Number.isSafeInteger(value) ? { id: String(value) } : {}
}
