import type { Texts } from '../types/texts.ts'

/** Units, largest first, with their length in seconds and the number from which on they are used. */
const UNITS = [
  ['day', 86_400, 2],
  ['hour', 3600, 1],
] as const

/** A duration in words: days or hours where the number is whole, otherwise minutes, in the plural of the language. */
export function inWords(seconds: number, { lang }: Pick<Texts, 'lang'>): string {
  const found = UNITS.find(([, size, least]) => seconds % size === 0 && seconds / size >= least)
  const [unit, size] = found ?? ['minute', 60]
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(lang, style).format(Math.max(1, Math.ceil(seconds / size)))
}
