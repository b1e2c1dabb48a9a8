import { pageProps, pageResult } from '../../pages/page-result.ts'
import { normalizeAddress } from '../../kit/email-address.ts'
import { prepareEmail } from './account.ts'
import { prove, type EmailEvidence } from '../proof.ts'
import type { ProviderOfKind } from '../../config/providers.ts'
import type { Context } from '../../request/context.ts'
import { actionUrl } from '../../request/context.ts'
import { normalizeReadable } from '../../crypto/random.ts'
import { Verification } from '../../errors/classes.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import { traceProvider } from '../../request/trace.ts'
import type { FlowResult } from '../../http/result.ts'
import { lazy } from '../../kit/lazy.ts'
import {
  expireTransaction,
  readMailTransactions,
  storeMailTransaction,
} from '../transaction/cookies.ts'
import { linkText, MAIL_MAX_AGE, MAX_ATTEMPTS } from './mail-secrets.ts'
import { mailRows, type Rows } from './mail-rows.ts'
import { lastEndOfAll } from '../../sessions/in-progress.ts'
import { guessCode, useMail, type Guess } from './mail-store.ts'
import { findRequest, REFUSALS, refuseDeadLink, unknownLink, wasMailed } from './dead-link.ts'
import { timeOfId, type MailTransaction } from '../transaction/transaction.ts'
import { rememberDevice } from '../../limits/device.ts'
import { countedName } from '../../limits/names.ts'
import { spend, tooMany, type AllowedTry } from '../../limits/spend.ts'
import { completeSignIn } from '../complete.ts'
import { csrfToken } from '../../sessions/csrf/token.ts'
import { withCookiesOnFailure } from '../../failures/cookies-on-failure.ts'

interface Link {
  readonly identifier: string
  readonly token: string
  /** The sign-in this browser asked for with it. */
  readonly asked: MailTransaction | undefined
  /** What it says of its end, where it says so. */
  readonly signed: string | undefined
}

/** The rows of a mail, which does not count where it was requested before all sessions were ended; and which ending it comes after. */
async function countedRows(
  context: Context,
  provider: ProviderOfKind<'email'>,
  { identifier, token, signed }: Link,
): Promise<{ readonly rows: Rows; readonly text: string; readonly epoch: number }> {
  const { config } = context
  const text = linkText(context, { provider: provider.id, identifier, token })
  const usual = (provider.config.maxAge ?? MAIL_MAX_AGE) * 1000
  const { lifetime } = await findRequest(config, { text, signed }, usual)
  const { at, generation } = await lastEndOfAll(config, 'now')
  const rows = { ...mailRows(context, provider), over: at + lifetime }
  return { rows, text, epoch: generation }
}

type Parameters = ReadonlyMap<string, unknown>

/** The sign-in this browser asked for with the secret of a link, whatever else the link says. */
async function askedWith(context: Context, token: string): Promise<MailTransaction | undefined> {
  for (const transaction of await readMailTransactions(context)) {
    const text = linkText(context, { ...transaction, token })
    if (await context.config.macs.verify('mail-link', text, transaction.linkHash)) {
      return transaction
    }
  }
  return undefined
}

/** Uses up a mail whose link was changed on the way to this browser, which asked for it. */
async function burn(
  context: Context,
  provider: ProviderOfKind<'email'>,
  asked: MailTransaction,
): Promise<never> {
  const jar = expireTransaction(context.jar, context.profile, asked.id)
  return withCookiesOnFailure(jar, async () => {
    await useMail(mailRows(context, provider), asked)
    throw new Verification('The link names another address or provider than the mail was for.')
  })
}

