import type { TrustTexts } from './texts/en.ts'

const first = () => import('./texts/first.ts')
const second = () => import('./texts/second.ts')

const LANGUAGES: Readonly<Record<string, () => Promise<TrustTexts>>> = {
  ar: async () => (await first()).ar,
  cs: async () => (await first()).cs,
  de: async () => (await first()).de,
  es: async () => (await first()).es,
  fr: async () => (await first()).fr,
  he: async () => (await first()).he,
  id: async () => (await first()).id,
  it: async () => (await first()).it,
  ja: async () => (await first()).ja,
  ko: async () => (await first()).ko,
  nl: async () => (await second()).nl,
  pl: async () => (await second()).pl,
  pt: async () => (await second()).pt,
  sv: async () => (await second()).sv,
  tr: async () => (await second()).tr,
  uk: async () => (await second()).uk,
  vi: async () => (await second()).vi,
  'zh-Hans': async () => (await second()).zhHans,
  'zh-Hant': async () => (await second()).zhHant,
}

/** The sentences about browsers that are not asked again, in a language of the library. */
export const translateTrust = async (language: string): Promise<TrustTexts | undefined> =>
  Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]?.() : undefined
