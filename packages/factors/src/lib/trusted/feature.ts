import type {
  AnyFeature,
  ChangeAction,
  Feature,
  FeatureAction,
  FeatureGate,
  PageAction,
} from '@latchstring/core/features'
import type { Factors, FactorsOfUsers } from '../offered.ts'
import type { TrustSettings } from './browsers.ts'
import { trustedBrowsers } from './table.ts'
import { en } from './texts/en.ts'

type Whole = Feature<Factors, FactorsOfUsers>

const loadPages = () => import('./pages.ts')
const loadOperations = () => import('./operations.ts')

const sparingGate = (gate: FeatureGate, settings: TrustSettings): FeatureGate => ({
  ...gate,
  load: async () => {
    const [{ ask }, { sparing }] = await Promise.all([gate.load(), loadPages()])
    return { ask: sparing(ask, settings) }
  },
})

const withBox = (action: PageAction, settings: TrustSettings): PageAction => ({
  ...action,
  load: async () => {
    const [{ run }, { offering }] = await Promise.all([action.load(), loadPages()])
    return { run: offering(run, settings) }
  },
})

const withWayOut = (action: PageAction, settings: TrustSettings): PageAction => ({
  ...action,
  load: async () => {
    const [{ run }, { explaining }] = await Promise.all([action.load(), loadPages()])
    return { run: explaining(run, settings) }
  },
})

const withInput = (action: ChangeAction, settings: TrustSettings): ChangeAction => ({
  ...action,
  inputs: { ...action.inputs, remember: { kind: 'bool' } },
  load: async () => {
    const [{ run }, { remembering }] = await Promise.all([action.load(), loadPages()])
    return { run: remembering(run, settings) }
  },
})

function extend(word: string, action: FeatureAction, settings: TrustSettings): FeatureAction {
  if (word === 'challenge' && action.kind === 'page') return withBox(action, settings)
  if (word === 'raise' && action.kind === 'page') return withWayOut(action, settings)
  return word === 'check' && action.kind === 'change' ? withInput(action, settings) : action
}

const withTrust = (
  actions: NonNullable<AnyFeature['actions']>,
  settings: TrustSettings,
): NonNullable<AnyFeature['actions']> => ({
  ...Object.fromEntries(
    Object.entries(actions).map(([word, action]) => [word, extend(word, action, settings)]),
  ),
  'ask-again': {
    kind: 'change',
    inputs: { id: { kind: 'text', max: 64 } },
    load: async () => ({ run: (await loadPages()).askAgain }),
  },
})

const withList = (
  account: NonNullable<AnyFeature['account']>,
  settings: TrustSettings,
): typeof account => ({
  ...account,
  load: async () => {
    const [{ show }, { listing }] = await Promise.all([account.load(), loadPages()])
    return { show: listing(show, settings) }
  },
})

const withOperations = (
  operations: NonNullable<Whole['operations']>,
  settings: TrustSettings,
): typeof operations => ({
  ...operations,
  list: async (context) => ({
    ...(await operations.list(context)),
    ...(await (await loadOperations()).listBrowsers(context, settings)),
  }),
  askAgain: async (context, id) => (await loadOperations()).askOwnAgain(context, id),
})

const withTexts =
  (translate: AnyFeature['translate']): NonNullable<AnyFeature['translate']> =>
  async (language) => {
    const [texts, { translateTrust }] = await Promise.all([
      translate?.(language),
      import('./language.ts'),
    ])
    return texts && { ...texts, ...(await translateTrust(language)) }
  }

/** The feature, with browsers that are not asked again. */
export function addTrust(feature: Whole, settings: TrustSettings): Whole {
  const { tables = [], actions = {}, gate, account, operations, translate } = feature
  return {
    ...feature,
    tables: [...tables, trustedBrowsers],
    endsWithSessions: [trustedBrowsers],
    texts: { ...feature.texts, ...en },
    translate: withTexts(translate),
    actions: withTrust(actions, settings),
    ...(gate && { gate: sparingGate(gate, settings) }),
    ...(account && { account: withList(account, settings) }),
    ...(operations && { operations: withOperations(operations, settings) }),
  }
}
