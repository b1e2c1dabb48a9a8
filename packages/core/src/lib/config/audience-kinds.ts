import { isListed, toHost, type Origin } from '../http/origin.ts'

/** The application that sealed values are for, so that one secret in two deployments does not make them one (RFC 7519, section 4.1.3). */
export interface Audience {
  /** The claim of a value that is sealed for a request. */
  readonly of: (origin: Origin) => string
  /** Whether a value with this claim is for this application. */
  readonly accepts: (claim: unknown) => boolean
}

/** The audience of deployments without a name, which accept any host. No named audience equals it. */
export const UNNAMED = '*'

/** Whether a host is one of those that share the cookies of a domain. A claim of a domain begins with a dot. */
function covers(domain: unknown, host: string): boolean {
  if (typeof domain !== 'string' || !domain.startsWith('.')) return false
  return `.${host.replace(/:\d+$/, '')}`.endsWith(domain)
}

/** The first name is written; all are accepted. */
export function named(names: readonly string[]): Audience {
  const [first = UNNAMED] = names
  const all = new Set<unknown>(names)
  return { of: () => first, accepts: (claim) => all.has(claim) }
}

/** A single host. */
export function fixed(host: string): Audience {
  return { of: () => host, accepts: (claim) => claim === host || covers(claim, host) }
}

/** Several hosts of one configuration: a value of any of them is good at all of them. */
export function listedHosts(hosts: ReadonlySet<string>): Audience {
  return {
    of: ({ href }) => toHost(href),
    accepts: (claim) =>
      (typeof claim === 'string' && isListed(hosts, claim)) ||
      [...hosts].some((host) => covers(claim, host)),
  }
}

/** Whether every name of a list is one. */
export function areNames(names: readonly unknown[]): boolean {
  return names.length > 0 && names.every((name) => typeof name === 'string' && name.trim() !== '')
}

/**
 * The audience of an application: the names it gives, else the domain its session cookie is for, else what its
 * origins say.
 */
export function chooseAudience(
  names: readonly string[],
  domain: string | undefined,
  byOrigin: () => Audience,
): Audience {
  const found =
    names.length > 0
      ? named(names)
      : domain === undefined
        ? byOrigin()
        : named([`.${domain.replace(/^\./, '').toLowerCase()}`])
  return {
    of: found.of,
    // A value without an audience is from an older version, or from `encode`.
    accepts: (claim) => claim === undefined || found.accepts(claim),
  }
}
