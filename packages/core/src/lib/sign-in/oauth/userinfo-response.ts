import type { OAuthProvider } from '../../config/providers.ts'
import { OAuthCallbackError } from '../../errors/classes.ts'
import { isObject } from '../../kit/json.ts'
import { lazy } from '../../kit/lazy.ts'
import type { Profile } from '../../types/account.ts'
import type { Grant } from './code-grant.ts'
import type { UserinfoExchange } from './userinfo-request.ts'

const claims = lazy(() => import('./userinfo-claims.ts'))

/** The answer to a plain GET has to be an object. */
async function readPlain({ id }: OAuthProvider, response: Response): Promise<Profile> {
  const body: unknown = response.status === 200 ? await response.json() : undefined
  if (isObject(body)) return body
  throw new OAuthCallbackError(
    `The userinfo endpoint of "${id}" answered with HTTP ${response.status} and no object.`,
  )
}

/**
 * The profile in a userinfo response.
 *
 * @throws OAuthCallbackError when it has none, or does not verify
 */
export async function readUserinfo(
  provider: OAuthProvider,
  grant: Grant,
  { client, response }: UserinfoExchange,
): Promise<Profile> {
  if (provider.kind === 'oauth') return readPlain(provider, response)
  return (await claims()).readClaims(provider, client, grant, response)
}
