import { type Value, memberValue } from './value.ts'
import { type Variables, firstVariable } from './variables.ts'

/** The address of a database as the adapter is given it, and the variable that has it. */
export function readDatabase(
  address: Value | undefined,
  variables: Variables,
): { readonly url: string | undefined; readonly usual: boolean } {
  const given = address?.kind === 'object' ? memberValue(address, 'url') : address
  if (given?.kind === 'text') return { url: given.text, usual: false }
  const environment = given?.kind === 'environment' ? given : undefined
  const variable = environment?.variable ?? 'DATABASE_URL'
  const url = firstVariable(variables, [variable])?.value
  const { otherwise } = environment ?? {}
  if (url === undefined && otherwise?.kind === 'text') return { url: otherwise.text, usual: false }
  return { url, usual: variable === 'DATABASE_URL' }
}
