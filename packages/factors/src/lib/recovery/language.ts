import type { RecoveryTexts } from './texts/en.ts'

const LANGUAGES: Readonly<Record<string, () => Promise<RecoveryTexts>>> = {
  ar: async () => (await import('./texts/ar.ts')).ar,
  cs: async () => (await import('./texts/cs.ts')).cs,
  de: async () => (await import('./texts/de.ts')).de,
  es: async () => (await import('./texts/es.ts')).es,
  fr: async () => (await import('./texts/fr.ts')).fr,
  he: async () => (await import('./texts/he.ts')).he,
  id: async () => (await import('./texts/id.ts')).id,
  it: async () => (await import('./texts/it.ts')).it,
  ja: async () => (await import('./texts/ja.ts')).ja,
  ko: async () => (await import('./texts/ko.ts')).ko,
  nl: async () => (await import('./texts/nl.ts')).nl,
  pl: async () => (await import('./texts/pl.ts')).pl,
  pt: async () => (await import('./texts/pt.ts')).pt,
  sv: async () => (await import('./texts/sv.ts')).sv,
  tr: async () => (await import('./texts/tr.ts')).tr,
  uk: async () => (await import('./texts/uk.ts')).uk,
  vi: async () => (await import('./texts/vi.ts')).vi,
  'zh-Hans': async () => (await import('./texts/zh-hans.ts')).zhHans,
  'zh-Hant': async () => (await import('./texts/zh-hant.ts')).zhHant,
}

/** The sentences of the recovery in a language of the library. */
export const translateRecovery = async (language: string): Promise<RecoveryTexts | undefined> =>
  Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]?.() : undefined