/** What a link says. @throws Verification when it says too little, or something else than was mailed */
async function readLink(
  context: Context,
  provider: ProviderOfKind<'email'>,
  parameters: Parameters,
): Promise<Link> {
  const token = parameters.get('token')
  if (typeof token !== 'string' || token === '') throw new Verification('The link has no token.')
  const identifier = normalizeAddress(parameters.get('email'))
  const asked = await askedWith(context, token)
  if (asked && (asked.identifier !== identifier || asked.provider !== provider.id)) {
    return burn(context, provider, asked)
  }
  if (identifier === undefined) throw new Verification('The link has no address.')
  const signed = parameters.get('expires')
  return { identifier, token, asked, signed: typeof signed === 'string' ? signed : undefined }
}

/**
 * Uses up the mail of a link; of two who try, one succeeds.
 *
 * @returns generation of the latest ending of all sessions, which it comes after
 */
async function useLink(
  context: Context,
  provider: ProviderOfKind<'email'>,
  link: Link,
): Promise<number> {
  const { config } = context
  const { identifier, asked, signed } = link
  const { rows, text, epoch } = await countedRows(context, provider, link)
  // One hash for each secret of the configuration: a link survives their rotation.
  for (const linkHash of await config.macs.all('mail-link', text)) {
    const use = await useMail(rows, { identifier, linkHash })
    if (use === 'used') return epoch
    if (use !== 'unknown') throw new Verification(REFUSALS[use])
  }
  const isLive = asked ? asked.expires > config.clock() : await wasMailed(config, { text, signed })
  throw unknownLink(isLive)
}

async function complete(
  context: Context,
  provider: ProviderOfKind<'email'>,
  { email, epoch }: Pick<EmailEvidence, 'email' | 'epoch'>,
): Promise<FlowResult> {
  const { limits } = context.config
  const proof = prove({ kind: 'email', provider, email, epoch })
  const result = await completeSignIn(context, proof, prepareEmail)
  if (!limits) return result
  return rememberDevice(context, result, { by: 'mail', name: countedName(email, limits) })
}

async function withLink(
  context: Context,
  provider: ProviderOfKind<'email'>,
  link: Link,
): Promise<FlowResult> {
  const { asked, identifier } = link
  const jar = asked ? expireTransaction(context.jar, context.profile, asked.id) : context.jar
  const returnTo = asked?.returnTo ?? context.returnTo
  return withCookiesOnFailure(jar, async () => {
    const epoch = await useLink(context, provider, link)
    return complete({ ...context, jar, returnTo }, provider, { email: identifier, epoch })
  })
}

const confirmPage = lazy(() => import('../../pages/confirm-link.ts'))

/** Asks before a link signs in a browser that did not ask for it: a scanner, or somebody else's link. Consumes nothing. */
async function confirmLink(
  context: Context,
  provider: ProviderOfKind<'email'>,
  { identifier, token: secret, signed = '' }: Link,
): Promise<FlowResult> {
  const { renderConfirmLink } = await confirmPage()
  const { token, jar } = await csrfToken(context)
  const page = renderConfirmLink({
    ...(await pageProps(context)),
    action: actionUrl(context, `callback/${provider.id}`),
    csrfToken: token,
    callbackUrl: context.returnTo,
    email: identifier,
    token: secret,
    expires: signed,
  })
  return pageResult(page, jar)
}

/** GET callback for email: a link was opened. */
export async function openLink(
  context: Context,
  given: ProviderOfKind<'email'>,
): Promise<FlowResult> {
  const provider = traceProvider(context, given)
  const link = await readLink(context, provider, context.request.query)
  if (link.asked) return withLink(context, provider, link)
  const { config } = context
  const { identifier, signed } = link
  const text = linkText(context, { ...link, provider: provider.id })
  await refuseDeadLink(mailRows(context, provider), { identifier, text, signed })
  const { begunAt } = await findRequest(config, { text, signed }, 0)
  // Whoever confirms is told what this process has not heard of yet, or what the link does not say.
  const { at } = await lastEndOfAll(config, 'in the window')
  if (begunAt <= at) throw new Verification(REFUSALS.ended)
  return confirmLink(context, provider, link)
}

