import { asError } from '../errors/auth-error.ts'
import {
  InvalidRequest,
  MethodNotAllowed,
  PayloadTooLarge,
  UnknownAction,
  UnsupportedMediaType,
} from '../errors/classes.ts'
import type { AuthRequest, IncomingRequest, Method } from '../types/request.ts'
import { parseAddress, readBytes } from './incoming.ts'

const MAX_BODY_BYTES = 65_536
const MAX_QUERY_LENGTH = 8_192
const MAX_COOKIE_LENGTH = 16_384
const MAX_JSON_DEPTH = 32
const MAX_MEMBERS = 100

/** What is allowed of an action, and what it leads to: its row in a table of actions. */
export interface ActionRow<R> {
  /** Whether the path goes on with the id of a provider. */
  readonly provider: 'none' | 'optional' | 'required'
  /** Whether GET changes nothing (RFC 9110, section 9.2.1), so that HEAD is answered as well. An action without GET does not say. */
  readonly safe?: boolean
  /** Also taken with more cookies than any other request may have. */
  readonly anyCookies?: boolean
  /** Also run with a body that cannot be parsed, as without one: the action says by itself what it refuses. */
  readonly anyBody?: boolean
  readonly GET?: R
  readonly POST?: R
}

type AnyRow = ActionRow<unknown>

/** What one of the methods of an action leads to. */
type RouteIn<A extends AnyRow> = Exclude<A['GET'] | A['POST'], undefined>

/** What of a request is parsed. `Request` is one. */
type Unparsed = Omit<IncomingRequest, 'request'>

interface Target<A> {
  readonly name: string
  readonly action: A
  readonly providerId?: string
}

/** A request, and what its action leads to. */
export interface ParsedRequest<A extends AnyRow> {
  readonly request: AuthRequest
  readonly action: A
  readonly route: RouteIn<A>
}

/**
 * What ids of providers are made of: the unreserved characters of RFC 3986, section 2.3. No router reads a path of them in
 * another way than this parser.
 */
const PROVIDER_ID = /^[\w.~-]+$/

/**
 * Action and provider of a path. Segments are compared as they are, without decoding.
 *
 * @throws UnknownAction when the path is none of an action
 */
export function parsePath<A extends AnyRow>(
  pathname: string,
  actionBase: string,
  actions: Readonly<Record<string, A>>,
): Target<A> {
  const base = `${actionBase}/`
  const rest = pathname.startsWith(base) ? pathname.slice(base.length) : ''
  const slash = rest.indexOf('/')
  const name = slash === -1 ? rest : rest.slice(0, slash)
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) {
    throw new UnknownAction(`No action at this path; actions are under ${base}.`)
  }
  if (slash === -1) {
    if (action.provider !== 'required') return { name, action }
    throw new UnknownAction(`The action "${name}" needs the id of a provider in its path.`)
  }
  const providerId = rest.slice(slash + 1)
  if (action.provider === 'none') {
    throw new UnknownAction(`The action "${name}" takes no further path segment.`)
  }
  if (!PROVIDER_ID.test(providerId)) {
    throw new UnknownAction('What follows the action in the path is not the id of a provider.')
  }
  return { name, action, providerId }
}

/** Whether the path is that of an action in the form that {@link parsePath} accepts, whatever the method. */
export function isActionPath(
  pathname: string,
  actionBase: string,
  actions: Readonly<Record<string, AnyRow>>,
): boolean {
  try {
    parsePath(pathname, actionBase, actions)
    return true
  } catch {
    return false
  }
}

function parseMethod<A extends AnyRow>(
  method: string,
  { name, action }: Target<A>,
): { readonly method: Method; readonly route: RouteIn<A> } {
  const { safe } = action
  // What a row has is one of its routes, or nothing.
  const { GET, POST } = action as { readonly [method in Method]?: RouteIn<A> }
  const reads = method === 'GET' || (method === 'HEAD' && safe)
  if (reads && GET !== undefined) return { method: 'GET', route: GET }
  if (method === 'POST' && POST !== undefined) return { method, route: POST }
  const error = new MethodNotAllowed(`The action "${name}" does not take ${method.slice(0, 16)}.`)
  error.allow = [...(GET === undefined ? [] : ['GET']), ...(POST === undefined ? [] : ['POST'])]
  throw error
}

// Without the option `stream` it keeps nothing of what it decodes, even where that fails.
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

/** Larger numbers have been rounded by now: what is kept would be another number than what was sent. */
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

function parseJson(text: string): ReadonlyMap<string, unknown> {
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

interface Parameters {
  readonly values: ReadonlyMap<string, string>
  readonly duplicates: ReadonlySet<string>
}

const NO_PARAMETERS: Parameters = { values: new Map(), duplicates: new Set() }

/** First value of each parameter, and which ones came more than once. */
export function parseParameters(text: string): Parameters {
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
    return { body: parseJson(await readText(request)), duplicates: new Set() }
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

async function parseAnyBody(request: Unparsed): Promise<Body> {
  try {
    return await parseBody(request)
  } catch (error) {
    if (isUnreadable(error)) return { ...NO_BODY, unreadable: error }
    throw error
  }
}

/**
 * Parses a request once, at the edge.
 *
 * @param actionBase - path that actions follow after a slash
 * @param actions - what there is, by name
 * @throws AuthError of the kind that says what is wrong with it
 */
export async function parseRequest<A extends AnyRow>(
  original: Unparsed,
  actionBase: string,
  actions: Readonly<Record<string, A>>,
): Promise<ParsedRequest<A>> {
  const { pathname, search } = parseAddress(original.url)
  const target = parsePath(pathname, actionBase, actions)
  const { name, action, providerId } = target
  const { method, route } = parseMethod(original.method, target)
  if (search.length > MAX_QUERY_LENGTH) throw new PayloadTooLarge('The query string is too long.')
  const { headers } = original
  if ((headers.get('cookie')?.length ?? 0) > MAX_COOKIE_LENGTH && !action.anyCookies) {
    throw new PayloadTooLarge('The cookies of the request are too long.')
  }
  const query = parseParameters(search.slice(1))
  const parse = action.anyBody ? parseAnyBody : parseBody
  const parsed = method === 'POST' ? await parse(original) : NO_BODY
  const request: AuthRequest = {
    method,
    action: name,
    query: query.values,
    ...parsed,
    duplicates: parsed.duplicates.size === 0 ? query.duplicates : parsed.duplicates,
    headers,
  }
  return {
    request: providerId === undefined ? request : { ...request, providerId },
    action,
    route,
  }
}
