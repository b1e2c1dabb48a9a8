/** How far a clock that is wrong is behind, in milliseconds: ID tokens have expired by then, and codes have not. */
const BEHIND = 7_200_000

/** What goes wrong at services on a port, each until the next sign-in there. */
export interface Mishaps {
  /** @param decision - what the person chose on the page of the service */
  readonly set: (id: string, decision: string) => void
  readonly isDown: (id: string) => boolean
  /** What is added to the clock of the service. */
  readonly shift: (id: string) => number
}

/** Nothing goes wrong at first. */
export function createMishaps(): Mishaps {
  const decisions = new Map<string, string>()
  return {
    set: (id, decision) => void decisions.set(id, decision),
    isDown: (id) => decisions.get(id) === 'down',
    shift: (id) => (decisions.get(id) === 'clock' ? -BEHIND : 0),
  }
}
