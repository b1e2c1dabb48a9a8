import type { PasswordTexts } from './en.ts'

type Load = () => Promise<PasswordTexts>

/** By the language, as the pages of the library name it. */
const LANGUAGES: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['ar', async () => (await import('./ar.ts')).ar],
  ['cs', async () => (await import('./cs.ts')).cs],
  ['de', async () => (await import('./de.ts')).de],
  ['es', async () => (await import('./es.ts')).es],
  ['fr', async () => (await import('./fr.ts')).fr],
  ['he', async () => (await import('./he.ts')).he],
  ['id', async () => (await import('./id.ts')).id],
  ['it', async () => (await import('./it.ts')).it],
  ['ja', async () => (await import('./ja.ts')).ja],
  ['ko', async () => (await import('./ko.ts')).ko],
  ['nl', async () => (await import('./nl.ts')).nl],
  ['pl', async () => (await import('./pl.ts')).pl],
  ['pt', async () => (await import('./pt.ts')).pt],
  ['sv', async () => (await import('./sv.ts')).sv],
  ['tr', async () => (await import('./tr.ts')).tr],
  ['uk', async () => (await import('./uk.ts')).uk],
  ['vi', async () => (await import('./vi.ts')).vi],
  ['zh-hans', async () => (await import('./zh-hans.ts')).zhHans],
  ['zh-hant', async () => (await import('./zh-hant.ts')).zhHant],
])

/** Fills in what is the same in every sentence of a feature. */
export function fillIn(texts: PasswordTexts, minimum: number): PasswordTexts {
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    text.replaceAll('{minimum}', String(minimum)),
  ])
  // The same names as before.
  return Object.fromEntries(entries) as PasswordTexts
}

/** The sentences in a language, or in that of which it is a variant; `undefined` for English and others. */
export async function translate(
  language: string,
  minimum: number,
): Promise<PasswordTexts | undefined> {
  const wanted = language.toLowerCase()
  const load = LANGUAGES.get(wanted) ?? LANGUAGES.get(wanted.split('-')[0] ?? '')
  return load && fillIn(await load(), minimum)
}
