/** `broken`: it does not work. `warning`: it works, and not as expected. `note`: worth knowing. */
export type Level = 'broken' | 'warning' | 'note'

/** What is wrong with an application, and what to do about it. It contains no secret. */
export interface Finding {
  /** Stable name of the mistake. */
  readonly id: string
  readonly level: Level
  /** What is wrong. */
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

export const broken = (text: FindingText): Finding => ({ level: 'broken', ...text })
export const warning = (text: FindingText): Finding => ({ level: 'warning', ...text })
export const note = (text: FindingText): Finding => ({ level: 'note', ...text })
