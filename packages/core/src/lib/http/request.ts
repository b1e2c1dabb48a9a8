import { asError } from '../errors/auth-error.ts'
import { InvalidRequest, PayloadTooLarge, UnsupportedMediaType } from '../errors/classes.ts'
import type { AuthRequest, IncomingRequest, Method } from '../types/request.ts'
import { parseMethod, type AnyRow, type AskedAction, type RouteIn } from './action.ts'
import { readBytes } from './incoming.ts'

const MAX_BODY_BYTES = 65_536
const MAX_QUERY_LENGTH = 8_192
const MAX_COOKIE_LENGTH = 16_384
const MAX_JSON_DEPTH = 32
const MAX_MEMBERS = 100

/** The parts of a request that are parsed. `Request` has them. */
type Unparsed = Omit<IncomingRequest, 'request'>

/** A request, and what its action leads to. */
export interface ParsedRequest<A extends AnyRow> {
  readonly request: AuthRequest
  readonly route: RouteIn<A>
}

// Without the option `stream` it keeps no bytes between calls, even where decoding fails.
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Reads a body up to its cap, and no further. */
async function readText({ body }: Unparsed): Promise<string> {
  const bytes = await readBytes(body, MAX_BODY_BYTES)
  try {
    return UTF8.decode(bytes)
  } catch (cause) {
    throw new InvalidRequest('The body is not UTF-8.', { err: asError(cause) })
  }
}

// NUL, and halves of a surrogate pair: stores and mail servers disagree about them.
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

function assertText(text: string): void {
  if (!UNSTORABLE.test(text)) return
  throw new InvalidRequest('The JSON body has text that is not Unicode, or a NUL.')
}

/** Larger numbers have been rounded by `JSON.parse`: the stored number would differ from the sent one. */
function assertExact(number: number): void {
  if (Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number))) return
  throw new InvalidRequest(
    'The JSON body has a number that cannot be read exactly. Send it as text.',
  )
}

/** Returns how many members the objects in a value have together. */
function assertShape(value: unknown, depth: number): number {
  if (typeof value === 'string') assertText(value)
  if (typeof value === 'number') assertExact(value)
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  if (depth > MAX_JSON_DEPTH || members.length > MAX_MEMBERS) {
    throw new InvalidRequest('The JSON body is nested too deeply or has too many members.')
  }
  for (const name of Object.keys(value)) assertText(name)
  const own = Array.isArray(value) ? 0 : members.length
  return members.reduce<number>((sum, member) => sum + assertShape(member, depth + 1), own)
}

const JSON_STRING = /"(?:[^"\\]|\\.)*"/g

/** How many members are in a JSON text: outside of strings a colon is in each of them, and nowhere else. */
function writtenMembers(json: string): number {
  return json.replaceAll(JSON_STRING, '').split(':').length - 1
}

function parseJsonFields(text: string): ReadonlyMap<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidRequest('The body is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidRequest('The JSON body is not an object.')
  }
  // Parsers disagree about which one of two counts.
  if (assertShape(value, 1) !== writtenMembers(text)) {
    throw new InvalidRequest('The JSON body has a member twice.')
  }
  return new Map(Object.entries(value))
}

interface ParsedParameters {
  readonly values: ReadonlyMap<string, string>
  readonly duplicates: ReadonlySet<string>
}

const NO_PARAMETERS: ParsedParameters = { values: new Map(), duplicates: new Set() }

/** First value of each parameter, and which ones came more than once. */
export function parseParameters(text: string): ParsedParameters {
  if (text === '') return NO_PARAMETERS
  const values = new Map<string, string>()
  const duplicates = new Set<string>()
  // The parser of the platform replaces malformed sequences; here they end the request.
  if (/%(?![0-9a-f]{2})/i.test(text)) throw new InvalidRequest('Malformed percent-encoding.')
  for (const [name, value] of new URLSearchParams(text)) {
    if (/[\0\ufffd]/.test(name + value)) {
      throw new InvalidRequest('A parameter is not valid UTF-8, or has a NUL.')
    }
    if (values.has(name)) duplicates.add(name)
    else values.set(name, value)
  }
  if (values.size > MAX_MEMBERS) throw new InvalidRequest('Too many parameters.')
  return { values, duplicates }
}

type Body = Pick<AuthRequest, 'body' | 'duplicates' | 'unreadable'>

const NO_BODY: Body = { body: new Map(), duplicates: new Set() }

async function parseBody(request: Unparsed): Promise<Body> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > MAX_BODY_BYTES) throw new PayloadTooLarge('The body is larger than 64 kB.')
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';', 1)
  const mediaType = type.trim().toLowerCase()
  if (mediaType === 'application/json') {
    return { body: parseJsonFields(await readText(request)), duplicates: new Set() }
  }
  if (mediaType === 'application/x-www-form-urlencoded') {
    const { values, duplicates } = parseParameters(await readText(request))
    return { body: values, duplicates }
  }
  const text = await readText(request)
  if (text === '' && mediaType === '') return NO_BODY
  throw new UnsupportedMediaType(`The body has the content type "${mediaType.slice(0, 64)}".`)
}

/** Whether it is the sender's mistake: that something else has read the body is not. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof InvalidRequest ||
  error instanceof PayloadTooLarge ||
  error instanceof UnsupportedMediaType

type Content = Pick<AuthRequest, 'query' | 'body' | 'duplicates' | 'unreadable'>

const NO_CONTENT: Content = { query: new Map(), ...NO_BODY }

/** The parts of a request beside its path. */
async function parseContent(
  original: Unparsed,
  method: Method,
  { search, action }: AskedAction<AnyRow>,
): Promise<Content> {
  if (search.length > MAX_QUERY_LENGTH) throw new PayloadTooLarge('The query string is too long.')
  if ((original.headers.get('cookie')?.length ?? 0) > MAX_COOKIE_LENGTH && !action.anyCookies) {
    throw new PayloadTooLarge('The cookies of the request are too long.')
  }
  const query = parseParameters(search.slice(1))
  const parsed = method === 'POST' ? await parseBody(original) : NO_BODY
  return {
    query: query.values,
    ...parsed,
    duplicates: parsed.duplicates.size === 0 ? query.duplicates : parsed.duplicates,
  }
}

/** As {@link parseContent}; where that refuses, without any content, and why. */
async function parseAnyContent(
  original: Unparsed,
  method: Method,
  asked: AskedAction<AnyRow>,
): Promise<Content> {
  try {
    return await parseContent(original, method, asked)
  } catch (error) {
    if (isUnreadable(error)) return { ...NO_CONTENT, unreadable: error }
    throw error
  }
}

/**
 * Parses a request once, at the edge.
 *
 * @throws AuthError whose code names the problem
 */
export async function parseRequest<A extends AnyRow>(
  original: Unparsed,
  asked: AskedAction<A>,
): Promise<ParsedRequest<A>> {
  const { name, action, providerId } = asked
  const { method, route } = parseMethod(original.method, asked)
  const parse = action.anyContent ? parseAnyContent : parseContent
  const content = await parse(original, method, asked)
  const request: AuthRequest = { method, action: name, ...content, headers: original.headers }
  return { request: providerId === undefined ? request : { ...request, providerId }, route }
}
