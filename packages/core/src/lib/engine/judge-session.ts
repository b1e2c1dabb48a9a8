import { lazy } from '../kit/lazy.ts'
import { withParameters, type SessionContext } from '../request/context.ts'
import type { RequireOptions } from '../types/facts.ts'
import type { Verdict } from '../types/scope.ts'
import type { AuthorizeInput } from './asked-addresses.ts'
import { findRefusal } from './step-up.ts'
import { toSignIn } from './to-sign-in.ts'

const loadKeep = lazy(() => import('./keep-form.ts'))

/** A page is led back to its form, where the application hands that over. */
async function withForm(
  context: SessionContext,
  question: AuthorizeInput<object>,
  { form }: RequireOptions,
  redirect: Extract<Verdict, { kind: 'redirect' }>,
): Promise<Verdict> {
  if (!form || question.request.method !== 'POST') return redirect
  const cookies = await (await loadKeep()).keepForm(context, question, form)
  if (!cookies) return redirect
  const { formUrl } = await loadKeep()
  const url = new URL(redirect.url)
  const callbackUrl = formUrl(context, url.searchParams.get('callbackUrl') ?? undefined)
  return { ...redirect, url: withParameters(url, { callbackUrl }), cookies }
}

/** The verdict about a session that is there. */
export async function judgeSession(
  context: SessionContext,
  question: AuthorizeInput<object>,
  asked: RequireOptions,
  to: Readonly<Record<string, string>>,
): Promise<Verdict> {
  const refused = await findRefusal(context, question.known, asked)
  if (!refused) return { kind: 'allow' }
  const { asked: parameters, page } = refused
  const redirect = toSignIn(context, question, { ...to, ...(page ? {} : parameters) }, page)
  if (redirect) return withForm(context, question, asked, { ...redirect, asked: parameters, page })
  if (page === undefined) return refused
  return { ...refused, body: { ...refused.body, url: withParameters(new URL(page), to) } }
}
