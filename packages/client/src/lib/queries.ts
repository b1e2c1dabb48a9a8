import type { PublicProvider } from '@latchstring/core/types'
import { text } from './transport.ts'
import type { Transport } from './transport.ts'

/** The token for a POST; empty where the server has switched CSRF tokens off and answers 404. */
export async function fetchCsrfToken({ query }: Transport): Promise<string> {
  return text(await query('/csrf', {}, true), 'csrfToken') ?? ''
}

/** The providers by id. */
export async function fetchProviders({
  query,
}: Transport): Promise<Record<string, PublicProvider>> {
  const body = (await query('/providers')) ?? {}
  // The server declares this very shape for the action.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return body as Record<string, PublicProvider>
}
