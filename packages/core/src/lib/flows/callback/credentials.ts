import { prove } from '../../accounts/proof.ts'
import type { CredentialsConfig } from '../../types/provider.ts'
import type { User } from '../../types/user.ts'
import type { Context } from '../../context.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { CallbackRouteError, CredentialsSignin } from '../../errors/classes.ts'
import type { FlowResult } from '../../http/result.ts'
import { completeSignIn } from '../complete-sign-in.ts'

/** Members of the body that are the library's own. */
const OWN: ReadonlySet<string> = new Set(['csrfToken', 'callbackUrl'])

async function authorize(
  { original }: Context,
  provider: CredentialsConfig,
  credentials: Record<string, unknown>,
): Promise<User | null> {
  const { url, headers } = original
  try {
    // The body has been read; what stood in it is the first argument.
    return await provider.authorize(credentials, new Request(url, { headers }))
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new CallbackRouteError(`The \`authorize\` function of "${provider.id}" threw.`, {
      err: asError(cause),
    })
  }
}

/**
 * POST callback for credentials.
 *
 * @throws CredentialsSignin when `authorize` does not know them
 */
export async function callbackCredentials(
  context: Context,
  provider: CredentialsConfig,
): Promise<FlowResult> {
  const entries = [...context.request.body].filter(([name]) => !OWN.has(name))
  const credentials = Object.fromEntries(entries)
  const user = await authorize(context, provider, credentials)
  if (!user) throw new CredentialsSignin(`\`authorize\` of "${provider.id}" returned no user.`)
  return completeSignIn(
    context,
    prove({ kind: 'credentials', provider: provider.id, user, credentials }),
  )
}
