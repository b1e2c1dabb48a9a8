import type { Entry } from './log.ts'

/** What led to a failure, as the facts in its entry show. */
export interface Explanation {
  /** Stable name of the cause. */
  readonly id: string
  readonly cause: string
  readonly fix: string
  /** The page about it. */
  readonly docs: string
}

/** What a fact in an entry says. */
export interface Rule extends Omit<Explanation, 'cause' | 'fix'> {
  /** Codes that it explains. Default: all. */
  readonly codes?: readonly string[]
  /** A fact in the entry. */
  readonly when: RegExp
  readonly cause: string | ((fact: RegExpExecArray, entry: Entry) => string)
  readonly fix: string | ((fact: RegExpExecArray, entry: Entry) => string)
}

/** The id of the provider that a message speaks of. */
export const readProviderId = ({ text }: Entry): string =>
  /\b(?:with|of|provider|endpoint of) "([\w-]{1,64})"/.exec(text)?.[1] ?? 'provider'

/** The name of a variable of that provider. */
export const variable = (entry: Entry, suffix: string): string =>
  `AUTH_${readProviderId(entry)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '_')}_${suffix}`

/** A part of a fact, as long as a line may be. */
export const member = (fact: RegExpExecArray, index = 1): string =>
  (fact[index] ?? '').slice(0, 300)
