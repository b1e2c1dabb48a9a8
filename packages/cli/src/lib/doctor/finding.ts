/** How bad it is: something does not work, something will surprise somebody, or something to know. */
export type Level = 'broken' | 'warning' | 'note'

/** What is wrong with an application, and what to do about it. It contains no secret. */
export interface Finding {
  /** Stable name of the mistake. */
  readonly id: string
  readonly level: Level
  /** The thing, and what is wrong with it. */
  readonly what: string
  /** What follows from it. */
  readonly why: string
  /** What to write or run. */
  readonly fix: string
  /** The page about it, in the repository of the library. */
  readonly docs: string
  /** The file that it is about, relative to the application. */
  readonly file?: string
}

/** A finding without its level, for tables of them. */
export type FindingText = Omit<Finding, 'level'>

export const broken = (words: FindingText): Finding => ({ level: 'broken', ...words })
export const warning = (words: FindingText): Finding => ({ level: 'warning', ...words })
export const note = (words: FindingText): Finding => ({ level: 'note', ...words })
