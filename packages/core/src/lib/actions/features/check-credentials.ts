import type { ResolvedPrincipal, ResolvedWellKnown } from '../../config/resolved-features.ts'
import { InvalidConfiguration } from '../../errors/classes.ts'
import { isObject } from '../../kit/json.ts'
import type { AnyFeature } from '../../types/feature.ts'

type Fault = string | undefined

/** Characters of a bearer token (RFC 6750, section 2.1), without those that only its end has. */
const PREFIX = /^[\w.~+/-]{2,16}$/

/** A segment that no router and no proxy reads in another way. */
const DOCUMENT = /^[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*$/
const LONGEST_DOCUMENT = 60

const hasLoad = (part: unknown): boolean => isObject(part) && typeof part['load'] === 'function'

/** What is wrong with the reader of credentials. */
export function findFaultyPrincipal({ principal }: AnyFeature): Fault {
  if (principal === undefined) return undefined
  const { prefix }: { readonly prefix: unknown } = principal
  if (typeof prefix !== 'string' || !PREFIX.test(prefix)) {
    return 'the prefix of its `principal` has to be 2 to 16 letters, digits or characters of -._~+/'
  }
  return hasLoad(principal) ? undefined : 'its `principal` has no `load`'
}

/** What is wrong with the well-known addresses. */
export function findFaultyWellKnown({ wellKnown = {} }: AnyFeature): Fault {
  for (const [name, document] of Object.entries(wellKnown)) {
    if (!DOCUMENT.test(name) || name.length > LONGEST_DOCUMENT) {
      return `"${name}" cannot be a name below /.well-known/: it has to be lower-case words with dashes or dots, up to ${LONGEST_DOCUMENT} characters`
    }
    if (!hasLoad(document)) return `its well-known address "${name}" has no \`load\``
  }
  return undefined
}

/**
 * The readers of all features.
 *
 * @throws InvalidConfiguration where two would be asked about one credential
 */
export function joinPrincipals(features: readonly AnyFeature[]): readonly ResolvedPrincipal[] {
  const all = features.flatMap((feature) =>
    feature.principal ? [{ feature, principal: feature.principal }] : [],
  )
  for (const [index, one] of all.entries()) {
    const { prefix } = one.principal
    const other = all
      .slice(0, index)
      .find(
        ({ principal }) =>
          principal.prefix.startsWith(prefix) || prefix.startsWith(principal.prefix),
      )
    if (!other) continue
    throw new InvalidConfiguration(
      `The prefix "${other.principal.prefix}" of the feature "${other.feature.name}" and "${prefix}" of "${one.feature.name}" could both have one credential: neither may begin with the other.`,
    )
  }
  return all
}

/**
 * The well-known addresses of all features.
 *
 * @throws InvalidConfiguration where two have the same
 */
export function joinWellKnown(
  features: readonly AnyFeature[],
): ReadonlyMap<string, ResolvedWellKnown> {
  const all = new Map<string, ResolvedWellKnown>()
  for (const feature of features) {
    for (const [name, document] of Object.entries(feature.wellKnown ?? {})) {
      const other = all.get(name)?.feature
      if (other) {
        throw new InvalidConfiguration(
          `The features "${other.name}" and "${feature.name}" both have the address /.well-known/${name}.`,
        )
      }
      all.set(name, { feature, document })
    }
  }
  return all
}
