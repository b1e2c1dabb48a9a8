import { mkdirSync, writeFileSync } from 'node:fs'
import type { OutageFigures, PastingFigures, PastingScale } from './endings.ts'
import type { SoakFigures } from './run-soak.ts'
import type { BombFigures, GuessFigures, SiegeFigures } from './tries.ts'

/** How much a run tries. */
interface Scale {
  readonly pasting: readonly PastingScale[]
  readonly guesses: number
  /** In an hour. */
  readonly mails: number
  readonly mailsInDay: number
  readonly browsers: number
  readonly siege: { readonly every: number; readonly guesses: number }
  readonly entries: number
}

/** What every run of all tests has time for. */
const SHORT: Scale = {
  pasting: [{ window: 2, steady: 12, atOnce: 12, rounds: 1, perRound: 10 }],
  guesses: 200,
  mails: 96,
  mailsInDay: 96,
  browsers: 12,
  siege: { every: 10, guesses: 60 },
  entries: 120_000,
}

/** What docs/many-instances.md has. */
const WHOLE: Scale = {
  pasting: [
    { window: 2, steady: 100, atOnce: 25, rounds: 4, perRound: 20 },
    { window: 30, steady: 50, atOnce: 50, rounds: 1, perRound: 50 },
  ],
  guesses: 10_000,
  mails: 10_000,
  mailsInDay: 2400,
  browsers: 200,
  siege: { every: 1, guesses: 50 },
  entries: 1_000_000,
}

/** That of this run. */
export const SCALE: Scale = process.env['LATCHSTRING_CONTROL'] === 'whole' ? WHOLE : SHORT

/** What was seen over one store. */
interface StoreFigures {
  pasted: readonly PastingFigures[]
  guessed: GuessFigures
  bombed: BombFigures
  bombedForDay: BombFigures
  besieged: SiegeFigures
  outage: OutageFigures
}

/** What a run found out. */
export interface ControlFigures {
  /** By the name and version of the store. */
  readonly stores: Record<string, Partial<StoreFigures>>
  soak?: SoakFigures
}

/** Writes what a run found out, for docs/many-instances.md. */
export function writeControl(figures: ControlFigures): void {
  const folder = new URL('../../../../artifacts/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('control.json', folder), `${JSON.stringify(figures, null, 2)}\n`)
}
