import type {
  AnyFeature,
  ChangeAnswer,
  ChangeContext,
  FeatureBlock,
  FeaturePage,
  FormField,
  GateAnswer,
  GateContext,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import { userOf } from '../person.ts'
import {
  askAgainIn,
  browsersOf,
  isTrusted,
  trustBrowser,
  type TrustedBrowser,
  type TrustSettings,
} from './browsers.ts'

type Answers<Context, Answer> = (context: Context) => Answer | PromiseLike<Answer>

/** The page of an answer that is one. */
const pageIn = (answer: PageAnswer): FeaturePage | undefined =>
  'page' in answer && typeof answer.page === 'object' ? answer.page : undefined

/** Does not ask for the code of an app in a browser that is remembered. Setting one up and replacing one are asked for in any. */
export const sparing =
  (ask: Answers<GateContext, GateAnswer>, settings: TrustSettings): typeof ask =>
  async (context) => {
    const answer = await ask(context)
    const { user, browser, adds } = context.signIn
    if (answer === 'pass' || !('step' in answer) || answer.step !== 'challenge') return answer
    // What is added to a session signs in by itself from then on.
    if (user === null || adds) return answer
    return (await isTrusted(context, settings, { userId: user.id, browser })) ? 'pass' : answer
  }

/** The number of days, in words of the language. */
function writeDays(text: PageContext['text'], days: number): string {
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(text('trustLanguage'), unit).format(days)
}

const boxOf = ({ text }: PageContext, { days }: TrustSettings): FormField => ({
  name: 'remember',
  label: text('trust', { time: writeDays(text, days) }),
  type: 'checkbox',
  hint: text('trustHint'),
})

/** The page that asks for a code, with a box below it. */
export const offering =
  (show: Answers<PageContext, PageAnswer>, settings: TrustSettings): typeof show =>
  async (context) => {
    const answer = await show(context)
    const page = pageIn(answer)
    if (!page) return answer
    const withBox = (block: FeatureBlock): FeatureBlock =>
      block.kind === 'form' && block.action === 'check'
        ? { ...block, fields: [...(block.fields ?? []), boxOf(context, settings)] }
        : block
    return { page: { ...page, blocks: page.blocks.map(withBox) } }
  }

/** Remembers the browser where the code was right and the box ticked. */
export const remembering =
  (run: Answers<ChangeContext, ChangeAnswer>, settings: TrustSettings): typeof run =>
  async (context) => {
    const answer = await run(context)
    if ('passed' in answer && context.inputs['remember'] === true) {
      await trustBrowser(context, settings, userOf(context).id)
    }
    return answer
  }

/** As pages write a day, from left to right within a sentence of either direction. */
const writeDay = (time: number): string =>
  `\u2066${new Date(time).toISOString().slice(0, 10)}\u2069`

/** The name of a browser, of which the core knows the parts. */
function nameOf(text: PageContext['text'], label: string | null): string {
  const [browser, system] = label?.split(' on ') ?? []
  if (browser === undefined) return text('trustUnknown')
  return system === undefined ? browser : text('trustBrowserOn', { browser, system })
}

const itemOf = ({ text, browser }: PageContext, { id, label, expires }: TrustedBrowser) => ({
  title: nameOf(text, label),
  text: [
    ...(browser.ids.includes(id) ? [text('trustHere')] : []),
    text('trustUntil', { date: writeDay(expires) }),
  ].join(' · '),
  forms: [{ kind: 'form', action: 'ask-again', hidden: { id }, submit: text('trustEnd') } as const],
})

async function listBlocks(
  context: PageContext,
  settings: TrustSettings,
): Promise<readonly FeatureBlock[]> {
  const rows = await browsersOf(context, settings, userOf(context).id)
  if (rows.length === 0) return []
  return [
    { kind: 'text', text: context.text('trustTitle') },
    { kind: 'list', items: rows.map((row) => itemOf(context, row)) },
  ]
}

type Show = Awaited<ReturnType<NonNullable<AnyFeature['account']>['load']>>['show']

/** The part of the account page, with the browsers that are not asked. */
export const listing =
  (show: Show, settings: TrustSettings): Show =>
  async (context) => [...(await show(context)), ...(await listBlocks(context, settings))]

/**
 * The page that asks a session for a code. In a browser that is not asked at sign-ins a backup code can be shown at none: it says so, and
 * has a way out.
 */
export const explaining =
  (show: Answers<PageContext, PageAnswer>, settings: TrustSettings): typeof show =>
  async (context) => {
    const answer = await show(context)
    const page = pageIn(answer)
    if (!page) return answer
    const rows = await browsersOf(context, settings, userOf(context).id)
    const here = rows.find(({ id }) => context.browser.ids.includes(id))
    if (!here) return answer
    const { text } = context
    const blocks: readonly FeatureBlock[] = [
      { kind: 'text', text: text('trustLost', { button: text('trustEnd') }) },
      { kind: 'form', action: 'ask-again', hidden: { id: here.id }, submit: text('trustEnd') },
    ]
    return { page: { ...page, blocks: [...page.blocks, ...blocks] } }
  }

/** Asks the user of a session again in one of the browsers, from either level: it takes nothing away but a convenience. */
export async function askAgain(context: ChangeContext): Promise<ChangeAnswer> {
  await askAgainIn(context, userOf(context).id, String(context.inputs['id']))
  return { to: 'back' }
}
