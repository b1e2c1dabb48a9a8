import type { PublicProvider } from '@latchstring/core/types'
import { text } from './transport.ts'
import type { Transport } from './transport.ts'

/** Requests the token for a POST; empty if CSRF tokens are disabled on the server, which answers 404. */
export async function fetchCsrfToken({ query }: Transport): Promise<string> {
  return text(await query('/csrf', {}, true), 'csrfToken') ?? ''
}

/** Requests the providers by id. */
export async function fetchProviders({
  query,
}: Transport): Promise<Record<string, PublicProvider>> {
  const body = (await query('/providers')) ?? {}
  // The action of the server declares this type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return body as Record<string, PublicProvider>
}
