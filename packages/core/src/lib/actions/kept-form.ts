import { AccessDenied } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { sameId } from '../kit/account-id.ts'
import { renderKeptForm } from '../pages/kept-form.ts'
import { pageProps, pageResult } from '../pages/page-result.ts'
import { actionUrl, type Context } from '../request/context.ts'
import { keptFormCookie } from '../request/kept-form-cookie.ts'
import { askToSignIn, findPageSession, givenTarget } from './require-session-page.ts'

/** What was sealed by `keepForm`. */
interface Kept {
  readonly to: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly owner: string
}

async function openKept(context: Context): Promise<Kept | undefined> {
  const sealed = context.jar.getChunked(keptFormCookie(context).name)
  const opened = sealed ? await context.profile.box.open('form', sealed) : null
  // Only `keepForm` seals values of this kind.
  return opened ? (opened.payload as unknown as Kept) : undefined
}

/**
 * GET form: shows a form again that was kept, once, to the user who has sent it.
 *
 * @throws AccessDenied where another user has signed in since
 */
export async function showKeptForm(context: Context): Promise<FlowResult> {
  const { jar, origin, returnTo } = context
  const kept = await openKept(context)
  // Nothing is left of it where it was shown, or ten minutes have passed.
  if (!kept) return { kind: 'redirect', to: returnTo, status: 303, jar }
  const session = await findPageSession(context)
  if (!session) {
    const pageUrl = actionUrl(context, 'form', { callbackUrl: givenTarget(context) })
    return askToSignIn(context, 'SessionRequired', pageUrl)
  }
  if (session.current.actor || !sameId(session.owner, kept.owner)) {
    throw new AccessDenied('The form was sent by another user than the one who has signed in.')
  }
  const page = renderKeptForm({
    ...(await pageProps(context)),
    action: new URL(origin.href).origin + kept.to,
    fields: kept.fields,
    discardUrl: returnTo,
  })
  const shown = await pageResult(page, jar.deleteChunked(keptFormCookie(context)))
  // The application is to see where its form comes from.
  return { ...shown, headers: { 'Referrer-Policy': 'same-origin' } }
}
