import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Terminal } from '../terminal.ts'
import { createProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A terminal, and what is written to it. */
function makeTerminal(interactive: boolean) {
  const written = { out: '', err: '' }
  const terminal: Terminal = {
    out: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
    paint: (_, text) => text,
    interactive,
    confirm: () => Promise.resolve(false),
    hide() {},
  }
  return { terminal, written }
}

describe('the progress of doctor --flows', () => {
  it('says in a log every 10 seconds that the application is still being loaded, until it is', () => {
    const { terminal, written } = makeTerminal(false)
    const progress = createProgress(terminal, 'auth.ts')
    vi.advanceTimersByTime(9_000)
    expect(written.err).toBe('')
    vi.advanceTimersByTime(11_000)
    const lines =
      'Loading auth.ts: 10 s of at most 120 s …\nLoading auth.ts: 20 s of at most 120 s …\n'
    expect(written.err).toBe(lines)
    progress.tell({ kind: 'loaded' })
    vi.advanceTimersByTime(60_000)
    expect(written).toEqual({ out: '', err: lines })
  })

  it('counts the seconds in one line of a terminal, and names the step that runs there', () => {
    const { terminal, written } = makeTerminal(true)
    const progress = createProgress(terminal, 'auth.ts')
    vi.advanceTimersByTime(1_000)
    progress.tell({ kind: 'loaded' })
    progress.tell({ kind: 'begin', provider: 'github', step: 'callback' })
    progress.tell({ kind: 'end', provider: 'github', step: 'callback', result: 'ok' })
    progress.stop()
    expect(written.err.split('\u001B[K').map((text) => text.replace('\r', ''))).toEqual([
      'Loading auth.ts: 1 s of at most 120 s …',
      '',
      'github: callback …',
      '',
      '',
      '',
    ])
    expect(written.out).toBe('github\n  ok        callback\n')
  })

  it('says nothing more after it is stopped', () => {
    const { terminal, written } = makeTerminal(false)
    createProgress(terminal, 'auth.ts').stop()
    vi.advanceTimersByTime(60_000)
    expect(written).toEqual({ out: '', err: '' })
  })
})
