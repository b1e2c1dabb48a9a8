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

function checked(
  { provider, option, value, example }: HostOption,
  pattern: RegExp,
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string' && pattern.test(value)) return value.toLowerCase()
  throw new TypeError(
    `The option \`${option}\` of the provider "${provider}" is ${JSON.stringify(value)}, which cannot stand in a host name. Write it as in \`{ ${option}: '${example}' }\`, without scheme, path and port.`,
  )
}

/**
 * A host name such as `shop.example.com` (RFC 1123, section 2.1), in lower case.
 *
 * @throws TypeError that names provider and option when it is something else
 */
export function checkedHostName(given: HostOption): string | undefined {
  return checked(given, hostName)
}

/**
 * One label of a host name, such as `1234567-sb1`, in lower case.
 *
 * @throws TypeError that names provider and option when it is something else
 */
export function checkedHostLabel(given: HostOption): string | undefined {
  return checked(given, label)
}
