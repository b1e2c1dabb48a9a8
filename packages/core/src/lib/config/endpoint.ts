/** An endpoint as an object; a string stands for one with nothing but its URL. */
export function endpoint<T extends { readonly url?: string }>(given: string | T | undefined): T {
  // No member of an endpoint is mandatory.
  return (typeof given === 'string' ? { url: given } : (given ?? {})) as T
}
