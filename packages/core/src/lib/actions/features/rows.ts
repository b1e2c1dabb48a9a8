import { ACTIONS, type Action } from '../actions.ts'
import type { ResolvedFeatures } from '../../config/resolved-features.ts'
import { MethodNotAllowed, UnknownAction } from '../../errors/classes.ts'
import { lazy } from '../../kit/lazy.ts'
import type { Context } from '../../request/context.ts'
import { CHANGE, SHOW, type Route } from '../../request/route.ts'
import type { AnyFeature } from '../../types/feature.ts'

const loadRun = lazy(() => import('./run-action.ts'))

/** The route of an action of a feature, whose word is where other actions have the id of a provider. */
function routeOf(feature: AnyFeature, context: Context): Route {
  const { providerId: word = '', method } = context.request
  const { actions = {} } = feature
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (!action) throw new UnknownAction(`The feature "${feature.name}" has no action at this path.`)
  const wanted = action.kind === 'page' ? 'GET' : 'POST'
  if (method !== wanted) {
    const error = new MethodNotAllowed(
      `The action "${feature.name}/${word}" does not take ${method}.`,
    )
    error.allow = [wanted]
    throw error
  }
  return {
    // Programs send no cookies that count, and a page changes nothing.
    ...(action.kind === 'change'
      ? { ...CHANGE, ...(action.actor && { actor: action.actor }) }
      : SHOW),
    run: async (inner) => (await loadRun()).runAction(inner, { feature, word, action }),
  }
}

function rowOf(feature: AnyFeature): Action {
  const route = (context: Context): Route => routeOf(feature, context)
  return {
    provider: 'required',
    safe: true,
    failsAs: 'problem',
    target: 'given',
    GET: route,
    POST: route,
  }
}

const known = new WeakMap<ResolvedFeatures, Readonly<Record<string, Action>>>()

/** The actions of the library, and a row for each feature that has some. */
export function actionsOf(features: ResolvedFeatures): Readonly<Record<string, Action>> {
  const found = known.get(features)
  if (found) return found
  const rows = [...features.byName.values()]
    .filter(({ actions }) => actions !== undefined)
    .map((feature) => [feature.name, rowOf(feature)] as const)
  const all = Object.freeze({ ...ACTIONS, ...Object.fromEntries(rows) })
  known.set(features, all)
  return all
}
