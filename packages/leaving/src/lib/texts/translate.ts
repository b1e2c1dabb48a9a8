import type { LeavingTexts } from './en.ts'

/** By the names of the languages of the library; `pt` is that of Brazil. */
const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly texts: LeavingTexts }>>> = {
  ar: () => import('./ar.ts'),
  cs: () => import('./cs.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  id: () => import('./id.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
  sv: () => import('./sv.ts'),
  tr: () => import('./tr.ts'),
  uk: () => import('./uk.ts'),
  vi: () => import('./vi.ts'),
  'zh-Hans': () => import('./zh-hans.ts'),
  'zh-Hant': () => import('./zh-hant.ts'),
}

/** The sentences in a language; `undefined` where there are none but the English ones. */
export async function translate(language: string): Promise<LeavingTexts | undefined> {
  const [base = ''] = language.split('-')
  const name = [language, base].find((one) => Object.hasOwn(LANGUAGES, one))
  return name === undefined ? undefined : (await LANGUAGES[name]?.())?.texts
}
