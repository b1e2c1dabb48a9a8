import { errorRow } from '../../errors/table.ts'
import { FlowFailure } from '../../failures/cookies-on-failure.ts'
import { acceptsPage } from '../../failures/failure-result.ts'
import type { FlowResult } from '../../http/result.ts'
import { lazy } from '../../kit/lazy.ts'
import { givenTarget } from '../require-session-page.ts'
import { actionUrl, type Context } from '../../request/context.ts'
import { requestTexts } from '../../pages/request-texts.ts'
import { pageProps, pageResult } from '../../pages/page-result.ts'
import { renderFeaturePage } from '../../pages/feature-page.ts'
import { csrfToken } from '../../sessions/csrf/token.ts'
import type { FeaturePage } from '../../types/feature-page.ts'
import type { Answer, Asked } from '../../features/answers.ts'
import { createSay } from '../../features/texts.ts'
import { addressOf, comesBackTo } from './page-address.ts'

const loadPasskey = lazy(() => import('./offer-passkey.ts'))

/** Whether a passkey does the step of a page, by the word of the page. */
function takesPasskey({ feature, action }: Asked, word: string | undefined): boolean {
  const { actions = {} } = feature
  const page = word !== undefined && Object.hasOwn(actions, word) ? actions[word] : undefined
  return action.session === 'pending' && page?.kind === 'page' && page.passkey === 'allowed'
}

/** What a page is shown for. */
interface Shown {
  /** Its word. Default: it is of none. */
  readonly word?: string | undefined
  /** Why a form was refused, above it. Default: none was */
  readonly message?: string
  readonly status?: number
}

/** A page for a person. */
async function showPage(
  context: Context,
  asked: Asked,
  page: FeaturePage,
  { word, message, status = 200 }: Shown,
): Promise<FlowResult> {
  const { feature } = asked
  const { token, jar } = await csrfToken(context)
  const passkey = takesPasskey(asked, word)
    ? await (await loadPasskey()).offerPasskey(context, token)
    : undefined
  const rendered = renderFeaturePage({
    ...(await pageProps(context)),
    name: feature.name,
    page,
    message,
    passkey,
    urlOf: (to) => addressOf(context, feature, to),
    csrfToken: token,
    callbackUrl: givenTarget(context),
    homeUrl: context.returnTo,
  })
  return pageResult(rendered, jar, status)
}

/** Asks a page of the feature again, by its word. */
export type Renew = (word: string) => Promise<Answer>

async function refuse(
  context: Context,
  asked: Asked,
  { code, status, text, page, values }: Extract<Answer, { readonly kind: 'refused' }>,
  renew: Renew,
): Promise<FlowResult> {
  const { jar, request } = context
  const say = await createSay(asked.feature, { ...context, headers: request.headers })
  const message = say(text, values)
  if (asked.action.kind === 'machine' || !acceptsPage(request)) {
    return { kind: 'json', status, body: { error: code, message }, jar }
  }
  const again = page === undefined ? undefined : await renew(page)
  if (again?.kind !== 'page') {
    return showPage(context, asked, { title: message, blocks: [] }, { message: '', status })
  }
  return showPage(context, asked, again.page, { word: page, message, status })
}

/**
 * The response to a form with a wrong code of a mail.
 *
 * @param again - of the page with the form
 */
export async function respondWrongCode(
  context: Context,
  asked: Asked,
  again: Answer,
): Promise<FlowResult> {
  const { config, request, jar } = context
  const { status, message } = errorRow('Verification')
  if (again.kind !== 'page' || !acceptsPage(request)) {
    return { kind: 'json', status, body: { error: 'Verification', message }, jar }
  }
  const { verifyRequest } = await requestTexts(config, request.headers)
  return showPage(context, asked, again.page, { message: verifyRequest.wrongCode, status })
}

/** A page that leads to where a session is raised is what the person wanted to see. */
const afterDetour = (context: Context, asked: Asked, to: string): string | undefined =>
  asked.action.kind === 'page' && to === asked.feature.gate?.raises
    ? comesBackTo(context, asked)
    : givenTarget(context)

/**
 * The response to a request, by the answer of its action.
 *
 * @throws ServiceBusy, and TooManyRequests, where the action has done nothing, with the cookies
 */
export async function respond(
  context: Context,
  asked: Asked,
  answer: Exclude<Answer, { readonly kind: 'passed' | 'actAs' | 'signIn' }>,
  renew: Renew,
): Promise<FlowResult> {
  const { jar, returnTo, request } = context
  if (answer.kind === 'busy' || answer.kind === 'usedUp') throw new FlowFailure(answer.error, jar)
  if (answer.kind === 'refused') return refuse(context, asked, answer, renew)
  if (answer.kind === 'json') {
    const { status, json, download } = answer
    const headers = download && { 'Content-Disposition': `attachment; filename="${download}"` }
    return { kind: 'json', status, body: json, jar, ...(headers && { headers }) }
  }
  if (answer.kind === 'to') {
    const path = `${asked.feature.name}/${answer.to}`
    const to =
      answer.to === 'back'
        ? returnTo
        : actionUrl(context, path, { callbackUrl: afterDetour(context, asked, answer.to) })
    return { kind: 'redirect', to, status: 303, jar }
  }
  if (acceptsPage(request)) return showPage(context, asked, answer.page, { word: asked.word })
  return { kind: 'json', status: 200, body: answer.page, jar }
}
