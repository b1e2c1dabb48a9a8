import { memoize } from '../kit/cache.ts'
import type { Clock } from '../kit/clock.ts'

/** How many lines about one matter the log has in a minute. */
const LINES = 100
const MINUTE = 60_000

/** How many matters are counted; then the oldest is forgotten for a new one. */
const MAX_MATTERS = 1_000

/** The number of refusals for one reason, and when counting began. */
interface Counted {
  readonly since: number
  times: number
}

/** The owner of the log: the parts of a configuration that stay the same when it is resolved again. Tenants are counted apart, as in their budgets. */
interface Logged {
  readonly application: object
  readonly clock: Clock
  readonly limits?: { readonly audience: string } | undefined
}

const countedBy = memoize((_application: object) => new Map<string, Counted>())

function begin(counted: Map<string, Counted>, key: string, since: number): Counted {
  const first = { since, times: 0 }
  counted.delete(key)
  const [oldest = ''] = counted.keys()
  if (counted.size >= MAX_MATTERS) counted.delete(oldest)
  counted.set(key, first)
  return first
}

/**
 * Takes a line of the log for what any client can cause any number of times: masking a line costs more than refusing.
 *
 * @param about - the matter of the line, which no client can choose
 * @returns `more` once in a minute in which the lines are used up, for a line that says so, and then nothing
 */
export function takeLine(
  { application, clock, limits }: Logged,
  about: string,
): 'own' | 'more' | undefined {
  const counted = countedBy(application)
  const key = limits ? `${limits.audience} ${about}` : about
  const [now, known] = [clock(), counted.get(key)]
  // A clock that was set back silences nothing.
  const isOver = !known || Math.abs(now - known.since) >= MINUTE
  const matter = isOver ? begin(counted, key, now) : known
  matter.times += 1
  if (matter.times <= LINES) return 'own'
  return matter.times === LINES + 1 ? 'more' : undefined
}

/** The line that is logged once, when the lines for a matter are used up. */
export const describeMore = (what: string): string =>
  `flood: More than ${LINES} ${what} within a minute. Those that follow have no line of their own.`
