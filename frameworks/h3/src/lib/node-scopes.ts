import {
  beforeHead,
  createAnonymousScope,
  authorizeCachedPage,
  toResponseHeaders,
} from '@latchstring/core/framework'
import type { RequestScope, ScopeSource } from '@latchstring/core/framework'
import type { NodeAuth } from '@latchstring/node'
import { isKeptForAll, isImitated, isInsideCache, isNested, setCookie } from './node-events.ts'
import type { NodeEvent } from './node-events.ts'

/** The same at every reading, as far as cookies go. */
function readOnly({ headers, url, request, peerAddress }: ScopeSource): ScopeSource {
  return { headers, request, peerAddress, readOnly: true, ...(url !== undefined && { url }) }
}

/** The scopes of events of h3 1. */
export interface NodeScopes<S> {
  readonly find: (event: NodeEvent) => RequestScope<S>
  /** What an earlier reading would set counts no more: an action may end that session. */
  readonly drop: (event: NodeEvent) => void
}

/**
 * Scopes are kept by event: caches of Nitro run handlers with an event of their own, whose context is that of who asked first.
 *
 * @param isPrerendering - whether there are no requests yet
 */
export function createNodeScopes<S extends object>(
  node: NodeAuth<S>,
  isPrerendering: boolean,
): NodeScopes<S> {
  const scopes = new WeakMap<NodeEvent, RequestScope<S>>()

  /** One whose headers are added before the head is written. */
  function attach(event: NodeEvent, source: ScopeSource): RequestScope<S> {
    const { res } = event.node
    const isLate = !isImitated(event)
    const scope = node.operations.scope(
      source,
      isLate ? {} : { setCookie: (_, header) => setCookie(res, header) },
    )
    if (isLate) beforeHead(res, (status) => scope.applyTo(toResponseHeaders(res), status))
    return scope
  }

  function create(event: NodeEvent): RequestScope<S> {
    const source = node.source(event.node.req, event.node.res)
    if (isPrerendering || isKeptForAll(event)) {
      const anonymous = createAnonymousScope<S>(node.operations, source.request)
      if (isPrerendering) return { ...anonymous, authorize: async () => ({ kind: 'allow' }) }
      const own = isInsideCache(event) ? undefined : attach(event, readOnly(source))
      return authorizeCachedPage(anonymous, own)
    }
    return attach(event, isNested(event) ? readOnly(source) : source)
  }

  function find(event: NodeEvent): RequestScope<S> {
    const known = scopes.get(event)
    if (known) return known
    const scope = create(event)
    scopes.set(event, scope)
    return scope
  }

  return { find, drop: (event) => void scopes.get(event)?.takeCookies() }
}
