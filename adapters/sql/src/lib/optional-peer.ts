const NOT_FOUND: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

// A package whose own dependency is missing fails with the same code, but names the dependency.
const isMissing = (packageName: string, error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  NOT_FOUND.has(error.code) &&
  error.message.includes(`'${packageName}'`)

/** Creates the error for a driver that could not be loaded, with the command that installs it. */
export function peerError(packageName: string, error: unknown): Error {
  const message = isMissing(packageName, error)
    ? `The package ${packageName} is not installed. Run: npm install ${packageName}`
    : `The package ${packageName} is installed but cannot be loaded.`
  return new Error(message, { cause: error })
}
