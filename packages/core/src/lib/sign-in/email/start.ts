import { emailAccount, spendForAddresses, userWithAddress } from './account.ts'
import { normalizeAddress } from '../../kit/email-address.ts'
import type { EmailProvider, ProviderOfKind } from '../../config/providers.ts'
import type { Context } from '../../request/context.ts'
import { actionUrl } from '../../request/context.ts'
import { randomToken } from '../../crypto/random.ts'
import { apparentBits } from '../../crypto/token-strength.ts'
import { requestTexts } from '../../pages/request-texts.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { EmailSignInError, InvalidConfiguration } from '../../errors/classes.ts'
import { describeKind, naming, namingNow } from '../../errors/own-function.ts'
import { traceProvider } from '../../request/trace.ts'
import type { FlowResult } from '../../http/result.ts'
import { rememberTarget } from '../../request/return-to.ts'
import { storeMailTransaction } from '../transaction/cookies.ts'
import { linkText, MAIL_MAX_AGE, signExpiry } from './mail-link.ts'
import { makeCode } from './mail-code.ts'
import { mailStore } from './mail-store.ts'
import { newTransactionId, type MailTransaction } from '../transaction/transaction.ts'
import type { EmailConfig } from '../../types/provider.ts'
import { passGate } from '../gate.ts'

/** The address after `normalizeIdentifier`, which may refuse it by an error. */
function normalize(given: unknown, { id, normalizeIdentifier }: EmailConfig): unknown {
  if (!normalizeIdentifier || typeof given !== 'string') return given
  const subject = `The \`normalizeIdentifier\` function of "${id}"`
  const own: unknown = namingNow(EmailSignInError, subject, () => normalizeIdentifier(given))
  if (typeof own === 'string') return own
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(own)}. Return the address as text, or throw to refuse it.`,
  )
}

/**
 * An address in its one spelling; `undefined` for what is no plain mailbox.
 *
 * @throws EmailSignInError where the application refuses it
 * @throws InvalidConfiguration when the function of the application returns no text
 */
export const ownAddress = (given: unknown, config: EmailConfig): string | undefined =>
  normalizeAddress(normalize(given, config))

/**
 * The address of the request.
 *
 * @throws EmailSignInError when it is not a plain mailbox, or the application refuses it
 * @throws InvalidConfiguration when the function of the application returns no text
 */
function readAddress({ request }: Context, config: EmailConfig): string {
  const identifier = ownAddress(request.body.get('email'), config)
  if (identifier === undefined)
    throw new EmailSignInError('The address is not a plain email address.')
  return identifier
}

/** Bits of a link that cannot be guessed (MAG-01). */
const LEAST_LINK_BITS = 128

/**
 * How often a token is drawn at most. A token of 128 random bits appears to have fewer by chance, once in 220 times in base 32 and
 * once in 3 times as a decimal number. That all draws do happens less than once in 10^9 times.
 */
const MAX_DRAWS = 20

/**
 * The secret of a link: the first token of the provider's function with enough apparent bits, or a random one.
 *
 * @throws EmailSignInError when the function of the provider throws
 * @throws InvalidConfiguration when its tokens can be guessed: tries of links are not counted
 */
async function makeLinkToken({ id, generateVerificationToken }: EmailConfig): Promise<string> {
  if (!generateVerificationToken) return randomToken()
  const subject = `The \`generateVerificationToken\` function of "${id}"`
  const refuse = (returned: string): InvalidConfiguration =>
    new InvalidConfiguration(
      `\`generateVerificationToken\` of the provider "${id}" returned ${returned}. ` +
        `Return ${LEAST_LINK_BITS} random bits or more as text, such as 32 random digits in hex or 22 characters in base64url, or leave the ` +
        'option out. For something to type there is `code`.',
    )
  let most = 0
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    // A function without types may return any value.
    const own: unknown = await naming(EmailSignInError, subject, generateVerificationToken)
    if (own === undefined || own === null) return randomToken()
    if (typeof own !== 'string') throw refuse(describeKind(own))
    const bits = Math.floor(apparentBits(own))
    if (bits >= LEAST_LINK_BITS) return own
    most = Math.max(most, bits)
  }
  throw refuse(`tokens of at most ${most} bits, which can be guessed`)
}

