import { SIGN_IN, ownAction } from '../../features/blocks.ts'
import type { Asked } from '../../features/answers.ts'
import { actionUrl, signInUrl, withParameters, type Context } from '../../request/context.ts'
import type { AnyFeature } from '../../types/feature.ts'
import { givenTarget } from '../require-session-page.ts'
import { pathOf } from './call-action.ts'

/** The parameters of a page as they were sent, with where it leads to. */
export function pageParameters(
  context: Context,
  { action }: Asked,
): Record<string, string | undefined> {
  const { query } = context.request
  const names = Object.keys(action.inputs ?? {})
  return {
    ...Object.fromEntries(names.map((name) => [name, query.get(name)])),
    ...(action.session === 'proof' && { proof: query.get('proof') }),
    callbackUrl: givenTarget(context),
  }
}

/** Where a person comes back to after a sign-in: the page that was asked for, or where the form leads to. */
export function comesBackTo(context: Context, asked: Asked): string {
  if (asked.action.kind !== 'page') return context.returnTo
  return actionUrl(context, pathOf(asked), pageParameters(context, asked))
}

/** The address that a link or a form of a feature leads to, by its word. */
export function addressOf(context: Context, feature: AnyFeature, word: string): string {
  if (word !== SIGN_IN || ownAction(feature, word, 'page')) {
    return actionUrl(context, `${feature.name}/${word}`)
  }
  return withParameters(signInUrl(context), { callbackUrl: givenTarget(context) })
}
