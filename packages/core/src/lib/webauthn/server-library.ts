import type * as Helpers from '@simplewebauthn/server/helpers'
import type * as Server from '@simplewebauthn/server'
import { asError } from '../errors/auth-error.ts'
import { InvalidConfiguration } from '../errors/classes.ts'

/** What is used of `@simplewebauthn/server`. */
export type ServerLibrary = typeof Server & typeof Helpers

/**
 * Loads the package that implements the ceremonies. It is large, and only applications with WebAuthn install it.
 *
 * @throws InvalidConfiguration when it is not installed
 */
export async function loadServerLibrary(): Promise<ServerLibrary> {
  try {
    // Literals inside a try block, so that bundlers follow them but do not insist on them.
    const server = await import('@simplewebauthn/server')
    const helpers = await import('@simplewebauthn/server/helpers')
    return { ...server, ...helpers }
  } catch (cause) {
    throw new InvalidConfiguration(
      'The package "@simplewebauthn/server" could not be loaded. Install it: npm install @simplewebauthn/server@14',
      { err: asError(cause) },
    )
  }
}
