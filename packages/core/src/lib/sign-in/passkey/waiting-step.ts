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

/** The feature of a step whose page takes a passkey. */
function takingPasskeys(
  features: ReadonlyMap<string, AnyFeature>,
  step: string,
): AnyFeature | undefined {
  const [name = '', word = ''] = step.split('/')
  const feature = features.get(name)
  const page = feature?.actions?.[word]
  return page?.kind === 'page' && page.passkey === 'allowed' ? feature : undefined
}

/** The step of the sign-in of this browser that waits; `undefined` where none does, or a passkey is of no use to it. */
export async function findPasskeyStep(context: SessionContext): Promise<PasskeyStep | undefined> {
  const { features } = context.config
  if (!features?.gates.length) return undefined
  const waiting = await (await loadGates()).findWaiting(context)
  if (waiting?.userId === undefined) return undefined
  const feature = takingPasskeys(features.byName, waiting.row.step)
  return feature && { waiting, feature, userId: waiting.userId }
}
