import {
  createCallStorage,
  openScope,
  type FrameworkAuth,
  type OpenScope,
  type RequestScope,
} from '@latchstring/core/framework'
import { findPageAddress, isPrerendering, type KitEvent } from './event.ts'

/** A request while SvelteKit serves it. */
export class Visit<S> {
  readonly event: KitEvent
  /** There is none while pages are made at build time: nobody asks for them. */
  readonly scope: RequestScope<S> | undefined
  readonly #open: OpenScope<S> | undefined
  #refused = false

  constructor(operations: FrameworkAuth<S>, event: KitEvent) {
    this.event = event
    this.#open = isPrerendering(event)
      ? undefined
      : openScope(operations.scope, {
          headers: event.request.headers,
          url: findPageAddress(event),
          request: event.request,
        })
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

  /** Refused on a route: no cache may keep what says so. */
  refuse(): void {
    this.#refused = true
  }

  get refused(): boolean {
    return this.#refused
  }
}

const WITHOUT_EVENT =
  'There is no request here. Pass the event of SvelteKit, or call this while a request is served.'
const WITHOUT_HOOK =
  'The request did not go through `handle`. Export it from src/hooks.server.ts, before hooks that ask for the session.'

/** The requests that are being served. */
export interface Visits<S> {
  /** Serves a request: what is called meanwhile finds it without being told. */
  readonly serve: <T>(event: KitEvent, work: (visit: Visit<S>) => T) => T
  /**
   * @param event - where the caller has it
   * @throws Error when no request is served, or `handle` was left out
   */
  readonly find: (event?: KitEvent) => Visit<S>
}

/** Remembers requests by their `locals`: SvelteKit copies events, and these stay the same. */
export function createVisits<S>(operations: () => FrameworkAuth<S>): Visits<S> {
  const visits = new WeakMap<object, Visit<S>>()
  const storage = createCallStorage<Visit<S>>()
  return {
    serve(event, work) {
      const visit = new Visit(operations(), event)
      visits.set(event.locals, visit)
      return storage ? storage.run(visit, () => work(visit)) : work(visit)
    },
    find(event) {
      const visit = event ? visits.get(event.locals) : storage?.getStore()
      if (!visit) throw new Error(event ? WITHOUT_HOOK : WITHOUT_EVENT)
      return visit
    },
  }
}

const PRERENDERED =
  'The page is prerendered, for everybody alike. Take `export const prerender` off it to use the session there.'

/** Finds the scope of a request for what cannot do without one. */
export function createFindScope<S>({ find }: Visits<S>): (event?: KitEvent) => RequestScope<S> {
  return (event) => {
    const { scope } = find(event)
    if (!scope) throw new Error(PRERENDERED)
    return scope
  }
}
