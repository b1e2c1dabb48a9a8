import { normalizeAddress } from '../../email-address.ts'
import { prove } from '../../accounts/proof.ts'
import { needs } from '../../config/adapter.ts'
import type { Context } from '../../context.ts'
import { actionUrl } from '../../context.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import { normalizeReadable } from '../../crypto/random.ts'
import { Verification } from '../../errors/classes.ts'
import type { FlowResult } from '../../http/result.ts'
import {
  expireTransaction,
  readMailTransactions,
  storeMailTransaction,
} from '../../transaction/cookies.ts'
import { attemptText, codeText, linkText, MAX_ATTEMPTS } from '../../transaction/mail-secrets.ts'
import type { MailTransaction } from '../../transaction/transaction.ts'
import type { EmailConfig } from '../../types/provider.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { csrfToken } from '../../csrf/token.ts'
import { ending } from '../../answers/failure.ts'

interface Link {
  readonly identifier: string
  /** Hashes the secret may be stored as: one for each secret of the configuration. */
  readonly hashes: readonly string[]
}

async function linkOf(
  context: Context,
  provider: EmailConfig,
  parameters: ReadonlyMap<string, unknown>,
): Promise<Link> {
  const token = parameters.get('token')
  const identifier = normalizeAddress(parameters.get('email'))
  if (typeof token !== 'string' || token === '' || identifier === undefined) {
    throw new Verification('The link has no token or no address.')
  }
  const text = linkText(context, { provider: provider.id, identifier, token })
  return { identifier, hashes: await context.config.macs.all('mail-link', text) }
}

/** Uses up what is stored; of two who try, one succeeds. */
async function consume(
  { config }: Context,
  identifier: string,
  hashes: readonly string[],
): Promise<void> {
  const { useVerificationToken } = needs(config.adapter, ['useVerificationToken'])
  for (const token of hashes) {
    const found = await useVerificationToken({ identifier, token })
    if (!found) continue
    if (found.identifier === identifier && found.expires.getTime() > config.clock()) return
    throw new Verification('The link or code has expired.')
  }
  throw new Verification('The link or code has been used already, or was never made.')
}

async function complete(
  context: Context,
  provider: EmailConfig,
  email: string,
): Promise<FlowResult> {
  return completeSignIn(context, prove({ kind: 'email', provider: provider.id, email }))
}

async function withLink(
  context: Context,
  provider: EmailConfig,
  { identifier, hashes }: Link,
  asked: MailTransaction | undefined,
): Promise<FlowResult> {
  const jar = asked ? expireTransaction(context.jar, context.profile, asked.id) : context.jar
  const returnTo = asked?.returnTo ?? context.returnTo
  return ending(jar, async () => {
    await consume(context, identifier, hashes)
    return complete({ ...context, jar, returnTo }, provider, identifier)
  })
}

/** The sign-in this browser asked for with this link. */
function askedFor(
  transactions: readonly MailTransaction[],
  { hashes }: Link,
): MailTransaction | undefined {
  return transactions.find(({ linkHash }) =>
    hashes.some((hash) => constantTimeEqual(hash, linkHash)),
  )
}

/** Asks before a link signs in a browser that did not ask for it: a scanner, or somebody else's link. Consumes nothing. */
async function confirmLink(
  context: Context,
  provider: EmailConfig,
  { identifier }: Link,
): Promise<FlowResult> {
  const { renderConfirmLink } = await import('../../pages/confirm-link.ts')
  const { pageResult, pageProps } = await import('../../answers/page-result.ts')
  const { token, jar } = await csrfToken(context)
  const page = renderConfirmLink({
    ...pageProps(context),
    action: actionUrl(context, `callback/${provider.id}`),
    csrfToken: token,
    callbackUrl: context.returnTo,
    email: identifier,
    token: context.request.query.get('token') ?? '',
  })
  return pageResult(page, jar)
}

/** GET callback for e-mail: a link was opened. */
export async function openLink(context: Context, provider: EmailConfig): Promise<FlowResult> {
  const link = await linkOf(context, provider, context.request.query)
  const asked = askedFor(await readMailTransactions(context, provider.id), link)
  return asked ? withLink(context, provider, link, asked) : confirmLink(context, provider, link)
}

/** Uses one attempt, and makes the next one if there is any left. */
async function useAttempt(
  context: Context,
  transaction: MailTransaction,
  right: boolean,
): Promise<void> {
  const { config } = context
  const { id, attempts, identifier, expires } = transaction
  await consume(
    context,
    identifier,
    await config.macs.all('mail-attempt', attemptText(id, attempts)),
  )
  if (right || attempts + 1 >= MAX_ATTEMPTS) return
  const { createVerificationToken } = needs(config.adapter, ['createVerificationToken'])
  const token = await config.macs.sign('mail-attempt', attemptText(id, attempts + 1))
  await createVerificationToken({ identifier, token, expires: new Date(expires) })
}

async function wrongCode(
  context: Context,
  provider: EmailConfig,
  transaction: MailTransaction,
): Promise<FlowResult> {
  await useAttempt(context, transaction, false)
  const attempts = transaction.attempts + 1
  if (attempts >= MAX_ATTEMPTS) throw new Verification('The code was typed wrongly too often.')
  const jar = await storeMailTransaction(context, { ...transaction, attempts })
  const to = actionUrl(context, 'verify-request', {
    provider: provider.id,
    type: 'email',
    error: 'Verification',
  })
  return { kind: 'redirect', to, jar }
}

async function typeCode(
  context: Context,
  provider: EmailConfig,
  typed: string,
): Promise<FlowResult> {
  const transactions = await readMailTransactions(context, provider.id)
  const [newest] = transactions
  if (!newest)
    throw new Verification('This browser has not asked for a code, or over ten minutes ago.')
  const code = normalizeReadable(typed.slice(0, 64))
  const { macs } = context.config
  const matches = await Promise.all(
    transactions.map(({ id, codeHash }) => macs.verify('mail-code', codeText(id, code), codeHash)),
  )
  const match = transactions.find((_, index) => matches[index])
  const jar = expireTransaction(context.jar, context.profile, (match ?? newest).id)
  return ending(jar, async () => {
    if (!match) return wrongCode(context, provider, newest)
    await useAttempt(context, match, true)
    // The link of the same mail ends with it: one mail, one sign-in.
    await consume(context, match.identifier, [match.linkHash])
    return complete({ ...context, jar, returnTo: match.returnTo }, provider, match.identifier)
  })
}

/** POST callback for e-mail: the button of the confirmation page, or a typed code. */
export async function submitMail(context: Context, provider: EmailConfig): Promise<FlowResult> {
  const code = context.request.body.get('code')
  if (typeof code === 'string') return typeCode(context, provider, code)
  const link = await linkOf(context, provider, context.request.body)
  const asked = askedFor(await readMailTransactions(context, provider.id), link)
  return withLink(context, provider, link, asked)
}
