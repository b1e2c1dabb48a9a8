import { MethodNotAllowed, UnknownAction } from '../errors/classes.ts'
import type { IncomingRequest, Method } from '../types/request.ts'
import { parseAddress } from './incoming.ts'

/** What the paths of well-known addresses begin with (RFC 8615, section 3). */
export const WELL_KNOWN = '/.well-known/'

/** A row of the table of actions: the methods of an action, and their functions. */
export interface ActionRow<R> {
  /** Whether the path goes on with the id of a provider. */
  readonly provider: 'none' | 'optional' | 'required'
  /** Whether GET changes nothing (RFC 9110, section 9.2.1), so that HEAD is answered as well. An action without GET does not say. */
  readonly safe?: boolean
  /** Whether the limit on the number of cookies does not apply. */
  readonly anyCookies?: boolean
  /** Whether the action also runs when the content cannot be parsed, without the content: it refuses requests itself. */
  readonly anyContent?: boolean
  readonly GET?: R
  readonly POST?: R
}

export type AnyRow = ActionRow<unknown>

/** The route for one method of an action. */
export type RouteIn<A extends AnyRow> = Exclude<A['GET'] | A['POST'], undefined>

/** Where a path leads. */
interface ActionTarget<A> {
  readonly name: string
  readonly action: A
  readonly providerId?: string
}

/** The action that a request is for, before anything else of the request has been looked at. */
export interface AskedAction<A> extends ActionTarget<A> {
  readonly search: string
}

/**
 * The characters of provider ids: the unreserved ones of RFC 3986, section 2.3. No router reads a path of them in
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
): ActionTarget<A> {
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

export function parseMethod<A extends AnyRow>(
  method: string,
  { name, action }: ActionTarget<A>,
): { readonly method: Method; readonly route: RouteIn<A> } {
  const { safe } = action
  // The value of a row is one of its routes, or `undefined`.
  const { GET, POST } = action as { readonly [method in Method]?: RouteIn<A> }
  const reads = method === 'GET' || (method === 'HEAD' && safe)
  if (reads && GET !== undefined) return { method: 'GET', route: GET }
  if (method === 'POST' && POST !== undefined) return { method, route: POST }
  const error = new MethodNotAllowed(`The action "${name}" does not take ${method.slice(0, 16)}.`)
  error.allow = [...(GET === undefined ? [] : ['GET']), ...(POST === undefined ? [] : ['POST'])]
  throw error
}

/**
 * The action that a request is for.
 *
 * @param actionBase - path that actions follow after a slash
 * @param actions - what there is, by name
 * @throws UnknownAction when there is none at its path
 */
export function findAction<A extends AnyRow>(
  { url }: Pick<IncomingRequest, 'url'>,
  actionBase: string,
  actions: Readonly<Record<string, A>>,
): AskedAction<A> {
  const { pathname, search } = parseAddress(url)
  return { ...parsePath(pathname, actionBase, actions), search }
}

/** What follows `/.well-known/` in the path of a request; `undefined` for every other path. */
export function findWellKnown({ url }: Pick<IncomingRequest, 'url'>): string | undefined {
  const { pathname } = parseAddress(url)
  return pathname.startsWith(WELL_KNOWN) ? pathname.slice(WELL_KNOWN.length) : undefined
}
