import { attemptName } from '../../config/cookies.ts'
import { sealValue, type SessionContext } from '../../request/context.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import type { Attempt } from '../../pages/credential-inputs.ts'
import type { CookieOption } from '../../types/cookies.ts'
import type { CredentialInput, CredentialsConfig } from '../../types/provider.ts'

/*
 * Refills the name after a wrong password. It is kept for some minutes in a sealed cookie, and never in an address, which logs and
 * histories keep.
 */

/** Seconds between a wrong password and the next attempt. */
const ATTEMPT_MAX_AGE = 300

/** Characters of the longest name that is kept: those of an email address. */
const LONGEST_IDENTIFIER = 254

/** Names of inputs for the name of an account. An input with another name may be a secret, also if its type shows it. */
const IDENTIFIER_INPUTS = /^(?:user[_-]?name|e-?mail|login|user|account|identifier|phone)$/i

/** Types whose values are shown. */
const SHOWN: ReadonlySet<string> = new Set(['text', 'email', 'tel'])

function attemptCookie({ profile: { device } }: SessionContext): CookieOption {
  return { name: attemptName(device), options: device.options }
}

function findInput(inputs: Readonly<Record<string, CredentialInput>> = {}): string | undefined {
  return Object.entries(inputs).find(
    ([name, { type = 'text' }]) => IDENTIFIER_INPUTS.test(name) && SHOWN.has(type.toLowerCase()),
  )?.[0]
}

/** Keeps the name for the built-in sign-in page, which is shown next. */
export async function keepAttempt(
  context: SessionContext,
  { id, credentials }: CredentialsConfig,
  sent: Readonly<Record<string, string>>,
): Promise<CookieJar> {
  const { config, jar } = context
  const input = findInput(credentials)
  const value = input === undefined ? undefined : sent[input]
  if (!value || value.length > LONGEST_IDENTIFIER || config.pages.signIn !== undefined)
    return forgetAttempt(context, jar)
  const sealed = await sealValue(
    context,
    'attempt',
    { provider: id, input, value },
    ATTEMPT_MAX_AGE,
  )
  return jar.set(attemptCookie(context), sealed, { maxAge: ATTEMPT_MAX_AGE })
}

/** The name that was sent with a wrong password. */
export async function readAttempt(context: SessionContext): Promise<Attempt | undefined> {
  const sealed = context.jar.get(attemptCookie(context).name)
  const opened = sealed === undefined ? null : await context.profile.box.open('attempt', sealed)
  if (!opened) return undefined
  const { provider, input, value } = opened.payload
  // Sealed here, all of them are text.
  return { provider: String(provider), input: String(input), value: String(value) }
}

/** Forgets the name, after a sign-in. */
export function forgetAttempt(context: SessionContext, jar: CookieJar): CookieJar {
  const cookie = attemptCookie(context)
  return context.jar.get(cookie.name) === undefined ? jar : jar.delete(cookie)
}
