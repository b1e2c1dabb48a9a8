import { emailAccount } from '../../accounts/settle-email.ts'
import { normalizeAddress } from '../../email-address.ts'
import { needs } from '../../config/adapter.ts'
import type { EmailProvider } from '../../config/providers.ts'
import type { Context } from '../../context.ts'
import { actionUrl } from '../../context.ts'
import { normalizeReadable, randomReadable, randomToken } from '../../crypto/random.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { EmailSignInError } from '../../errors/classes.ts'
import type { FlowResult } from '../../http/result.ts'
import { rememberTarget } from '../../return-to.ts'
import { storeMailTransaction } from '../../transaction/cookies.ts'
import { attemptText, codeText, linkText } from '../../transaction/mail-secrets.ts'
import { newTransactionId, type MailTransaction } from '../../transaction/transaction.ts'
import type { EmailConfig } from '../../types/provider.ts'
import { userOfAddress } from '../complete-sign-in.ts'
import { passGate } from '../../accounts/gate.ts'

const MAX_AGE = 600

/** 40 bits that only the browser that asked can try, and only a few times. */
const CODE_LENGTH = 8

/**
 * The address of the request, in its one spelling.
 *
 * @throws EmailSignInError when it is not a plain mailbox
 */
function identifierOf({ request }: Context, { normalizeIdentifier }: EmailConfig): string {
  const given = request.body.get('email')
  const own = normalizeIdentifier && typeof given === 'string' ? normalizeIdentifier(given) : given
  const identifier = normalizeAddress(own)
  if (identifier === undefined)
    throw new EmailSignInError('The address is not a plain e-mail address.')
  return identifier
}

interface Mail {
  readonly token: string
  readonly code: string
  readonly transaction: MailTransaction
}

async function prepare(context: Context, provider: EmailConfig, identifier: string): Promise<Mail> {
  const { config } = context
  const token = (await provider.generateVerificationToken?.()) ?? randomToken()
  const code = randomReadable(CODE_LENGTH)
  const id = newTransactionId(config)
  const link = linkText(context, { provider: provider.id, identifier, token })
  const transaction = {
    id,
    provider: provider.id,
    identifier,
    linkHash: await config.macs.sign('mail-link', link),
    codeHash: await config.macs.sign('mail-code', codeText(id, normalizeReadable(code))),
    attempts: 0,
    expires: config.clock() + (provider.maxAge ?? MAX_AGE) * 1000,
    returnTo: context.returnTo,
  }
  return { token, code, transaction }
}

/** Stores what proves the mail: the link, and the first of the attempts to type the code. */
async function store({ config }: Context, { transaction }: Mail): Promise<void> {
  const { createVerificationToken } = needs(config.adapter, ['createVerificationToken'])
  const { identifier, linkHash, id } = transaction
  const expires = new Date(transaction.expires)
  await createVerificationToken({ identifier, token: linkHash, expires })
  const attempt = await config.macs.sign('mail-attempt', attemptText(id, 0))
  await createVerificationToken({ identifier, token: attempt, expires })
}

async function withdraw({ config }: Context, { transaction }: Mail): Promise<void> {
  const { useVerificationToken } = needs(config.adapter, ['useVerificationToken'])
  const { identifier, linkHash } = transaction
  // The link that was not sent must not work; if the store fails as well, it expires.
  await useVerificationToken({ identifier, token: linkHash }).catch(() => undefined)
}

async function send(
  context: Context,
  { config: provider, fetch }: EmailProvider,
  mail: Mail,
): Promise<void> {
  const { identifier, expires, returnTo } = mail.transaction
  const url = actionUrl(context, `callback/${provider.id}`, {
    callbackUrl: returnTo,
    token: mail.token,
    email: identifier,
  })
  const { original, config } = context
  try {
    await provider.sendVerificationRequest({
      identifier,
      url,
      expires: new Date(expires),
      provider,
      token: mail.token,
      code: `${mail.code.slice(0, CODE_LENGTH / 2)}-${mail.code.slice(CODE_LENGTH / 2)}`,
      theme: config.theme,
      request: new Request(original.url, { headers: original.headers }),
      fetch,
    })
  } catch (cause) {
    await withdraw(context, mail)
    if (isAuthError(cause)) throw cause
    throw new EmailSignInError(`The mail of "${provider.id}" could not be sent.`, {
      err: asError(cause),
    })
  }
}

/**
 * POST signin for e-mail: stores the secrets of a mail, then sends it. What is answered is the same for every address.
 *
 * @throws EmailSignInError when the address is not usable or the mail could not be sent
 */
export async function signInWithEmail(
  context: Context,
  provider: EmailProvider,
): Promise<FlowResult> {
  const identifier = identifierOf(context, provider.config)
  const { user } = await userOfAddress(context, identifier)
  const elsewhere = await passGate(context, {
    user,
    account: emailAccount({ provider: provider.id, email: identifier }, user.id),
    email: { verificationRequest: true },
  })
  if (elsewhere !== undefined) return { kind: 'redirect', to: elsewhere, jar: context.jar }
  const mail = await prepare(context, provider.config, identifier)
  await store(context, mail)
  await send(context, provider, mail)
  const jar = await storeMailTransaction(
    { ...context, jar: rememberTarget(context) },
    mail.transaction,
  )
  return {
    kind: 'redirect',
    to: actionUrl(context, 'verify-request', { provider: provider.id, type: 'email' }),
    jar,
  }
}