/** Whether another code will be looked at. */
const mayGuessAgain = (guess: Guess): guess is number =>
  typeof guess === 'number' && guess < MAX_ATTEMPTS

/** The cookies after a code was tried for a mail: gone when no other code will be looked at. */
async function afterGuess(
  context: Context,
  transaction: MailTransaction,
  guess: Guess,
): Promise<CookieJar> {
  return mayGuessAgain(guess)
    ? storeMailTransaction(context, { ...transaction, attempts: guess })
    : expireTransaction(context.jar, context.profile, transaction.id)
}

/**
 * Tries a code for the mails of this browser, newest first. Each of them loses an attempt, whichever mail the person meant,
 * until one is the right one. One after the other, since two may be after the same place.
 */
async function tryCode(
  context: Context,
  provider: ProviderOfKind<'email'>,
  transactions: readonly MailTransaction[],
  code: string,
): Promise<{
  readonly right: MailTransaction | undefined
  readonly jar: CookieJar
  readonly again: boolean
}> {
  let { jar } = context
  let again = false
  for (const transaction of transactions) {
    const guess = await guessCode(mailRows(context, provider), transaction, code)
    jar = await afterGuess({ ...context, jar }, transaction, guess)
    if (guess === 'right') return { right: transaction, jar, again }
    again ||= mayGuessAgain(guess)
  }
  return { right: undefined, jar, again }
}

/**
 * Spends a try of the addresses of the mails, across all of their codes.
 *
 * @returns nothing where too many were tried, which the answer does not say
 * @throws TooManyRequests when the client has tried too often
 */
async function spendGuess(
  context: Context,
  transactions: readonly MailTransaction[],
): Promise<AllowedTry | undefined> {
  const { limits } = context.config
  const names = limits
    ? [...new Set(transactions.map(({ identifier }) => countedName(identifier, limits)))]
    : []
  const tried = await spend(context, 'code', { names, by: 'mail' })
  if (tried.allowed) return tried
  if (tried.subject !== 'account') throw tooMany('code', tried)
  context.config.log.debug('A code was not compared: the budget "account" of "code" is used up.')
  return undefined
}

/** To where another code can be typed. */
function guessAgain(context: Context, { id }: ProviderOfKind<'email'>, jar: CookieJar): FlowResult {
  const parameters = { provider: id, type: 'email', error: 'Verification' }
  return { kind: 'redirect', to: actionUrl(context, 'verify-request', parameters), jar }
}

async function typeCode(
  context: Context,
  provider: ProviderOfKind<'email'>,
  typed: string,
): Promise<FlowResult> {
  const requested = await readMailTransactions(context, provider.id)
  if (requested.length === 0)
    throw new Verification('This browser has requested no code within the last ten minutes.')
  const { at, generation: epoch } = await lastEndOfAll(context.config, 'now')
  const transactions = requested.filter(({ id }) => timeOfId(id) > at)
  if (transactions.length === 0) throw new Verification(REFUSALS.ended)
  const tried = await spendGuess(context, transactions)
  if (!tried) return guessAgain(context, provider, context.jar)
  const code = normalizeReadable(typed.slice(0, 64))
  const { right, jar, again } = await tryCode(context, provider, transactions, code)
  return withCookiesOnFailure(jar, async () => {
    if (right) {
      await tried.giveBack()
      const { returnTo, identifier: email } = right
      return complete({ ...context, jar, returnTo }, provider, { email, epoch })
    }
    if (!again) throw new Verification('This browser has no open mail whose code could be entered.')
    return guessAgain(context, provider, jar)
  })
}

/** POST callback for email: the button of the confirmation page, or a typed code. */
export async function submitMail(
  context: Context,
  given: ProviderOfKind<'email'>,
): Promise<FlowResult> {
  const provider = traceProvider(context, given)
  const code = context.request.body.get('code')
  if (typeof code === 'string') return typeCode(context, provider, code)
  return withLink(context, provider, await readLink(context, provider, context.request.body))
}
