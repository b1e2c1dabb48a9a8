import { pageProps, pageResult } from '../../pages/page-result.ts'
import { normalizeAddress } from '../../kit/email-address.ts'
import { prepareEmail, spendForAddresses } from './account.ts'
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
import {
  LINK_REFUSALS,
  linksOf,
  linkText,
  MAIL_MAX_AGE,
  readExpiry,
  refuseDeadLink,
  unknownLink,
  useMail,
  type OpenedLink,
} from './mail-link.ts'
import { guessCode } from './mail-code.ts'
import { mailStore } from './mail-store.ts'
import { lastEndOfAll, type Begun } from '../../sessions/in-progress.ts'
import { MAX_ATTEMPTS, timeOfId, type MailTransaction } from '../transaction/transaction.ts'
import { rememberDevice } from '../../limits/device.ts'
import { completeSignIn } from '../complete.ts'
import { csrfToken } from '../../sessions/csrf/token.ts'
import { withCookiesOnFailure } from '../../failures/cookies-on-failure.ts'

type MailProvider = ProviderOfKind<'email'>

/** GET callback for email: a link was opened. */
export async function openLink(context: Context, given: MailProvider): Promise<FlowResult> {
  const provider = traceProvider(context, given)
  const link = await readLink(context, provider, context.request.query)
  if (link.ownMail) return signInWithLink(context, provider, link)
  await refuseDeadLink(linksOf(context, provider), link)
  const { config } = context
  const requestedAt = link.expiry ? link.expiry.expires - link.expiry.lifetime : config.clock()
  // An ending that this process has not read yet, or a link without a time, is checked when the person confirms.
  const { at } = await lastEndOfAll(config, 'in the window')
  if (requestedAt <= at) throw new Verification(LINK_REFUSALS.ended)
  return confirmLink(context, provider, link)
}

/** POST callback for email: the button of the confirmation page, or a typed code. */
export async function submitMail(context: Context, given: MailProvider): Promise<FlowResult> {
  const provider = traceProvider(context, given)
  const { body } = context.request
  const code = body.get('code')
  if (typeof code === 'string') return signInWithCode(context, provider, code)
  return signInWithLink(context, provider, await readLink(context, provider, body))
}

interface Link extends OpenedLink {
  readonly identifier: string
  readonly token: string
  /** The sign-in of this browser that the link was mailed for. */
  readonly ownMail: MailTransaction | undefined
}

/**
 * The parameters of a link.
 *
 * @throws Verification when one is missing, or differs from the mail that this browser requested
 */
async function readLink(
  context: Context,
  provider: MailProvider,
  parameters: ReadonlyMap<string, unknown>,
): Promise<Link> {
  const token = parameters.get('token')
  if (typeof token !== 'string' || token === '') throw new Verification('The link has no token.')
  const identifier = normalizeAddress(parameters.get('email'))
  const ownMail = await findOwnMail(context, token)
  if (ownMail && (ownMail.identifier !== identifier || ownMail.provider !== provider.id)) {
    return invalidateMail(context, provider, ownMail)
  }
  if (identifier === undefined) throw new Verification('The link has no address.')
  const text = linkText(context, { provider: provider.id, identifier, token })
  const expires = parameters.get('expires')
  const signed = typeof expires === 'string' ? expires : undefined
  const { macs } = context.config
  const expiry = signed === undefined ? undefined : await readExpiry(macs, text, signed)
  return { identifier, token, text, signed, expiry, ownMail }
}

/** The sign-in of this browser whose link has a secret, whatever the other parameters of the link are. */
async function findOwnMail(context: Context, token: string): Promise<MailTransaction | undefined> {
  for (const transaction of await readMailTransactions(context)) {
    const text = linkText(context, { ...transaction, token })
    if (await context.config.macs.verify('mail-link', text, transaction.linkHash)) {
      return transaction
    }
  }
  return undefined
}

/** Uses up a mail that this browser requested, and whose link was changed on its way. */
async function invalidateMail(
  context: Context,
  provider: MailProvider,
  mail: MailTransaction,
): Promise<never> {
  const jar = expireTransaction(context.jar, context.profile, mail.id)
  return withCookiesOnFailure(jar, async () => {
    await mailStore(provider.store, context.config.clock).take(mail.linkHash)
    throw new Verification('The link names another address or provider than the mail was for.')
  })
}

const confirmPage = lazy(() => import('../../pages/confirm-link.ts'))

/**
 * The page before a link signs in a browser that did not request the mail: a scanner may have opened it, or a person to whom an
 * attacker sent a link. Uses up nothing.
 */
