/** Where a step of a flow is. */
export type StepName = 'callback' | 'provider' | 'session' | 'store' | 'transaction' | 'user'

/** A step of a flow. Its fact is a fixed word, a status, the name of a method or a duration; never a value that a browser sent. */
export interface Step {
  /** Milliseconds of the steady clock. */
  readonly t: number
  readonly step: StepName
  readonly fact: string
}

/** The steps of one request, which are written down only if it fails. */
export interface Trace {
  /** When the request arrived, in milliseconds of the steady clock. */
  readonly from: number
  readonly steps: Step[]
}
