import type { Origin } from '../http/origin.ts'

/** Whom sealed values are made for, so that one secret in two deployments does not make them one (RFC 7519, section 4.1.3). */
export interface Audience {
  /** What a value says that is sealed for a request. */
  readonly of: (origin: Origin) => string
  /** Whether a value that says this is one of this application. */
  readonly accepts: (claim: unknown) => boolean
}

/**
 * What deployments say that have no name: they believe any host, and nothing else tells them apart. It is none of those that
 * have one.
 */
export const UNNAMED = '*'

export function toHost(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2)
}

/** Whether a host is one of those that share the cookies of a domain. A claim of a domain begins with a dot. */
function covers(domain: unknown, host: string): boolean {
  if (typeof domain !== 'string' || !domain.startsWith('.')) return false
  return `.${host.replace(/:\d+$/, '')}`.endsWith(domain)
}

/** One name that says who it is, and others that are taken as well. */
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
export function listed(hosts: ReadonlySet<string>): Audience {
  // As `URL.host` has them, which leaves out the port of the protocol.
  const own = new Set<unknown>(
    [...hosts].flatMap((host) => [host, host.replace(/:443$/, ''), host.replace(/:80$/, '')]),
  )
  return {
    of: ({ href }) => toHost(href),
    accepts: (claim) => own.has(claim) || [...hosts].some((host) => covers(claim, host)),
  }
}

/** Whether every name of a list is one. */
export function areNames(names: readonly unknown[]): boolean {
  return names.length > 0 && names.every((name) => typeof name === 'string' && name.trim() !== '')
}

/**
 * Whom the values of an application are made for: the names it gives, else the domain its session cookie is for, else what its
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
    // What says nothing was sealed before there were audiences, or by `encode` beside the application.
    accepts: (claim) => claim === undefined || found.accepts(claim),
  }
}
