import { isObject } from '../../kit/json.ts'
import type { AnyFeature } from '../../types/feature.ts'
import type { FeaturePoints } from '../../types/feature-points.ts'

type Fault = string | undefined

const POINTS: Readonly<Record<keyof FeaturePoints, true>> = {
  tokens: true,
  ending: true,
  deleting: true,
}

/** What a feature may need beside other features. */
export const NEEDS: ReadonlySet<string> = new Set(['mail', 'records', 'endings'])

/** The first thing that is wrong with the points of a feature. */
export function findFaultyPoint({ points = {} }: AnyFeature): Fault {
  for (const [name, point] of Object.entries<unknown>({ ...points })) {
    if (!Object.hasOwn(POINTS, name)) {
      return `\`points.${name}\` is no point: there are ${Object.keys(POINTS).join(', ')}`
    }
    if (point === undefined) continue
    const { load }: { load?: unknown } = isObject(point) ? point : {}
    if (typeof load !== 'function') return `its point \`${name}\` has no \`load\``
  }
  return undefined
}

/** The first thing that is wrong with the list of what a feature needs. */
export function findFaultyNeed({ name, needs = [] }: AnyFeature): Fault {
  const other = needs.find((need: unknown) => typeof need !== 'string' || need === '')
  if (other !== undefined) return '`needs` has what is no word'
  if (needs.includes(name)) return 'it needs itself'
  return NEEDS.has(name) ? `its name is what others need: ${[...NEEDS].join(', ')}` : undefined
}
