import type { Finding } from '../doctor/finding.ts'

/** How a step ended. */
export type StepResult = 'ok' | 'failed'

/** What the tries report while they run. */
export type Message =
  | { readonly kind: 'begin'; readonly provider: string; readonly step: string }
  | {
      readonly kind: 'end'
      readonly provider: string
      readonly step: string
      readonly result: StepResult
    }
  | { readonly kind: 'not tried'; readonly provider: string; readonly why: string }
  | { readonly kind: 'finding'; readonly finding: Finding }

/** A provider: the steps that were tried, or why none was. */
export interface Flow {
  readonly provider: string
  readonly steps: readonly { readonly step: string; readonly result: StepResult }[]
  readonly notTried?: string
}

/** The heading of `docs/doctor.md` about these checks. */
export const FLOW_DOCS = 'docs/doctor.md#a-whole-sign-in-without-a-browser'
