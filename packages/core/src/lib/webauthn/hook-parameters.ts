import { actionUrl, type Context } from '../context.ts'
import { MissingAdapter } from '../errors/classes.ts'
import type { WebAuthnConfig, WebAuthnHookOptions, WebAuthnHookRequest } from '../types/webauthn.ts'

/**
 * What functions of the application are told of a request.
 *
 * @param query - in place of the parameters that were sent
 * @throws MissingAdapter when there is none
 */
export function hookParameters(
  context: Context,
  provider: WebAuthnConfig,
  query: Readonly<Record<string, string>> = Object.fromEntries(context.request.query),
): readonly [options: WebAuthnHookOptions, request: WebAuthnHookRequest] {
  const { method, action, body } = context.request
  const url = new URL(actionUrl(context, `${action}/${provider.id}`, query))
  const { adapter } = context.config
  if (!adapter) throw new MissingAdapter('WebAuthn needs an adapter.')
  return [
    { provider, adapter, url },
    { method, url, query, body: Object.fromEntries(body) },
  ]
}
