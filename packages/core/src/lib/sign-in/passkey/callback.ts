import { prepareWebAuthn, requireLinked, storeFirstUse } from './account.ts'
import { prove, type WebAuthnEvidence } from '../proof.ts'
import { withCookiesOnFailure } from '../../failures/cookies-on-failure.ts'
import type { ProviderOfKind } from '../../config/providers.ts'
import type { Macs } from '../../crypto/mac.ts'
import type { Context } from '../../request/context.ts'
import { SessionRequired, WebAuthnVerificationError } from '../../errors/classes.ts'
import { traceProvider } from '../../request/trace.ts'
import type { FlowResult } from '../../http/result.ts'
import { parseCredentialResponse, type CredentialResponse } from './credential-response.ts'
import { verifyAuthentication } from './authenticate.ts'
import { WebAuthnAuthenticate, WebAuthnRegister } from './ceremony.ts'
import { consumeChallenge, findChallenge, type Challenge } from './challenge.ts'
import { expireChallengeCookie } from '../transaction/cookies.ts'
import { verifyRegistration } from './register.ts'
import { automaticSettings, providerSettings, type PasskeySettings } from './settings.ts'
import { refuseEnded, type Begun } from '../../sessions/in-progress.ts'
import { readLabel } from '../../sessions/devices/label.ts'
import { timeOfId } from '../transaction/transaction.ts'
import { rememberDevice } from '../../limits/device.ts'
import { spendOrThrow } from '../../limits/spend.ts'
import { completeSignIn } from '../complete.ts'

/** The input of the verification: an answer to a challenge, and the settings of its provider. */
interface CeremonyAttempt<A extends CredentialResponse = CredentialResponse> {
  readonly settings: PasskeySettings
  readonly challenge: Challenge
  readonly answer: A
  readonly provider: ProviderOfKind<'webauthn'>
  readonly userAgent: string | null
  readonly macs: Macs
  /** Ids of the other providers with passkeys. */
  readonly others: readonly string[]
  /** What the attempt comes after. */
  readonly begun: Begun
}

async function registered({
  settings,
  challenge,
  answer,
  provider,
  userAgent,
  macs,
  begun,
}: CeremonyAttempt<
  Extract<CredentialResponse, { ceremony: typeof WebAuthnRegister }>
>): Promise<WebAuthnEvidence> {
  const { userId } = challenge
  const user = userId === undefined ? null : await provider.store.getUser(userId)
  if (!user) throw new SessionRequired('The user who asked for the registration no longer exists.')
  const { authenticator, name } = await verifyRegistration(
    provider.store,
    settings,
    { ...challenge, userId: user.id, browser: readLabel(userAgent), macs },
    answer.response,
  )
  const { providerAccountId } = authenticator
  const account = {
    providerAccountId,
    provider: settings.provider,
    type: 'webauthn' as const,
    userId: user.id,
  }
  const ceremony = WebAuthnRegister
  return { kind: 'webauthn', provider, ceremony, ...begun, user, account, authenticator, name }
}

async function verified(attempt: CeremonyAttempt): Promise<WebAuthnEvidence> {
  const { settings, challenge, answer, provider, macs, others, begun } = attempt
  if (answer.clientData.crossOrigin) {
    throw new WebAuthnVerificationError('The authenticator was asked from within another site.')
  }
  if (answer.ceremony === WebAuthnRegister) return registered({ ...attempt, answer })
  const asked = { ...challenge, macs, others }
  const found = await verifyAuthentication(provider.store, settings, asked, answer.response)
  const { ceremony } = answer
  return { kind: 'webauthn', provider, ceremony, ...begun, ...found }
}

/**
 * POST callback for WebAuthn.
 *
 * @param goOn - with a sign-in that waits for the passkey, by the id of its row
 * @throws InvalidRequest when the answer is malformed
 * @throws InvalidCheck when the challenge was issued to another browser, or has been used
 * @throws WebAuthnVerificationError when the answer does not verify
 * @throws TooManyRequests when the client has answered too often
 */
export async function callbackWebAuthn(
  context: Context,
  given: ProviderOfKind<'webauthn'>,
  goOn: (context: Context, evidence: WebAuthnEvidence, id: string) => Promise<FlowResult>,
): Promise<FlowResult> {
  const provider = traceProvider(context, given)
  const { id, config, store } = provider
  const response = parseCredentialResponse(context.request.body)
  const proven =
    response.ceremony === WebAuthnAuthenticate
      ? { by: provider.id, name: response.response.id }
      : undefined
  const tried = await spendOrThrow(context, 'webauthn', { part: 'answers', proven })
  const challenge = await findChallenge(context, response.clientData.challenge)
  const jar = expireChallengeCookie(context, challenge.id)
  return withCookiesOnFailure(jar, async () => {
    // Before the verification: an answer that fails uses up the challenge as well.
    const { ceremony } = response
    await consumeChallenge(context, store, challenge, { ceremony, provider: id })
    const begun = await refuseEnded(context.config, timeOfId(challenge.id))
    const { startedBy } = challenge
    const usual = providerSettings(config)
    const settings = challenge.automatic === true ? automaticSettings(usual) : usual
    const userAgent = context.request.headers.get('user-agent')
    const { macs, providers } = context.config
    const others = [...providers.values()].flatMap((one) =>
      one.kind === 'webauthn' && one.id !== id ? [one.id] : [],
    )
    const submitted = { answer: response, provider, userAgent, macs, others, begun }
    const evidence = await verified({ settings, challenge, ...submitted })
    await tried.refund()
    if (challenge.waits !== undefined) {
      const gone = await goOn({ ...context, jar }, evidence, challenge.waits)
      return proven ? rememberDevice(context, gone, proven) : gone
    }
    const proof = prove({ ...evidence, ...(startedBy === undefined ? {} : { startedBy }) })
    const result = await completeSignIn({ ...context, jar }, proof, prepareWebAuthn)
    // Checked again: a removal meanwhile has ended the sessions that existed, but not this one.
    if (ceremony === WebAuthnAuthenticate) {
      await Promise.all([requireLinked(evidence), storeFirstUse(context, evidence)])
    }
    return proven ? rememberDevice(context, result, proven) : result
  })
}
