import {
  beforeHead,
  createAnonymousScope,
  authorizeCachedPage,
  toResponseHeaders,
} from '@latchstring/core/framework'
import type { FrameworkOptions, RequestScope, ScopeSource } from '@latchstring/core/framework'
import type { NodeAuth } from '@latchstring/node'
import { isCachedForAll, isImitated, isInsideCache, isNested, setCookie } from './node-events.ts'
import type { NodeEvent } from './node-events.ts'
import type { H3Options } from './types.ts'

/** State that all scopes of an event share. */
function readOnly({
  headers,
  method,
  url,
  request,
  peerAddress,
  otherPath,
}: ScopeSource): ScopeSource {
  return {
    headers,
    method,
    request,
    peerAddress,
    otherPath,
    readOnly: true,
    ...(url !== undefined && { url }),
  }
}

/** The scopes of events of h3 1. */
export interface NodeScopes<S> {
  readonly find: (event: NodeEvent) => RequestScope<S>
  /** Discards the cookies of an earlier read: an action may end that session. */
  readonly drop: (event: NodeEvent) => void
}

/**
 * Creates scopes, which are kept by event: caches of Nitro run handlers with another event, whose context is that of the first
 * visitor.
 *
 * @param host - whether pages are being rendered at build time, and the path of the error page
 */
export function createNodeScopes<S extends object>(
  node: NodeAuth<S>,
  { prerendering: isPrerendering = false, errorPage }: Omit<H3Options, keyof FrameworkOptions>,
): NodeScopes<S> {
  const scopes = new WeakMap<NodeEvent, RequestScope<S>>()

  /** Creates a scope whose headers are added before the head is written. */
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
    if (isPrerendering || isCachedForAll(event)) {
      const anonymous = createAnonymousScope<S>(node.operations, source.request)
      if (isPrerendering) return { ...anonymous, authorize: async () => ({ kind: 'allow' }) }
      const own = isInsideCache(event) ? undefined : attach(event, readOnly(source))
      return authorizeCachedPage(anonymous, own)
    }
    return attach(event, isNested(event, errorPage) ? readOnly(source) : source)
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
