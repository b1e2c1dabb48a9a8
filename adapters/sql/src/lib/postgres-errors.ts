/** Returns the address of the server for errors, without user and password. */
export function postgresServerName(url: string): string {
  if (!URL.canParse(url)) {
    // The error of the parser would contain the URL with the password.
    throw new TypeError(
      'The PostgreSQL URL cannot be read. Expected postgres://user:password@host:5432/database, ' +
        'with special characters in the user and password percent-encoded.',
    )
  }
  const { hostname, port, searchParams } = new URL(url)
  const host = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname
  return `PostgreSQL at ${decodeURIComponent(host)}:${port === '' ? '5432' : port}`
}

// SQLSTATE classes that end the session: connection exception, invalid authorization,
// insufficient resources, operator intervention, and the timeouts that end a session.
const SESSION_OVER = /^(?:08|28|53|57P|25P0[345])/

/** Whether the server refused a statement without ending the session. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'severity' in error &&
  'code' in error &&
  typeof error.code === 'string' &&
  !SESSION_OVER.test(error.code)

/** Returns the message of an error in one line. */
export function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Converts an error of the connection; refused statements keep their error. */
export function unreachable(server: string, error: unknown): unknown {
  if (isRefusal(error)) return error
  return new Error(`${server} cannot be reached: ${describe(error)}`, { cause: error })
}
