const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const label = new RegExp(`^${LABEL}$`, 'i')
const hostName = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})+$`, 'i')

/** An option that becomes a host name, or part of one. */
export interface HostOption {
  /** Id of the provider, for the error. */
  readonly provider: string
  /** Name of the option, for the error. */
  readonly option: string
  /** What the application passed. Nothing is not refused: what is missing is named when the configuration is resolved. */
  readonly value: unknown
  /** A value that does. */
  readonly example: string
}

/** The outcome of a check. Neither is there when the option was not passed. */
export interface CheckedHost {
  /** In lower case. */
  readonly host?: string
  /** Why the value cannot be one, for `problem` of the provider. */
  readonly problem?: string
}

// Nothing is thrown: a factory is called where the application lists its providers, and would take all of them down.
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
