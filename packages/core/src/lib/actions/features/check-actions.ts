import { isObject } from '../../kit/json.ts'
import type { AnyFeature, FeatureAction, FeatureInput } from '../../types/feature.ts'
import { type Fault, findFirst, isWord, MEMBER } from './check-words.ts'

/** Inputs that are the core's own. */
const TAKEN: ReadonlySet<string> = new Set(['csrfToken', 'callbackUrl', 'json'])

const LONGEST_INPUT = 10_000

const SESSIONS: Readonly<Record<FeatureAction['kind'], readonly unknown[]>> = {
  page: [undefined, 'none', 'fresh', 'pending', 'proof'],
  change: [undefined, 'none', 'fresh', 'pending', 'proof'],
  machine: [undefined, 'none'],
}

/** The parts of an action. */
const ACTION_PARTS: ReadonlySet<string> = new Set([
  'kind',
  'session',
  'step',
  'proof',
  'actor',
  'begins',
  'passkey',
  'inputs',
  'budgets',
  'load',
])

const KINDS: ReadonlySet<unknown> = new Set(['text', 'int', 'bool'])

function findFaultyInput([name, input]: readonly [string, unknown]): Fault {
  if (!MEMBER.test(name) || TAKEN.has(name)) return `"${name}" cannot be the name of an input`
  const { kind, max = 1, secret }: Partial<FeatureInput> = isObject(input) ? input : {}
  if (!KINDS.has(kind)) return `the input "${name}" is of no kind that there is`
  if (secret !== undefined && (kind !== 'text' || secret !== true)) {
    return `\`secret\` of the input "${name}" can only be true, of a text`
  }
  return Number.isSafeInteger(max) && max >= 1 && max <= LONGEST_INPUT
    ? undefined
    : `the max of the input "${name}" has to be a whole number from 1 to ${LONGEST_INPUT}`
}

function findFaultyInputs(inputs: unknown): Fault {
  return isObject(inputs)
    ? findFirst(Object.entries(inputs), findFaultyInput)
    : '`inputs` is no object'
}

function findOtherPart(action: object): Fault {
  const other = Object.keys(action).find((part) => !ACTION_PARTS.has(part))
  return other === undefined ? undefined : `\`${other}\` is no part of an action`
}

const isKind = (kind: unknown): kind is FeatureAction['kind'] =>
  typeof kind === 'string' && Object.hasOwn(SESSIONS, kind)

/** Acting for users: what may begin it, and what it may do. */
function findFaultyActing({
  kind,
  session,
  actor,
  begins,
}: Readonly<Record<string, unknown>>): Fault {
  if (actor !== undefined && (actor !== 'allowed' || kind !== 'change')) {
    return '`actor` is of a change, and can only be "allowed"'
  }
  if (
    actor !== undefined &&
    (session === 'fresh' || session === 'pending' || session === 'proof')
  ) {
    return `what only the user can show is not shown in an acting session, so that \`actor\` and the session "${session}" exclude each other`
  }
  const isRight = begins === 'acting' && kind === 'change' && session === 'fresh'
  return begins === undefined || isRight
    ? undefined
    : '`begins: "acting"` is of a change with the session "fresh"'
}

/** A passkey does the step of a page, as its word says. */
function findFaultyPasskey({
  kind,
  session,
  step,
  passkey,
}: Readonly<Record<string, unknown>>): Fault {
  const isStep = kind === 'page' && session === 'pending' && step === undefined
  return passkey === undefined || (passkey === 'allowed' && isStep)
    ? undefined
    : '`passkey: "allowed"` is of a page that is a step, with the session "pending"'
}

const findFaultyPartOf = (given: Readonly<Record<string, unknown>>, inputs: unknown): Fault =>
  findOtherPart(given) ??
  findFaultyActing(given) ??
  findFaultyPasskey(given) ??
  findFaultyInputs(inputs)

function findFaultyAction([word, action]: readonly [string, unknown]): Fault {
  const given: { readonly [part: string]: unknown } = isObject(action) ? action : {}
  const { kind, session, step, load, inputs = {} } = given
  if (!isWord(word)) return `"${word}" cannot be the word of an action`
  if (!isKind(kind)) {
    return `its action "${word}" is of no kind that there is: page, change or machine`
  }
  if (!SESSIONS[kind].includes(session)) {
    return `its action "${word}" cannot have the session ${JSON.stringify(session)}`
  }
  if (step !== undefined && (session !== 'pending' || typeof step !== 'string')) {
    return `its action "${word}" has a \`step\` without the session "pending"`
  }
  if (typeof load !== 'function') return `its action "${word}" has no \`load\``
  const fault = findFaultyPartOf(given, inputs)
  return fault === undefined ? undefined : `${fault}, in its action "${word}"`
}

/** A step is the page that a gate leads to. */
export function findFaultyStep({ actions = {} }: AnyFeature): Fault {
  return findFirst(Object.entries(actions), ([word, action]) => {
    if (action.kind === 'machine' || action.session !== 'pending') return undefined
    const step = action.step ?? word
    const page = Object.hasOwn(actions, step) ? actions[step] : undefined
    return page?.kind === 'page' && page.session === 'pending' && (page.step ?? step) === step
      ? undefined
      : `its action "${word}" belongs to the step "${step}", which is no page with the session "pending"`
  })
}

/** The first thing that is wrong with an action. */
export const findFaultyActions = ({ actions = {} }: AnyFeature): Fault =>
  findFirst(Object.entries(actions), findFaultyAction)
