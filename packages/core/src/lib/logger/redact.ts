const WORDS =
  'secret|password|passwd|token|cookie|authorization|verifier|assertion|credential|api[-_]?key|private[-_]?key|picture|nickname|(?:given|family|preferred_user)_?name'

/** Personal claims whose names other things have as well. */
const PERSON = 'name|image|address|gender|birthdate|phone_number'

/** Members whose values are never shown, whatever they hold. */
const SECRET_NAMES = new RegExp(`${WORDS}|^(?:code|state|nonce|pass|email|identifier|url)$`, 'i')

const MASK = '[redacted]'

/**
 * Before and after `@`, which may be encoded; letters of every script, a quoted local part, an address as domain. Of a name as
 * domain the first character is enough, since it is shown. A run is tried from its beginning only.
 */
const EMAIL =
  /(?:\\*"[^"\r\n]{1,64}"|(?<![\p{L}\p{N}\p{M}_.!#$%&'*+/=?^`{|}~-])[\p{L}\p{N}\p{M}_.!#$%&'*+/=?^`{|}~-]+)(?:@|%(?:25)*40)(?:\[[\w.:]+\]|[\p{L}\p{N}\p{M}_.-])/giu

const AT = /@|%(?:25)*40/gi

/** These are parts of many harmless words, so they count alone: also after an encoded character. */
const ALONE = '(?:\\b|(?<=%(?:25)*[0-9a-f]{2}))(?:code|state|nonce|pass|email|identifier)\\b'

/** A value in quotes, which may be escaped themselves; brackets, whose end is not looked for; or a word. */
const VALUE =
  '(?:(?<quote>\\\\*["\'`])(?:\\\\[^]|[^\\\\])*?(?:(?<!\\\\)\\k<quote>|$)|[[{][^]*|[^\\s,;&"\'`}\\])…]+)'

/** Values with a secret name in a text: JSON, a printed object (`=>` in PHP and Ruby), a form. */
const NAMED = new RegExp(
  `((?:${WORDS}|${ALONE})[\\w-]*\\\\*["'\`]?\\s*(?:=>|[:=](?!>))\\s*)(?!\\[redacted\\])${VALUE}`,
  'gi',
)

/** The same in a URL, where it may be encoded more than once. */
const ENCODED = new RegExp(
  `((?:${WORDS}|${ALONE})[\\w-]*(?:%(?:25)*(?:22|27|5C))*%(?:25)*3[AD])(?:(?!%(?:25)*26)[^\\s&"'])+`,
  'gi',
)

