import {
  openScope,
  type FrameworkAuth,
  type OpenScope,
  type RequestScope,
} from '@latchstring/core/framework'
import { findEvent, isPrerendering } from './find-event.ts'
import type { StartEvent, Visit } from './types.ts'

/** A request of SolidStart 2. */
export class StartVisit<S> implements Visit<S> {
  readonly event: StartEvent
  readonly scope: RequestScope<S> | undefined
  readonly #open: OpenScope<S> | undefined
  #refused = false

  constructor(operations: () => FrameworkAuth<S>, event: StartEvent, request: Request) {
    this.event = event
    this.#open = isPrerendering()
      ? undefined
      : openScope(operations().scope, { headers: request.headers, url: request.url, request })
    this.scope = this.#open?.scope
  }

  /** Waits for a session whose reading has begun: the cookies that it sets belong on the head of the response. */
  async read(): Promise<void> {
    await this.#open?.settled()
  }

  /** The head of the response is made, and no cookie can be set any more. */
  send(): void {
    this.#open?.close()
  }

  refuse(): void {
    this.#refused = true
  }

  get refused(): boolean {
    return this.#refused
  }
}

const WITHOUT_MIDDLEWARE =
  'The request did not go through the middleware of Latchstring. Put it first in `createMiddleware` of src/middleware.ts.'

/** The requests that are being served. */
export interface Visits<S> {
  /** @param request - what the session is read from */
  readonly begin: (request: Request) => StartVisit<S>
  /** @throws Error when no request is served, or the middleware was left out */
  readonly find: (event?: StartEvent) => StartVisit<S>
}

/** Remembers requests by their `locals`: SolidStart copies events, and these stay the same. */
export function createVisits<S>(operations: () => FrameworkAuth<S>): Visits<S> {
  const visits = new WeakMap<object, StartVisit<S>>()
  return {
    begin(request) {
      const event = findEvent()
      const visit = new StartVisit(operations, event, request)
      visits.set(event.locals, visit)
      return visit
    },
    find(event = findEvent()) {
      const visit = visits.get(event.locals)
      if (!visit) throw new Error(WITHOUT_MIDDLEWARE)
      return visit
    },
  }
}
