import { type InitCall, type NextAuthVersion, initCalls } from './configuration.ts'
import { type Guard, isGuard, readGuard } from './guard.ts'
import { type GuardPlace, guardRuntime, isPlainRule, ownMembers, ownText } from './guard-place.ts'
import { isRoute } from './handler.ts'
import { type KeptGuard, keepGuard } from './kept-guard.ts'
import type { Modules } from './modules.ts'
import type { Move } from './move.ts'
import { readSessionMembers } from './options-module.ts'
import { NOTHING, type SessionMembers } from './session-members.ts'
import { secondHandler } from './shared-handler.ts'
import { type Remark, NotUnderstood, type Source, inner, preferredQuote, remarkAt } from './tree.ts'
import { typedMembers } from './typed-members.ts'
import { planVersion4 } from './version-4.ts'
import { findUsed } from './modules.ts'
import type { NextVersion } from './versions.ts'

/** A guard, and how it gets `auth`. */
export interface PlacedGuard {
  readonly guard: Guard
  readonly place: GuardPlace
}

/** What an application has that concerns more than one file. */
export interface Found {
  readonly calls: readonly InitCall[]
  /** How a configuration of version 4 moves. */
  readonly move: Move | undefined
  readonly guards: readonly PlacedGuard[]
  /** Guards that go on reading the token. */
  readonly kept: readonly KeptGuard[]
  /** Why files that have a configuration or a guard are left. */
  readonly left: readonly Remark[]
  /** Why there is no move although there is something to move. */
  readonly stuck: Remark | undefined
}

