/** A step that a log has of a flow. */
export interface TimelineStep {
  /** Milliseconds after the request arrived. */
  readonly at: number
  readonly step: string
  readonly fact: string
}

const TRACE = /\btrace: ["']?(\d.*)$/m
const STEP = /^(\d{1,9}) ([a-z]{1,20}) ([\w ,.-]{1,100})$/

/** The steps of a flow, as far as the log has them: of one that was cut, those that are complete. */
export function readTimeline(text: string): readonly TimelineStep[] {
  const [, trace = ''] = TRACE.exec(text) ?? []
  const parts = trace.split('; ')
  const complete = / failed [A-Za-z]+\W*$/.test(trace) ? parts : parts.slice(0, -1)
  return complete.flatMap((part) => {
    const [, at, step, fact] = STEP.exec(part.replace(/["',}]+$/, '')) ?? []
    return at === undefined || step === undefined || fact === undefined
      ? []
      : [{ at: Number(at), step, fact }]
  })
}

/** The lines that show a timeline. */
export function timelineLines(timeline: readonly TimelineStep[]): readonly string[] {
  if (timeline.length === 0) return []
  const width = String(timeline.at(-1)?.at ?? 0).length
  const lines = timeline.map(
    ({ at, step, fact }) => `    ${String(at).padStart(width)} ms  ${step.padEnd(11)} ${fact}`,
  )
  return ['  Timeline:', ...lines]
}
