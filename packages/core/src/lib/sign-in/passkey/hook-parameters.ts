import type { ProviderOfKind } from '../../config/providers.ts'
import { actionUrl, type Context } from '../../request/context.ts'
import type { WebAuthnHookOptions, WebAuthnHookRequest } from '../../types/webauthn.ts'

/**
 * What functions of the application are told of a request.
 *
 * @param query - in place of the parameters that were sent
 */
export function hookParameters(
  context: Context,
  { config, store }: ProviderOfKind<'webauthn'>,
  query: Readonly<Record<string, string>> = Object.fromEntries(context.request.query),
): readonly [options: WebAuthnHookOptions, request: WebAuthnHookRequest] {
  const { method, action, body } = context.request
  const url = new URL(actionUrl(context, `${action}/${config.id}`, query))
  return [
    { provider: config, adapter: store, url },
    { method, url, query, body: Object.fromEntries(body) },
  ]
}
