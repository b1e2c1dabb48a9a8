const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const label = new RegExp(`^${LABEL}$`, 'i')
const hostName = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})+$`, 'i')

/** An option that becomes a host name, or part of one. */
export interface HostOption {
  /** Id of the provider, for the error. */
  readonly provider: string
  /** Name of the option, for the error. */
  readonly option: string
  /** As passed by the application. A missing value is reported when the configuration is resolved. */
  readonly value: unknown
  /** A valid example. */
  readonly example: string
}

/** The result of a check. Both are missing when the option was not passed. */
export interface CheckedHost {
  /** In lower case. */
  readonly host?: string
  /** Why the value is invalid, for `problem` of the provider. */
  readonly problem?: string
}

// Factories do not throw: an error in the list of providers would disable all of them.
function checked({ provider, option, value, example }: HostOption, pattern: RegExp): CheckedHost {
  if (value === undefined || value === null || value === '') return {}
  if (typeof value === 'string' && pattern.test(value)) return { host: value.toLowerCase() }
  return {
    problem: `The option \`${option}\` of the provider "${provider}" is ${JSON.stringify(value)}, which cannot be part of a host name. Write it as in \`{ ${option}: '${example}' }\`, without scheme, path and port.`,
  }
}

/** A host name such as `shop.example.com` (RFC 1123, section 2.1). */
export function checkedHostName(given: HostOption): CheckedHost {
  return checked(given, hostName)
}

/** One label of a host name, such as `1234567-sb1`. */
export function checkedHostLabel(given: HostOption): CheckedHost {
  return checked(given, label)
}
