import { printable, type Terminal } from '../terminal.ts'
import { LIMITS } from './run-child.ts'
import { type Flow, flowName, type Message, type StepResult } from './task.ts'

const MARKS: Readonly<Record<StepResult, readonly ['green' | 'red' | 'yellow', string]>> = {
  ok: ['green', 'ok'],
  failed: ['red', 'failed'],
  'not tried': ['yellow', 'not known'],
}

/** How often it is said that the application is still being loaded, in seconds: in the line of a terminal, and in a log. */
const EVERY = { line: 1, log: 10 } as const

/** Says that the application is being loaded, until that is over. */
function createWaiting(terminal: Terminal, file: string): () => void {
  const { interactive } = terminal
  const seconds = interactive ? EVERY.line : EVERY.log
  let passed = 0
  const say = (): void => {
    const text = `Loading ${file}: ${passed} s of at most ${LIMITS.loading} s …`
    terminal.err(interactive ? `\r${text}\u001B[K` : `${text}\n`)
  }
  const timer = setInterval(() => {
    passed += seconds
    say()
  }, seconds * 1000)
  return () => {
    clearInterval(timer)
    if (interactive) terminal.err('\r\u001B[K')
  }
}

/** Tells people how it goes while it does. */
export interface Progress {
  tell(message: Message): void
  /** Nothing more is told. */
  stop(): void
}

const SILENT: Progress = { tell() {}, stop() {} }

/**
 * Tells how flows go: that the application is being loaded, and each step.
 *
 * @param terminal - where to; nothing tells nobody
 * @param file - the file that is loaded
 */
export function createProgress(terminal: Terminal | undefined, file: string): Progress {
  if (terminal === undefined) return SILENT
  const { paint, interactive } = terminal
  const stop = createWaiting(terminal, file)
  let shown = ''
  const title = (flow: Flow): void => {
    const name = flowName(flow)
    if (name !== shown) terminal.out(`${paint('bold', name)}\n`)
    shown = name
  }
  const tell = (message: Message): void => {
    if (message.kind === 'loaded') stop()
    if (message.kind === 'begin' && interactive) {
      terminal.err(`\r${flowName(message)}: ${message.step} …\u001B[K`)
    }
    if (message.kind === 'not-tried') {
      title(message)
      terminal.out(`  not tried: ${printable(message.why)}\n`)
    }
    if (message.kind !== 'end') return
    if (interactive) terminal.err('\r\u001B[K')
    title(message)
    const [style, word] = MARKS[message.result]
    terminal.out(`  ${paint(style, word.padEnd(9))} ${message.step}\n`)
  }
  return { tell, stop }
}