interface PreparedMail {
  readonly token: string
  /** The `expires` parameter of the link. */
  readonly expires: string
  /** Grouped for reading. Absent where the store cannot count how often codes are tried. */
  readonly code?: string
  readonly transaction: MailTransaction
}

async function prepareMail(
  context: Context,
  provider: EmailConfig,
  { identifier, hasCode }: { readonly identifier: string; readonly hasCode: boolean },
): Promise<PreparedMail> {
  const { config } = context
  const token = await makeLinkToken(provider)
  const id = newTransactionId(config)
  const link = linkText(context, { provider: provider.id, identifier, token })
  // Whole milliseconds, as stores keep them.
  const lifetime = Math.ceil((provider.maxAge ?? MAIL_MAX_AGE) * 1000)
  const expires = Math.floor(config.clock() + lifetime)
  const { code, codeHash } = hasCode ? await makeCode(config.macs, id) : {}
  const transaction = {
    id,
    provider: provider.id,
    identifier,
    linkHash: await config.macs.sign('mail-link', link),
    ...(codeHash !== undefined && { codeHash }),
    attempts: 0,
    expires,
    returnTo: context.returnTo,
  }
  return {
    token,
    expires: await signExpiry(config.macs, link, { expires, lifetime }),
    ...(code !== undefined && { code }),
    transaction,
  }
}

/** Calls `sendVerificationRequest`. @throws EmailSignInError when it fails */
async function sendMail(
  context: Context,
  { config: provider, fetch }: EmailProvider,
  mail: PreparedMail,
): Promise<void> {
  const { identifier, expires, returnTo } = mail.transaction
  const url = actionUrl(context, `callback/${provider.id}`, {
    callbackUrl: returnTo,
    token: mail.token,
    expires: mail.expires,
    email: identifier,
  })
  const { original, config } = context
  const { url: address, headers } = original.request
  try {
    await provider.sendVerificationRequest({
      identifier,
      url,
      expires: new Date(expires),
      provider,
      token: mail.token,
      ...(mail.code !== undefined && { code: mail.code }),
      theme: config.theme,
      texts: await requestTexts(config, headers),
      request: new Request(address, { headers }),
      fetch,
    })
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    const message = `The mail of "${provider.id}" could not be sent: \`sendVerificationRequest\` threw.`
    throw new EmailSignInError(message, { err: asError(cause) })
  }
}

function toVerifyRequest(context: Context, { id }: ProviderOfKind<'email'>): string {
  return actionUrl(context, 'verify-request', { provider: id, type: 'email' })
}

/**
 * POST signin for email: stores the secrets of a mail, then sends it. The response is the same for every address.
 *
 * @throws EmailSignInError when the address is not usable or the mail could not be sent
 * @throws InvalidConfiguration when links of the provider can be guessed
 * @throws TooManyRequests when too many mails were requested
 */
export async function signInWithEmail(
  context: Context,
  given: ProviderOfKind<'email'>,
): Promise<FlowResult> {
  const provider = traceProvider(context, given)
  const identifier = readAddress(context, provider.config)
  const tried = await spendForAddresses(context, 'mail', [identifier], 'A mail was not sent')
  if (!tried) {
    return {
      kind: 'redirect',
      to: toVerifyRequest(context, provider),
      jar: rememberTarget(context),
    }
  }
  const { user } = await userWithAddress(provider.store, identifier)
  const elsewhere = await passGate(context, {
    user,
    account: emailAccount(provider.id, identifier, user.id),
    email: { verificationRequest: true },
  })
  if (elsewhere !== undefined) return { kind: 'redirect', to: elsewhere, jar: context.jar }
  const mails = mailStore(provider.store, context.config.clock)
  const hasCode = mails.guess !== undefined
  const mail = await prepareMail(context, provider.config, { identifier, hasCode })
  const withdraw = await mails.put(mail.transaction.linkHash, mail.transaction.expires)
  try {
    await sendMail(context, provider, mail)
  } catch (cause) {
    // A mail that cannot be removed expires.
    await Promise.allSettled([withdraw()])
    // The mailbox got no mail. The budgets of browser, address and application stay spent: repeated requests must not be free.
    await tried.refund(['account', 'device'])
    throw cause
  }
  const jar = await storeMailTransaction(
    { ...context, jar: rememberTarget(context) },
    mail.transaction,
  )
  return { kind: 'redirect', to: toVerifyRequest(context, provider), jar }
}
