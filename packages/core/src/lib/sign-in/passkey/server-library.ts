import type * as Helpers from '@simplewebauthn/server/helpers'
import type * as Server from '@simplewebauthn/server'
import { asError } from '../../errors/auth-error.ts'
import { CallbackRouteError, InvalidConfiguration } from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { isObject } from '../../kit/json.ts'
import { lazy } from '../../kit/lazy.ts'
import type { SimpleWebAuthn } from '../../types/webauthn.ts'
import type { ParsedAuthenticatorData } from '@simplewebauthn/server/helpers'

/** The functions of `@simplewebauthn/server`. */
export type ServerLibrary = typeof Server & typeof Helpers

/** The four functions that an application may replace. Others that it passes are ignored. */
function replaced(functions: SimpleWebAuthn): Pick<ServerLibrary, keyof SimpleWebAuthn> {
  const { generateAuthenticationOptions, verifyAuthenticationResponse } = functions
  const { generateRegistrationOptions, verifyRegistrationResponse } = functions
  // A result of another form fails where it is read, and verifies nothing.
  return {
    generateAuthenticationOptions,
    verifyAuthenticationResponse,
    generateRegistrationOptions,
    verifyRegistrationResponse,
  } as Pick<ServerLibrary, keyof SimpleWebAuthn>
}

const library = lazy(async () => {
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
})

/**
 * Loads the package that implements the ceremonies. It is large, and only applications with WebAuthn install it.
 *
 * @param functions - those of the application in place of four functions of the package
 * @throws InvalidConfiguration when it is not installed
 */
export async function loadServerLibrary(functions?: SimpleWebAuthn): Promise<ServerLibrary> {
  return { ...(await library()), ...(functions && replaced(functions)) }
}

const toSubject = (name: keyof SimpleWebAuthn): string =>
  `The \`${name}\` function of \`simpleWebAuthn\``

/**
 * The result of one of the four functions, which an application may have replaced.
 *
 * @throws InvalidConfiguration that names the function when it returned no object
 */
export function requireResult<T extends object>(name: keyof SimpleWebAuthn, result: T): T {
  // A function without types may return any value.
  if (isObject(result)) return result
  throw new InvalidConfiguration(
    `${toSubject(name)} returned ${describeKind(result)}. Return what the function of the package returns.`,
  )
}

/**
 * Calls a function that makes options.
 *
 * @throws CallbackRouteError that names the function when it throws
 * @throws InvalidConfiguration that names it when it returns no options
 */
export async function makeOptions<T extends object>(
  name: keyof SimpleWebAuthn,
  make: () => Promise<T>,
): Promise<T> {
  return requireResult(name, await naming(CallbackRouteError, toSubject(name), make))
}

/**
 * Checks the flags (Web Authentication Level 3, section 7.2, steps 17 and 18), since the application may have replaced the functions
 * that verify.
 *
 * @throws Error when the user was not present, or not verified, where that is required
 */
export function requireFlags(
  { flags }: Pick<ParsedAuthenticatorData, 'flags'>,
  {
    requireUserVerification,
    requireUserPresence = true,
  }: { readonly requireUserVerification: boolean; readonly requireUserPresence?: boolean },
): void {
  if (requireUserPresence && !flags.up) throw new Error('The user was not present')
  if (requireUserVerification && !flags.uv) throw new Error('The user was not verified')
}
