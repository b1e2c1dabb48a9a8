import { getRequestEvent } from 'solid-js/web'
import type { StartEvent, StartH3Event } from './types.ts'

const WITHOUT_EVENT =
  'No request is served here. Pass the event of SolidStart, or call this in a function with "use server", or before the first `await` of a component.'

/** The errors about what an application has left out. */
export const TEXTS = {
  unseen:
    'The request did not go through the middleware of Latchstring. Put it first in `createMiddleware` of src/middleware.ts.',
  prerendered:
    'The page is prerendered, so it is the same for every visitor. Remove its path from `prerender` to use the session there.',
}

/**
 * The event of the request that is served.
 *
 * @throws Error when there is none
 */
export function findEvent(): StartEvent {
  // SolidStart adds its members to the event that Solid declares.
  const event = getRequestEvent() as StartEvent | undefined
  if (!event) throw new Error(WITHOUT_EVENT)
  return event
}

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** What Nitro says of the process, which no request can. */
const readNitro = (name: string): unknown => readMember(Reflect.get(globalThis, '__nitro__'), name)

/** Whether pages are made at build time. */
export function isPrerendering(): boolean {
  return readNitro('prerender') !== undefined
}

/** Whether Nitro keeps the response in its cache, for everybody. */
export function isForEverybody({ req, context }: StartH3Event): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  const rules = readMember(context, 'routeRules')
  const isRuled = ['cache', 'isr'].some((rule) => readMember(rules, rule) !== undefined)
  // Its cache has a page made for a copy of the request, which alone lacks what Nitro adds to each.
  const isCopy = readNitro('default') !== undefined && readMember(context, 'nitro') === undefined
  return isRuled || isCopy
}
