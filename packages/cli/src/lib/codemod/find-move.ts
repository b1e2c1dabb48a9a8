import { type InitCall, initCalls } from './configuration.ts'
import { type Guard, isGuard, readGuard } from './guard.ts'
import { readSessionMembers } from './options-module.ts'
import type { Resolver } from './resolver.ts'
import { NOTHING, type SessionMembers } from './session-members.ts'
import { type Remark, NotUnderstood, type Source, remarkAt } from './tree.ts'
import { type Move, planVersion4 } from './version-4.ts'

/** What an application has that concerns more than one file. */
export interface Found {
  readonly calls: readonly InitCall[]
  /** How a configuration of version 4 moves. */
  readonly move: Move | undefined
  readonly guards: readonly Guard[]
  /** Why files that have a configuration or a guard are left. */
  readonly left: readonly Remark[]
  /** Why there is no move although there is something to move. */
  readonly stuck: Remark | undefined
}

/** What the search needs to know. */
export interface FindContext {
  readonly sources: readonly Source[]
  readonly files: ReadonlySet<string>
  readonly resolver: Resolver
  readonly until: string
}

type Attempt<Value> = { readonly value: Value } | { readonly finding: Remark }

/** Runs a function that may throw NotUnderstood. */
export function attempt<Value>(source: Source, work: () => Value): Attempt<Value> {
  try {
    return { value: work() }
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
    const { path } = source
    return { finding: { ...remarkAt(source, error.at, error.message), path } }
  }
}

/** Guards that fit the configuration: those that name another sign-in page do not. */
function fitting(guards: readonly Guard[], { home }: Move): readonly Attempt<Guard>[] {
  return guards.map((guard) => {
    const { source, signIn } = guard
    if (signIn === undefined || signIn === home.signIn) return { value: guard }
    const reason = `\`pages.signIn\` is ${JSON.stringify(signIn)} here, and not in the configuration.`
    return { finding: remarkAt(source, 0, reason) }
  })
}

function planFoundMove(
  call: InitCall,
  guards: readonly Guard[],
  context: FindContext,
): Omit<Found, 'calls'> {
  const { source } = call
  const open = attempt(source, () => planVersion4(call, { ...context, authorized: undefined }))
  if ('finding' in open) {
    return { move: undefined, guards: [], left: [open.finding], stuck: open.finding }
  }
  const checked = fitting(guards, open.value)
  const left = checked.flatMap((one) => ('finding' in one ? [one.finding] : []))
  const fit = checked.flatMap((one) => ('value' in one ? [one.value] : []))
  // A guard that accepts every visitor has no rule.
  const rules = new Set(fit.map((guard) => guard.authorized))
  const [authorized, ...others] = rules
  if (authorized === undefined && others.length === 0) {
    return { move: open.value, guards: fit, left, stuck: undefined }
  }
  const guarded = attempt(source, () => {
    if (others.length === 0) return planVersion4(call, { ...context, authorized })
    throw new NotUnderstood(call.call.start, 'The guards ask for different things.')
  })
  if ('value' in guarded) return { move: guarded.value, guards: fit, left, stuck: undefined }
  const { reason } = guarded.finding
  const unguarded = fit.map((one) => remarkAt(one.source, 0, reason))
  return { move: open.value, guards: [], left: [...left, ...unguarded], stuck: undefined }
}

/** What sessions have of their tokens, as far as it shows. */
function readMembers(call: InitCall | undefined, context: FindContext): SessionMembers {
  if (call === undefined) return NOTHING
  const found = attempt(call.source, () => readSessionMembers(call, context))
  return 'value' in found ? found.value : NOTHING
}

/** Finds the configurations and the guards of an application, and how those of version 4 move. */
export function findMove(context: FindContext): Found {
  const { sources } = context
  const calls = sources.map((source) => attempt(source, () => initCalls(source)))
  const found = calls.flatMap((one) => ('value' in one ? one.value : []))
  const old = found.filter(({ version }) => version === 4)
  const [call, second] = old
  const members = readMembers(call, context)
  const read = sources
    .filter(isGuard)
    .map((source) => attempt(source, () => readGuard(source, { members, sources })))
  const guards = read.flatMap((one) =>
    'value' in one && one.value !== undefined ? [one.value] : [],
  )
  const left = [...calls, ...read].flatMap((one) => ('finding' in one ? [one.finding] : []))
  const broken = calls.flatMap((one) => ('finding' in one ? [one.finding] : []))[0]
  if (broken !== undefined || call === undefined) {
    return { calls: found, move: undefined, guards: [], left, stuck: broken }
  }
  if (second !== undefined) {
    const stuck = remarkAt(
      second.source,
      second.call.start,
      'There is more than one configuration.',
    )
    return { calls: found, move: undefined, guards: [], left: [...left, stuck], stuck }
  }
  const planned = planFoundMove(call, guards, context)
  return { calls: found, ...planned, left: [...left, ...planned.left] }
}