/** Header lines, of which everything after the name is secret. */
const HEADER = /((?:cookie|authorization)\s*[:=]\s*)[^\s"'{[…][^\r\n]*/gi

/** The personal claims, in a text that contains the claims of a user. */
const CLAIMS = /["']sub\\*["']\s*:/
const NAME = new RegExp(`(["'](?:${PERSON})\\\\*["']\\s*:\\s*)${VALUE}`, 'gi')

const SCHEME = /\b(bearer|basic|dpop)\s+[^\s"',;()[\]…]{6,}/gi

/** Long runs without a space are tokens, codes and hashes more often than words; with the beginning of a JWT also short ones. */
const TOKEN = /(?:[\w+=-]{24,}|\beyJ[\w-]+)(?:\.[\w+=-]+)*/g

/** All but names of our variables, which say what to set and may have digits. */
const LOOKS_RANDOM = /^(?!AUTH(?:_[A-Z\d]+)+$).*?(?:\d|[+=]|(?:[a-z][A-Z].*){4})/

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Before the tenant in an issuer of Microsoft Entra ID, and in its host. */
const BEFORE_TENANT =
  /https:\/\/(?:[\w-]{1,63}\.)*(?:microsoftonline\.(?:com|us|cn)|sts\.windows\.net|ciamlogin\.com|b2clogin\.com)\/$/i
const TENANT_HOST = /\.ciamlogin\.com$/i

/** Whether a run is the tenant in an issuer, which is public, and often the value to configure. */
function isTenant(run: string, before: string): boolean {
  if (TENANT_HOST.test(run)) {
    return GUID.test(run.replace(TENANT_HOST, '')) && before.endsWith('https://')
  }
  return GUID.test(run) && BEFORE_TENANT.test(before)
}

const USERINFO = /\/\/[^\s/@]*:[^\s/@]*@/g

const QUERY = /([?&][\w.-]+=)[^\s&#"']+/g

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g

const MAX_TEXT = 2_000
const MAX_DEPTH = 6

/** One line of text without what looks like a secret, an address or a control sequence. */
export function redactText(text: string): string {
  const masked = text
    .slice(0, MAX_TEXT)
    .replaceAll(NAME, CLAIMS.test(text) ? `$1${MASK}` : '$&')
    .replaceAll(HEADER, `$1${MASK}`)
    .replaceAll(NAMED, `$1${MASK}`)
    .replaceAll(ENCODED, `$1${MASK}`)
    .replaceAll(SCHEME, `$1 ${MASK}`)
    .replaceAll(USERINFO, `//${MASK}@`)
    .replaceAll(QUERY, `$1${MASK}`)
    .replaceAll(EMAIL, maskEmail)
    .replaceAll(TOKEN, (run: string, at: number, whole: string) =>
      LOOKS_RANDOM.test(run) && !isTenant(run, whole.slice(Math.max(0, at - 120), at)) ? MASK : run,
    )
  return escapeControls(masked)
}

function escapeControls(text: string): string {
  return text.replaceAll(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function maskEmail(address: string): string {
  const first = address.replace(/^[\\"]+/, '').charAt(0)
  return `${first}…@${address.split(AT).at(-1)}`
}

function isSecretName(name: unknown): boolean {
  return (
    typeof name === 'string' && name.length <= 64 && !/\s/.test(name) && SECRET_NAMES.test(name)
  )
}

/** Names and values may take turns in a list, as in the raw headers of Node.js. */
function redactList(list: readonly unknown[], depth: number): readonly unknown[] {
  return list
    .slice(0, 50)
    .map((member, index) => (isSecretName(list[index - 1]) ? MASK : redactValue(member, depth + 1)))
}

function redactMembers(value: object, depth: number): Record<string, unknown> {
  // The form of cookies and headers in many libraries: `{ name, value }`.
  const labelled = ['name', 'key'].some((label) => isSecretName(Reflect.get(value, label)))
  // Claims, a profile or a user: other things have names as well.
  const person = 'sub' in value || 'email' in value
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => [
    redactText(name),
    (SECRET_NAMES.test(name) ||
      (labelled && name === 'value') ||
      (person && PERSON.split('|').includes(name))) &&
    member != null
      ? MASK
      : redactValue(member, depth + 1),
  ])
  // `fromEntries` defines members, so that one named `__proto__` is just that.
  return Object.fromEntries(members) as Record<string, unknown>
}

/** A copy of a value that is safe to log. */
export function redactValue(value: unknown, depth: number = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'function') return '[function]'
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  return depth >= MAX_DEPTH ? '[…]' : redactObject(value, depth)
}

function redactObject(value: object, depth: number): unknown {
  if (value instanceof Error) return redactError(value, depth)
  if (value instanceof Date) return value
  if (Array.isArray(value)) return redactList(value, depth)
  if (value instanceof Headers || value instanceof URLSearchParams)
    return `[${value.constructor.name}]`
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[bytes]'
  if (value instanceof URL) return value.origin + value.pathname
  return redactMembers(value, depth)
}

/** Lines of a stack that say where, without the message, which has been redacted by itself. */
function redactStack(error: Error): string {
  const stack = error.stack ?? ''
  // The message may have lines that look like places.
  const start = stack.indexOf(error.message)
  const places = stack.slice(start === -1 ? 0 : start + error.message.length).split('\n')
  const lines = places.filter((line) => /^\s+at /.test(line)).map(escapeControls)
  return [`${error.name}: ${redactText(error.message)}`, ...lines].join('\n')
}

/**
 * A copy of an error that is safe to log, with details such as the reference of the flow that it ended: same class, `type`,
 * `code`, `ref` and chain of causes. Members that third parties attach to their errors (requests, responses, parameters) stay
 * out.
 */
export function redactError(
  error: Error,
  depth: number = 0,
  ref?: string,
  { fix, trace }: { readonly fix?: string | undefined; readonly trace?: string | undefined } = {},
): Error {
  // An object with the prototype of an error is one.
  const copy = Object.create(Reflect.getPrototypeOf(error)) as Error
  const define = (name: string, value: unknown): unknown =>
    Object.defineProperty(copy, name, { value, configurable: true, writable: true })
  define('name', error.name)
  define('message', redactText(error.message))
  define('stack', redactStack(error))
  for (const name of ['type', 'code', 'ref', 'errno', 'syscall'] as const) {
    const value: unknown = Reflect.get(error, name)
    if (typeof value === 'string') define(name, redactText(value))
    if (typeof value === 'number') define(name, value)
  }
  for (const [name, value] of Object.entries({ ref, fix, trace })) {
    if (value !== undefined) define(name, value)
  }
  if (error.cause !== undefined) define('cause', redactValue(error.cause, depth + 1))
  return copy
}
