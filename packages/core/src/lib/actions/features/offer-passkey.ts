import { passkeyStep, type ScriptedPart } from '../../pages/passkey-step.ts'
import { requestTexts } from '../../pages/request-texts.ts'
import { actionUrl, type Context } from '../../request/context.ts'
import { findLinked } from '../../sign-in/passkey/linked.ts'
import { findPasskeyStep } from '../../sign-in/passkey/waiting-step.ts'

/** The button for a passkey on the page of a step; `undefined` where its user has none. */
export async function offerPasskey(
  context: Context,
  csrfToken: string | undefined,
): Promise<ScriptedPart | undefined> {
  const step = await findPasskeyStep(context)
  if (!step) return undefined
  const { config, request } = context
  for (const provider of config.providers.values()) {
    if (provider.kind !== 'webauthn') continue
    if ((await findLinked(provider, step.userId)).length === 0) continue
    const { signIn } = await requestTexts(config, request.headers)
    const to = { action: actionUrl(context, `callback/${provider.id}`), csrfToken }
    const options = actionUrl(context, `webauthn-options/${provider.id}`, { waiting: 'on' })
    return passkeyStep(to, options, signIn.passkey)
  }
  return undefined
}
