import { ActingRefused } from '../../errors/classes.ts'
import type { Asked } from '../../features/answers.ts'
import { NO_BROWSER, readBrowser, rememberBrowser } from '../../features/browser.ts'
import { createSay } from '../../features/texts.ts'
import { siteName } from '../../pages/name.ts'
import type { Context } from '../../request/context.ts'
import type { ChangeContext } from '../../types/feature.ts'
import type { FeatureBrowser } from '../../types/feature-browser.ts'
import type { ReadRequest } from './call-action.ts'

/** What remembers the browser of a request for a feature. */
export function createRemember(
  context: Context,
  { feature }: Asked,
  { actor, cookies }: Pick<ReadRequest, 'actor' | 'cookies'>,
): ChangeContext['remember'] {
  return async (days) => {
    if (!cookies) throw new TypeError('A program has no browser that could be remembered.')
    if (actor) {
      throw new ActingRefused(`${actor.sub} acts for a user, whose browser this is not.`)
    }
    const { id, jar } = await rememberBrowser({ ...context, jar: cookies.jar }, feature, days)
    cookies.jar = jar
    return id
  }
}

/** The browser as its feature knows it. A program has none, and that of an administrator is not the user's. */
const browserOf = async (
  context: Context,
  { feature, action }: Asked,
  { actor }: Pick<ReadRequest, 'actor'>,
): Promise<FeatureBrowser> =>
  action.kind === 'machine' || actor ? NO_BROWSER : readBrowser(context, feature)

/** What a page or a change has beside its tables. */
type Shown = Pick<
  ChangeContext,
  'user' | 'actor' | 'facts' | 'signIn' | 'browser' | 'inputs' | 'text' | 'proof' | 'site'
>

export async function shownTo(context: Context, asked: Asked, read: ReadRequest): Promise<Shown> {
  const { user, actor, facts, signIn = null, inputs, proof = null } = read
  const { headers } = context.request
  const text = await createSay(asked.feature, { ...context, headers })
  const browser = await browserOf(context, asked, read)
  return { user, actor, facts, signIn, browser, inputs, text, proof, site: siteName(context) }
}
