import { asError } from '../../errors/auth-error.ts'
import { CallbackRouteError, InvalidConfiguration } from '../../errors/classes.ts'
import { naming } from '../../errors/own-function.ts'
import type { Context } from '../../request/context.ts'
import type { FeatureBlock } from '../../types/feature-page.ts'
import type { AnyFeature } from '../../types/feature.ts'
import { siteName } from '../../pages/name.ts'
import { toFacts } from '../../sessions/facts.ts'
import type { PageSession } from '../require-session-page.ts'
import { readBrowser } from '../../features/browser.ts'
import { findFaultyBlocks } from '../../features/blocks.ts'
import { createFeatureContext, findUser } from '../../features/feature-context.ts'
import { ownReadRecords } from '../../features/own-records.ts'
import { withProofFields } from '../../features/proof-fields.ts'
import { createSay } from '../../features/texts.ts'
import { requestTexts } from '../../pages/request-texts.ts'

/** The part of a feature on the account page. */
export interface AccountSection {
  /** Name of the feature. */
  readonly feature: string
  readonly blocks: readonly FeatureBlock[]
}

async function showSection(
  context: Context,
  feature: AnyFeature,
  { owner, current }: PageSession,
): Promise<AccountSection | undefined> {
  const { account } = feature
  const user = account && (await findUser(context.config, owner))
  if (!account || !user) return undefined
  const subject = `The part of the feature "${feature.name}" on the account page`
  const given = Object.freeze({
    ...createFeatureContext(feature, context),
    records: ownReadRecords(feature, context.config),
    text: await createSay(feature, { ...context, headers: context.request.headers }),
    facts: toFacts(current),
    signIn: null,
    browser: await readBrowser(context, feature),
    site: siteName(context),
    inputs: Object.freeze({}),
    proof: null,
    user,
    // The page is not shown to who acts for the user.
    actor: null,
  })
  const blocks = await naming(CallbackRouteError, subject, async () =>
    (await account.load()).show(given),
  )
  const fault = findFaultyBlocks(feature, blocks)
  if (fault === undefined) {
    const texts = await requestTexts(context.config, context.request.headers)
    return { feature: feature.name, blocks: withProofFields(feature, blocks, undefined, texts) }
  }
  throw new InvalidConfiguration(`${subject} ${fault}.`)
}

/** The parts of all features on the account page, by their names. One that fails is left out, and logged. */
export async function listSections(
  context: Context,
  session: PageSession,
): Promise<readonly AccountSection[]> {
  const { features, log } = context.config
  const sections: AccountSection[] = []
  for (const feature of features?.byName.values() ?? []) {
    try {
      const section = await showSection(context, feature, session)
      if (section) sections.push(section)
    } catch (error) {
      log.error(asError(error))
    }
  }
  return sections
}
