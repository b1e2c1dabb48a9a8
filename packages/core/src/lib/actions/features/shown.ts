import { ActingRefused } from '../../errors/classes.ts'
import type { Asked } from '../../features/answers.ts'
import { NO_BROWSER, readBrowser, rememberBrowser } from '../../features/browser.ts'
import { createSay } from '../../features/texts.ts'
import { siteName } from '../../pages/name.ts'
import type { Context } from '../../request/context.ts'
import type { PageProof } from '../../features/proof-fields.ts'
import type { Actor } from '../../types/actor.ts'
import type { SessionFacts } from '../../types/facts.ts'
import type { ChangeContext, FeatureValues } from '../../types/feature.ts'
import type { FeatureUser } from '../../types/feature-context.ts'
import type { ShownSignIn } from '../../types/feature-gate.ts'
import type { MailProof } from '../../types/feature-mail.ts'
import type { FeatureBrowser } from '../../types/feature-browser.ts'
import type { WritingRequest } from './writing-context.ts'

/** Who sends a request, and who acts for them. */
export interface Person {
  readonly user: FeatureUser | null
  readonly actor: Actor | null
  /** How the session began, where there is one. */
  readonly facts: SessionFacts | null
  /** What a sign-in that waits has shown. Default: none waits. */
  readonly signIn?: ShownSignIn | null
}

export const VISITOR: Person = { user: null, actor: null, facts: null }

/** What an action is called with. */
export interface ReadRequest
  extends Person, Pick<WritingRequest, 'cookies' | 'guard' | 'begunAt' | 'around'> {
  readonly inputs: FeatureValues
  readonly proof?: MailProof | null
  /** The link that the page was opened by. */
  readonly link?: PageProof | undefined
}

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
    Object.assign(cookies, { jar })
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
