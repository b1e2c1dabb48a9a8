import { getRequestEvent } from 'solid-js/web'
import type { StartEvent, StartH3Event } from './types.ts'

const WITHOUT_EVENT =
  'No request is served here. Pass the event of SolidStart, or call this in a function with "use server", or before the first `await` of a component.'

/** Messages of errors about an incomplete setup. */
export const TEXTS = {
  unseen:
    'The request did not go through the middleware of Latchstring. Put it first in `createMiddleware` of src/middleware.ts.',
  prerendered:
    'The page is prerendered, so it is the same for every visitor. Remove its path from `prerender` to use the session there.',
}

/**
 * Returns the event of the request being served.
 *
 * @throws Error if there is none
 */
export function findEvent(): StartEvent {
  // SolidStart adds its members to the event that Solid declares.
  const event = getRequestEvent() as StartEvent | undefined
  if (!event) throw new Error(WITHOUT_EVENT)
  return event
}

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Reads a setting of Nitro from `globalThis`, which a request cannot set. */
const readNitro = (name: string): unknown => readMember(Reflect.get(globalThis, '__nitro__'), name)

/** Whether pages are being rendered at build time. */
export function isPrerendering(): boolean {
  return readNitro('prerender') !== undefined
}

/** Whether Nitro caches the response for all visitors. */
export function isCachedForAll({ req, context }: StartH3Event): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  const rules = readMember(context, 'routeRules')
  const isRuled = ['cache', 'isr'].some((rule) => readMember(rules, rule) !== undefined)
  // The cache of Nitro renders a page for a copy of the request, which lacks the member `nitro` of the context.
  const isCopy = readNitro('default') !== undefined && readMember(context, 'nitro') === undefined
  return isRuled || isCopy
}
