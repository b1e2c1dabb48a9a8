import { keptFormCookie } from '../request/kept-form-cookie.ts'
import { actionUrl, sealValue, type SessionContext } from '../request/context.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { Cookie } from '../types/cookies.ts'
import type { KeptForm } from '../types/facts.ts'
import type { ParsedBody } from '../types/scope.ts'
import type { AuthorizeInput } from './asked-addresses.ts'

/** Seconds for which a form is kept. */
const KEPT_FOR = 600

/** Bytes of its fields, as they are sent. */
const LONGEST_FORM = 4_096

/** Characters of its address. */
const LONGEST_TARGET = 1_000

/** What a name has that is one of a secret, of a code that is good once, or of what is good for one session alone. */
const SECRET =
  /passw|passphrase|passcode|secret|csrf|xsrf|authenticity|verificationtoken|^(?:pwd|pass|pin|otp|totp|cvc|cvv|token)$/

const isSecret = (name: string): boolean =>
  SECRET.test(name.toLowerCase().replaceAll(/[^a-z\d]/g, ''))

type Field = readonly [name: string, value: unknown]

function listFields(fields: ParsedBody): readonly Field[] {
  if (fields instanceof FormData || fields instanceof URLSearchParams) return [...fields]
  return Object.entries(fields).flatMap(([name, value]): readonly Field[] =>
    Array.isArray(value) ? value.map((one: unknown) => [name, one] as const) : [[name, value]],
  )
}

const isText = (field: Field): field is readonly [string, string] => typeof field[1] === 'string'

/** Whether it is the field of a form whose file was not chosen, which browsers send without name and content. */
const isEmptyFile = (value: unknown): boolean =>
  value instanceof File && value.size === 0 && value.name === ''

/** The fields that are kept; `undefined` where not all are text, or they are too long. */
function readForm({
  fields,
  except = [],
}: KeptForm): readonly (readonly [string, string])[] | undefined {
  const wanted = listFields(fields).filter(
    ([name, value]) =>
      value !== undefined && !isEmptyFile(value) && !isSecret(name) && !except.includes(name),
  )
  const texts = wanted.filter(isText)
  if (texts.length < wanted.length) return undefined
  const sent = new URLSearchParams(texts.map(([name, value]) => [name, value])).toString()
  return sent.length <= LONGEST_FORM ? texts : undefined
}

/** Whether a page of the application has sent the form: one of another site would become the application's own. */
function isOwnForm({ headers }: Request, { origin }: SessionContext): boolean {
  const site = headers.get('sec-fetch-site')
  const from = headers.get('origin')
  if (site !== null && site !== 'same-origin') return false
  if (from === null || from === 'null') return site === 'same-origin'
  return from === new URL(origin.href).origin
}

/**
 * Keeps a form in the browser, sealed, for the user of the session and for its address.
 *
 * @returns the cookies; `undefined` where it is not kept, of which the log warns
 */
export async function keepForm(
  context: SessionContext,
  { request, url }: AuthorizeInput<object>,
  form: KeptForm,
): Promise<readonly Cookie[] | undefined> {
  const { config, jar } = context
  if (!isOwnForm(request, context)) {
    config.log.debug('A form is not kept: it is of another site.')
    return undefined
  }
  const fields = readForm(form)
  const to = url.pathname + url.search
  const current = await selectStrategy(context).current(context)
  const owner = current?.owner ?? current?.userId
  if (!fields || owner === undefined || to.length > LONGEST_TARGET) {
    config.log.warn(
      'form-lost',
      `That of ${url.pathname} has more than ${LONGEST_FORM} bytes or a file, an address of more than ${LONGEST_TARGET} characters, or a session without a user. Ask for the sign-in before the form is shown, or leave fields out by \`except\`.`,
    )
    return undefined
  }
  const sealed = await sealValue(context, 'form', { to, fields, owner: String(owner) }, KEPT_FOR)
  const expires = new Date(config.clock() + KEPT_FOR * 1000)
  const kept = jar.setChunked(keptFormCookie(context), sealed, expires)
  const { name } = keptFormCookie(context)
  return kept.changes().filter((cookie) => cookie.name.startsWith(name))
}

/** The page that shows it again. */
export const formUrl = (context: SessionContext, callbackUrl: string | undefined): string =>
  actionUrl(context, 'form', { callbackUrl })
