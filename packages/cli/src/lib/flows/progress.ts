import { printable, type Terminal } from '../terminal.ts'
import { START_TIMEOUT_S } from './find-actions.ts'
import type { Message, StepResult } from './flow.ts'

const MARKS: Readonly<Record<StepResult, readonly ['green' | 'red', string]>> = {
  ok: ['green', 'ok'],
  failed: ['red', 'failed'],
}

/** Seconds between two reports that the application starts: in the line of a terminal, and in a log. */
const INTERVAL_S = { line: 1, log: 10 } as const

const CLEAR_LINE = '\r\u001B[K'

/** Reports the seconds until the application answers. */
function reportStart(terminal: Terminal): () => void {
  const { interactive } = terminal
  const seconds = interactive ? INTERVAL_S.line : INTERVAL_S.log
  let passed = 0
  const timer = setInterval(() => {
    passed += seconds
    const text = `Waiting for the application: ${passed} s of at most ${START_TIMEOUT_S} s …`
    terminal.err(interactive ? `\r${text}\u001B[K` : `${text}\n`)
  }, seconds * 1000)
  return () => {
    clearInterval(timer)
    if (interactive) terminal.err(CLEAR_LINE)
  }
}

/** Shows on a terminal how far the tries are. */
export interface Progress {
  /** @returns a function that ends the report */
  readonly start: () => () => void
  readonly show: (message: Message) => void
}

/** @param terminal - nothing where the output is for programs */
export function createProgress(terminal: Terminal | undefined): Progress {
  if (terminal === undefined) return { start: () => () => undefined, show: () => undefined }
  const { paint, interactive } = terminal
  let heading = ''
  const showHeading = (provider: string): void => {
    if (provider !== heading) terminal.out(`${paint('bold', provider)}\n`)
    heading = provider
  }
  const show = (message: Message): void => {
    if (message.kind === 'finding') return
    const { provider } = message
    if (message.kind === 'begin') {
      if (interactive) terminal.err(`\r${provider}: ${message.step} …\u001B[K`)
      return
    }
    if (interactive) terminal.err(CLEAR_LINE)
    showHeading(provider)
    if (message.kind === 'not tried') {
      terminal.out(`  not tried: ${printable(message.why)}\n`)
      return
    }
    const [style, word] = MARKS[message.result]
    terminal.out(`  ${paint(style, word.padEnd(9))} ${message.step}\n`)
  }
  return { start: () => reportStart(terminal), show }
}
