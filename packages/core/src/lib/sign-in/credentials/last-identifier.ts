import { attemptName } from '../../config/cookies.ts'
import { openCookie, sealValue, type SessionContext } from '../../request/context.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import type { LastIdentifier } from '../../pages/provider-form.ts'
import type { CookieOption } from '../../types/cookies.ts'
import type { CredentialInput, CredentialsConfig } from '../../types/provider.ts'

/*
 * The sign-in page fills in the identifier again after a wrong password. It is kept in a sealed cookie, and never in an address,
 * because logs and histories keep addresses.
 */

/** Seconds between a wrong password and the next attempt. */
const ATTEMPT_MAX_AGE = 300

/** Characters of the longest email address. */
const LONGEST_IDENTIFIER = 254

/** Names of inputs that identify a user. Any other input may hold a secret, also one of a type that is shown. */
const IDENTIFIER_INPUTS = /^(?:user[_-]?name|e-?mail|login|user|account|identifier|phone)$/i

/** Types whose values are shown. */
const SHOWN: ReadonlySet<string> = new Set(['text', 'email', 'tel'])

function identifierCookie({ profile: { device } }: SessionContext): CookieOption {
  return { name: attemptName(device), options: device.options }
}

function findInput(inputs: Readonly<Record<string, CredentialInput>> = {}): string | undefined {
  return Object.entries(inputs).find(
    ([name, { type = 'text' }]) => IDENTIFIER_INPUTS.test(name) && SHOWN.has(type.toLowerCase()),
  )?.[0]
}

/** Keeps the identifier for the built-in sign-in page, which is shown next. */
export async function keepLastIdentifier(
  context: SessionContext,
  { id, credentials }: CredentialsConfig,
  sent: Readonly<Record<string, string>>,
): Promise<CookieJar> {
  const { config, jar } = context
  const input = findInput(credentials)
  const value = input === undefined ? undefined : sent[input]
  if (!value || value.length > LONGEST_IDENTIFIER || config.pages.signIn !== undefined)
    return forgetLastIdentifier(context, jar)
  const sealed = await sealValue(
    context,
    'attempt',
    { provider: id, input, value },
    ATTEMPT_MAX_AGE,
  )
  return jar.set(identifierCookie(context), sealed, { maxAge: ATTEMPT_MAX_AGE })
}

/** The identifier of the last request with a wrong password. */
export async function readLastIdentifier(
  context: SessionContext,
): Promise<LastIdentifier | undefined> {
  const payload = await openCookie(context, 'attempt', identifierCookie(context).name)
  if (!payload) return undefined
  const { provider, input, value } = payload
  // Sealed by `keepLastIdentifier`, all of them are text.
  return { provider: String(provider), input: String(input), value: String(value) }
}

/** Deletes the identifier after a sign-in. */
export function forgetLastIdentifier(context: SessionContext, jar: CookieJar): CookieJar {
  const cookie = identifierCookie(context)
  return context.jar.get(cookie.name) === undefined ? jar : jar.delete(cookie)
}