async function confirmLink(
  context: Context,
  provider: MailProvider,
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

async function signInWithLink(
  context: Context,
  provider: MailProvider,
  link: Link,
): Promise<FlowResult> {
  const { ownMail, identifier } = link
  const jar = ownMail ? expireTransaction(context.jar, context.profile, ownMail.id) : context.jar
  const returnTo = ownMail?.returnTo ?? context.returnTo
  return withCookiesOnFailure(jar, async () => {
    const begun = await consumeLink(context, provider, link)
    return signInWithAddress({ ...context, jar, returnTo }, provider, {
      email: identifier,
      ...begun,
    })
  })
}

/**
 * Uses up the mail of a link. Of two concurrent requests, one succeeds.
 *
 * @returns what the sign-in comes after
 * @throws Verification when the mail cannot be used
 */
async function consumeLink(
  context: Context,
  provider: MailProvider,
  { text, expiry, ownMail }: Link,
): Promise<Begun> {
  const { config } = context
  const begunAt = config.clock()
  const defaultLifetime = (provider.config.maxAge ?? MAIL_MAX_AGE) * 1000
  const { at, generation } = await lastEndOfAll(config, 'now')
  const links = linksOf(context, provider)
  const endedUntil = at + (expiry?.lifetime ?? defaultLifetime)
  // One hash for each secret of the configuration: a link survives their rotation.
  for (const linkHash of await config.macs.all('mail-link', text)) {
    const use = await useMail(links, linkHash, endedUntil)
    if (use === 'used') return { epoch: generation, begunAt }
    if (use !== 'unknown') throw new Verification(LINK_REFUSALS[use])
  }
  throw unknownLink(config, ownMail ?? expiry)
}

async function signInWithAddress(
  context: Context,
  provider: MailProvider,
  found: Pick<EmailEvidence, 'email' | keyof Begun>,
): Promise<FlowResult> {
  const proof = prove({ kind: 'email', provider, ...found })
  const result = await completeSignIn(context, proof, prepareEmail)
  return rememberDevice(context, result, { by: 'mail', name: found.email })
}

async function signInWithCode(
  context: Context,
  provider: MailProvider,
  typed: string,
): Promise<FlowResult> {
  const own = await readMailTransactions(context, provider.id)
  const requested = own.filter(({ codeHash }) => codeHash !== undefined)
  if (requested.length === 0)
    throw new Verification('This browser has requested no code within the last ten minutes.')
  const begunAt = context.config.clock()
  const { at, generation: epoch } = await lastEndOfAll(context.config, 'now')
  const transactions = requested.filter(({ id }) => timeOfId(id) > at)
  if (transactions.length === 0) throw new Verification(LINK_REFUSALS.ended)
  // One try counts for the addresses of all mails, whichever mail has the code.
  const addresses = transactions.map(({ identifier }) => identifier)
  const tried = await spendForAddresses(context, 'code', addresses, 'A code was not compared')
  if (!tried) return askForCode(context, provider, context.jar)
  const code = normalizeReadable(typed.slice(0, 64))
  const { right, jar, canRetry } = await tryCode(context, provider, transactions, code)
  return withCookiesOnFailure(jar, async () => {
    if (right) {
      await tried.refund()
      const { returnTo, identifier: email } = right
      return signInWithAddress({ ...context, jar, returnTo }, provider, {
        email,
        epoch,
        begunAt,
      })
    }
    if (!canRetry)
      throw new Verification('This browser has no open mail whose code could be entered.')
    return askForCode(context, provider, jar)
  })
}

/** The result of a code. */
interface TriedCode {
  /** The mail that has the code. */
  readonly right: MailTransaction | undefined
  readonly jar: CookieJar
  /** Whether another code will be compared. */
  readonly canRetry: boolean
}

/**
 * Tries a code for the mails of this browser, newest first. Each mail before the right one loses an attempt.
 */
async function tryCode(
  context: Context,
  provider: MailProvider,
  transactions: readonly MailTransaction[],
  code: string,
): Promise<TriedCode> {
  let { jar } = context
  let canRetry = false
  const links = linksOf(context, provider)
  for (const transaction of transactions) {
    const guess = await guessCode(links, transaction, code)
    if (typeof guess === 'number' && guess < MAX_ATTEMPTS) {
      canRetry = true
      jar = await storeMailTransaction({ ...context, jar }, { ...transaction, attempts: guess })
    } else {
      jar = expireTransaction(jar, context.profile, transaction.id)
    }
    if (guess === 'right') return { right: transaction, jar, canRetry }
  }
  return { right: undefined, jar, canRetry }
}

/** Sends the browser to the page with the form for a code. */
function askForCode(context: Context, { id }: MailProvider, jar: CookieJar): FlowResult {
  const parameters = { provider: id, type: 'email', error: 'Verification' }
  return { kind: 'redirect', to: actionUrl(context, 'verify-request', parameters), jar }
}
