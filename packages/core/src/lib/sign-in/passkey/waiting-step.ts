import type { SessionContext } from '../../request/context.ts'
import type { AnyFeature } from '../../types/feature.ts'
import { lazy } from '../../kit/lazy.ts'
import type { WaitingSignIn } from '../waiting.ts'

// What waits is found by what lets it wait.
const loadGates = lazy(() => import('../gates.ts'))

/** A step of a sign-in that waits, which a passkey of its user does as well. */
export interface PasskeyStep {
  readonly waiting: WaitingSignIn
  readonly feature: AnyFeature
  readonly userId: string
}

/** The step of the sign-in of this browser that waits; `undefined` where none does, or a passkey is of no use to it. */
export async function findPasskeyStep(context: SessionContext): Promise<PasskeyStep | undefined> {
  if (!context.config.features?.gates.length) return undefined
  const waiting = await (await loadGates()).findWaiting(context)
  if (waiting?.userId === undefined) return undefined
  const [name = '', word = ''] = waiting.row.step.split('/')
  const feature = context.config.features.byName.get(name)
  const { actions = {} } = feature ?? {}
  const page = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (!feature || page?.kind !== 'page' || page.passkey !== 'allowed') return undefined
  return { waiting, feature, userId: waiting.userId }
}
