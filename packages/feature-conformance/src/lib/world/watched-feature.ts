import type {
  AnyFeature,
  Feature,
  FeatureAction,
  FeatureGate,
  FeaturePrincipal,
  FeatureProvider,
  FeatureUser,
} from '@latchstring/core/features'
import { keepsSecrets, type SecretTexts, watchRecords } from './watched-records.ts'

/** A run of an action, of an operation, of the gate or of the reader of credentials. */
export interface Run {
  /** The word of the action; `gate`; `principal`; `verify` of a form; or the name of an operation. */
  readonly word: string
  readonly user: FeatureUser | null
  /** The kind of proof, where a gate was asked. */
  readonly kind?: string
}

type Note = (run: Run) => void

/** What is done with a context before a function of the feature gets it. */
type Wrap = <Context extends object>(context: Context) => Context

interface Watch {
  readonly note: Note
  readonly wrap: Wrap
}

interface Loaded<Context, Given> {
  readonly run: (context: Context) => Given
}

const watchLoad =
  <Context extends { readonly user: FeatureUser | null }, Given>(
    load: () => Promise<Loaded<Context, Given>>,
    note: (user: FeatureUser | null) => void,
    wrap: Wrap,
  ) =>
  async (): Promise<Loaded<Context, Given>> => {
    const loaded = await load()
    return {
      run(context) {
        note(context.user)
        return loaded.run(wrap(context))
      },
    }
  }

function watchAction(action: FeatureAction, word: string, { note, wrap }: Watch): FeatureAction {
  const noteRun = (user: FeatureUser | null): void => note({ word, user })
  if (action.kind === 'page') return { ...action, load: watchLoad(action.load, noteRun, wrap) }
  if (action.kind === 'change') return { ...action, load: watchLoad(action.load, noteRun, wrap) }
  return { ...action, load: watchLoad(action.load, noteRun, wrap) }
}

const watchGate = ({ load, ...gate }: FeatureGate, { note, wrap }: Watch): FeatureGate => ({
  ...gate,
  async load() {
    const { ask } = await load()
    return {
      ask(context) {
        const { user, kind } = context.signIn
        note({ word: 'gate', user, kind })
        return ask(wrap(context))
      },
    }
  },
})

const watchPrincipal = <Data extends object>(
  { prefix, load }: FeaturePrincipal<Data>,
  { note, wrap }: Watch,
): FeaturePrincipal<Data> => ({
  prefix,
  async load() {
    const { read } = await load()
    return {
      read(context, credential) {
        note({ word: 'principal', user: null })
        return read(wrap(context), credential)
      },
    }
  },
})

const watchProvider = (provider: FeatureProvider, { note, wrap }: Watch): FeatureProvider => ({
  ...provider,
  async load() {
    const { verify, has } = await provider.load()
    return {
      verify(context) {
        note({ word: 'verify', user: null })
        return verify(wrap(context))
      },
      ...(has && { has: (context, userId) => has(wrap(context), userId) }),
    }
  },
})

type Operations = NonNullable<AnyFeature['operations']>
type SystemOperations = NonNullable<AnyFeature['system']>

const watchSystem = (operations: SystemOperations, wrap: Wrap): SystemOperations =>
  Object.fromEntries(
    Object.entries(operations).map(([word, operation]) => [
      word,
      (context, ...given) => operation(wrap(context), ...given),
    ]),
  )

const watchOperations = (operations: Operations, { note, wrap }: Watch): Operations =>
  Object.fromEntries(
    Object.entries(operations).map(([word, operation]) => [
      word,
      (context, ...given) => {
        note({ word, user: context.user })
        return operation(wrap(context), ...given)
      },
    ]),
  )

/** The same feature, whose runs are noted. What is wrong with a description is left as it is, for the library to refuse. */
export function watchFeature<Ops, System>(
  feature: Feature<Ops, System>,
  note: Note,
  secrets: SecretTexts,
): Feature<Ops, System> {
  const { actions, gate, operations, principal, provider, system } = feature
  const wrap: Wrap = (context) => (keepsSecrets(feature) ? watchRecords(context, secrets) : context)
  const watch = { note, wrap }
  const watched = Object.entries(actions ?? {}).map(
    ([word, action]) =>
      [
        word,
        typeof action.load === 'function' ? watchAction(action, word, watch) : action,
      ] as const,
  )
  return {
    ...feature,
    ...(actions && { actions: Object.fromEntries(watched) }),
    ...(gate && { gate: typeof gate.load === 'function' ? watchGate(gate, watch) : gate }),
    ...(provider && {
      provider: typeof provider.load === 'function' ? watchProvider(provider, watch) : provider,
    }),
    ...(principal && {
      principal:
        typeof principal.load === 'function' ? watchPrincipal(principal, watch) : principal,
    }),
    // They take what they took.
    ...(system && { system: watchSystem(system, wrap) as typeof system }),
    // The operations take what they took.
    ...(operations && { operations: watchOperations(operations, watch) as typeof operations }),
  }
}
