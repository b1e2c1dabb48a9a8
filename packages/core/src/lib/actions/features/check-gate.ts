import type { AnyFeature } from '../../types/feature.ts'

type Fault = string | undefined

const PHASES: ReadonlySet<unknown> = new Set(['may', 'assure'])

/** Whether a word is that of a page for a user who is signed in, by a sign-in of any age. */
function isRaisingPage({ actions = {} }: AnyFeature, word: unknown): boolean {
  const page = typeof word === 'string' && Object.hasOwn(actions, word) ? actions[word] : undefined
  return page?.kind === 'page' && page.session === undefined
}

/** What is wrong with the gate of a feature whose actions were looked at. */
export function findFaultyGate(feature: AnyFeature): Fault {
  const { gate } = feature
  if (gate === undefined) return undefined
  if (typeof gate.load !== 'function') return 'its `gate` has no `load`'
  if (!PHASES.has(gate.phase)) return 'the phase of its gate has to be may or assure'
  const { raises } = gate
  if (raises === undefined) return undefined
  if (gate.phase !== 'assure') return 'a gate that `raises` has to be of the phase assure'
  return isRaisingPage(feature, raises)
    ? undefined
    : `its gate raises by "${String(raises)}", which is no page that needs a session of any age`
}
