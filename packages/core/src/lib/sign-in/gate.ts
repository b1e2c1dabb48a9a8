import type { SessionContext } from '../request/context.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { AccessDenied } from '../errors/classes.ts'
import { describeKind } from '../errors/own-function.ts'
import { resolveTarget } from '../request/return-to.ts'
import type { SignInParams } from '../types/callbacks.ts'

/**
 * Calls the `signIn` callback, before anything is written.
 *
 * @returns where to send the browser instead, or `undefined` to go on
 * @throws AccessDenied when the callback refuses or throws
 */
export async function passGate(
  { config, origin }: SessionContext,
  params: SignInParams,
): Promise<string | undefined> {
  if (!config.callbacks.signIn) return undefined
  let verdict: unknown
  try {
    verdict = await config.callbacks.signIn(params)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    const err = asError(cause)
    throw new AccessDenied(err.message, { err })
  }
  if (typeof verdict === 'string') return resolveTarget(config, origin, verdict)
  if (verdict === true) return undefined
  if (verdict === false) throw new AccessDenied('The `signIn` callback returned false.')
  // Usually a branch without `return`: it refuses, which may not be intended.
  const message = `The \`signIn\` callback returned ${describeKind(verdict)}`
  throw new AccessDenied(`${message}, which refuses. Return true, false or a URL.`, {
    returned: describeKind(verdict),
  })
}