/** What the search needs to know. */
export interface FindContext {
  readonly sources: readonly Source[]
  readonly files: ReadonlySet<string>
  readonly modules: Modules
  readonly until: string
  /** Functions of the sign-in page that the configuration gives beside `auth`. */
  readonly operations: readonly string[]
  /** Members that every configuration gets beside `migrate`. */
  readonly members: readonly string[]
  readonly cookieName: string | undefined
  readonly isNamedElsewhere: boolean
  readonly next: NextVersion | undefined
  readonly nextAuth: NextAuthVersion | undefined
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

/** A guard that runs at the edge, with a configuration of its own. */
function placeAtEdge(
  guard: Guard,
  call: InitCall,
  { home }: Move,
  context: FindContext,
): Attempt<PlacedGuard> {
  const { source } = guard
  return attempt(source, () => {
    const name = call.argument.type === 'Identifier' ? String(call.argument['name']) : undefined
    const found = name === undefined ? undefined : findUsed(call.source, name, context.modules)
    const there = found?.there ?? call.source
    const argument =
      found === undefined ? call.argument : (inner(found.declared, 'init') ?? found.declared)
    const members = ownMembers(there, argument, {
      until: context.until,
      authorized: guard.authorized,
      signIn: guard.signIn ?? home.signIn,
      secret: guard.secret,
      readsMembers: guard.readsToken || !isPlainRule(guard.authorized),
      members: context.members,
      quote: preferredQuote(source.text),
    })
    const { resolver } = context.modules
    const own = ownText(source, members)
    return { guard, place: { runtime: 'edge' as const, home, resolver, own } }
  })
}

function planFoundMove(
  call: InitCall,
  guards: readonly Guard[],
  context: FindContext,
): Omit<Found, 'calls' | 'kept'> {
  const { source } = call
  const open = attempt(source, () => planVersion4(call, { ...context, authorized: undefined }))
  if ('finding' in open) {
    return { move: undefined, guards: [], left: [open.finding], stuck: open.finding }
  }
  const checked = fitting(guards, open.value)
  const fit = checked.flatMap((one) => ('value' in one ? [one.value] : []))
  const runtimeOf = (guard: Guard) => guardRuntime(guard.source.path, context.next)
  const edge = fit
    .filter((guard) => runtimeOf(guard) === 'edge')
    .map((guard) => placeAtEdge(guard, call, open.value, context))
  const left = [...checked, ...edge].flatMap((one) => ('finding' in one ? [one.finding] : []))
  const placed = edge.flatMap((one) => ('value' in one ? [one.value] : []))
  const others = fit.filter((guard) => runtimeOf(guard) !== 'edge')
  const shared = shareRules(call, others, open.value, context)
  const { resolver } = context.modules
  const { home } = shared.move
  const own = shared.guards.map((guard) => ({
    guard,
    place: { runtime: runtimeOf(guard), home, resolver, own: undefined },
  }))
  return {
    move: shared.move,
    guards: [...own, ...placed],
    left: [...left, ...shared.left],
    stuck: undefined,
  }
}

/** Puts the rule of guards into the configuration; a guard that accepts every visitor has none. */
function shareRules(
  call: InitCall,
  guards: readonly Guard[],
  open: Move,
  context: FindContext,
): { readonly move: Move; readonly guards: readonly Guard[]; readonly left: readonly Remark[] } {
  const rules = new Set(guards.map((guard) => guard.authorized))
  const [authorized, ...others] = rules
  if (authorized === undefined && others.length === 0) return { move: open, guards, left: [] }
  const guarded = attempt(call.source, () => {
    if (others.length === 0) return planVersion4(call, { ...context, authorized })
    throw new NotUnderstood(call.call.start, 'The guards ask for different things.')
  })
  if ('value' in guarded) return { move: guarded.value, guards, left: [] }
  const { reason } = guarded.finding
  return { move: open, guards: [], left: guards.map((one) => remarkAt(one.source, 0, reason)) }
}

/** What sessions have of their tokens, as far as it shows. */
function readMembers(
  call: InitCall | undefined,
  { modules, sources }: FindContext,
): SessionMembers {
  if (call === undefined) return NOTHING
  const found = attempt(call.source, () => readSessionMembers(call, modules))
  return 'value' in found ? typedMembers(found.value, call.source, sources) : NOTHING
}

/** Handlers beside that of the route, which no request reaches. */
function placeOthers(
  others: readonly InitCall[],
  planned: Omit<Found, 'calls' | 'kept'>,
  context: FindContext,
): Omit<Found, 'calls' | 'kept'> {
  const { move } = planned
  if (move === undefined || others.length === 0) return planned
  const done = others.map((call) =>
    attempt(call.source, () =>
      secondHandler(call, context.sources, move, { ...context, authorized: undefined }),
    ),
  )
  const created = new Map([
    ...move.created,
    ...done.flatMap((one) => ('value' in one ? [...one.value] : [])),
  ])
  const left = done.flatMap((one) => ('finding' in one ? [one.finding] : []))
  const inHome = left.find(({ path }) => path === move.home.before)
  return {
    ...planned,
    move: { ...move, created },
    left: [...planned.left, ...left],
    stuck: inHome ?? planned.stuck,
  }
}

/** A move whose sessions have only what their type shows. */
function withTypes(move: Move | undefined, { sources }: FindContext): Move | undefined {
  if (move === undefined) return undefined
  const { home } = move
  const there = sources.find(({ path }) => path === home.before)
  const members = there ? typedMembers(home.members, there, sources) : home.members
  return { ...move, home: { ...home, members } }
}

/** Guards that are left as guards are, but for the module that they are from. */
function keepGuards(
  left: readonly Remark[],
  context: FindContext,
): { readonly kept: readonly KeptGuard[]; readonly left: readonly Remark[] } {
  const done = left.map((remark) => {
    const source = context.sources.find(({ path }) => path === remark.path)
    const isOfGuard = source !== undefined && isGuard(source)
    const kept = isOfGuard ? attempt(source, () => keepGuard(source, context)) : undefined
    return kept !== undefined && 'value' in kept ? { kept: kept.value } : { remark }
  })
  const kept = done.flatMap((one) => one.kept ?? [])
  return {
    kept: [...new Map(kept.map((one) => [one.source.path, one])).values()],
    left: done.flatMap((one) => one.remark ?? []),
  }
}

/** Calls in one module with the same options, as those of `GET` and `POST`, are one. */
function withoutTwins(calls: readonly InitCall[]): readonly InitCall[] {
  const textOf = ({ source, argument }: InitCall): string =>
    source.text.slice(argument.start, argument.end)
  return calls
    .filter(
      (call, index) =>
        !calls
          .slice(0, index)
          .some((one) => one.source === call.source && textOf(one) === textOf(call)),
    )
    .map((call) => ({
      ...call,
      twins: calls
        .filter((one) => one !== call && one.source === call.source && textOf(one) === textOf(call))
        .flatMap((one) => one.handler ?? []),
    }))
}

/** Finds the configurations and the guards of an application, and how those of version 4 move. */
export function findMove(context: FindContext): Found {
  const { sources } = context
  const calls = sources.map((source) => attempt(source, () => initCalls(source, context.nextAuth)))
  const found = calls.flatMap((one) => ('value' in one ? one.value : []))
  const old = withoutTwins(found.filter(({ version }) => version === 4))
  const routes = old.filter(({ source }) => isRoute(source.path))
  const [call, second] = routes.length > 0 ? routes : old
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
    return { calls: found, move: undefined, guards: [], kept: [], left, stuck: broken }
  }
  if (second !== undefined) {
    const stuck = remarkAt(
      second.source,
      second.call.start,
      'There is more than one configuration.',
    )
    return { calls: found, move: undefined, guards: [], kept: [], left: [...left, stuck], stuck }
  }
  const others = old.filter((one) => one !== call)
  const planned = placeOthers(others, planFoundMove(call, guards, context), context)
  const rest = keepGuards([...left, ...planned.left], context)
  return { calls: found, ...planned, move: withTypes(planned.move, context), ...rest }
}
