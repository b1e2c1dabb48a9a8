import type {
  AnyFeature,
  Feature,
  FeatureAction,
  FeatureGate,
  FeaturePrincipal,
  FeatureUser,
} from '@latchstring/core/features'

/** A run of an action, of an operation, of the gate or of the reader of credentials. */
export interface Run {
  /** The word of the action; `gate`; `principal`; or the name of an operation. */
  readonly word: string
  readonly user: FeatureUser | null
  /** The kind of proof, where a gate was asked. */
  readonly kind?: string
}

type Note = (run: Run) => void

interface Loaded<Context, Given> {
  readonly run: (context: Context) => Given
}

const watchLoad =
  <Context extends { readonly user: FeatureUser | null }, Given>(
    load: () => Promise<Loaded<Context, Given>>,
    note: (user: FeatureUser | null) => void,
  ) =>
  async (): Promise<Loaded<Context, Given>> => {
    const loaded = await load()
    return {
      run(context) {
        note(context.user)
        return loaded.run(context)
      },
    }
  }

function watchAction(action: FeatureAction, word: string, note: Note): FeatureAction {
  const noteRun = (user: FeatureUser | null): void => note({ word, user })
  if (action.kind === 'page') return { ...action, load: watchLoad(action.load, noteRun) }
  if (action.kind === 'change') return { ...action, load: watchLoad(action.load, noteRun) }
  return { ...action, load: watchLoad(action.load, noteRun) }
}

const watchGate = ({ load, ...gate }: FeatureGate, note: Note): FeatureGate => ({
  ...gate,
  async load() {
    const { ask } = await load()
    return {
      ask(context) {
        const { user, kind } = context.signIn
        note({ word: 'gate', user, kind })
        return ask(context)
      },
    }
  },
})

const watchPrincipal = <Data extends object>(
  { prefix, load }: FeaturePrincipal<Data>,
  note: Note,
): FeaturePrincipal<Data> => ({
  prefix,
  async load() {
    const { read } = await load()
    return {
      read(context, credential) {
        note({ word: 'principal', user: null })
        return read(context, credential)
      },
    }
  },
})

type Operations = NonNullable<AnyFeature['operations']>

const watchOperations = (operations: Operations, note: Note): Operations =>
  Object.fromEntries(
    Object.entries(operations).map(([word, operation]) => [
      word,
      (context, ...given) => {
        note({ word, user: context.user })
        return operation(context, ...given)
      },
    ]),
  )

/** The same feature, whose runs are noted. What is wrong with a description is left as it is, for the library to refuse. */
export function watchFeature<Ops, System>(
  feature: Feature<Ops, System>,
  note: Note,
): Feature<Ops, System> {
  const { actions, gate, operations, principal } = feature
  const watched = Object.entries(actions ?? {}).map(
    ([word, action]) =>
      [word, typeof action.load === 'function' ? watchAction(action, word, note) : action] as const,
  )
  return {
    ...feature,
    ...(actions && { actions: Object.fromEntries(watched) }),
    ...(gate && { gate: typeof gate.load === 'function' ? watchGate(gate, note) : gate }),
    ...(principal && {
      principal: typeof principal.load === 'function' ? watchPrincipal(principal, note) : principal,
    }),
    // The operations take what they took.
    ...(operations && { operations: watchOperations(operations, note) as typeof operations }),
  }
}
