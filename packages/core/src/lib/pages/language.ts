import { lazy } from '../kit/lazy.ts'
import { en } from './texts/en.ts'
import type { Lang, Texts } from '../types/texts.ts'

type Load = () => Texts | Promise<Texts>

// English is the default. The others are loaded on demand.
const de = lazy(async () => (await import('./texts/de.ts')).de)
const es = lazy(async () => (await import('./texts/es.ts')).es)
const fr = lazy(async () => (await import('./texts/fr.ts')).fr)
const it = lazy(async () => (await import('./texts/it.ts')).it)
const ja = lazy(async () => (await import('./texts/ja.ts')).ja)
const nl = lazy(async () => (await import('./texts/nl.ts')).nl)
const pl = lazy(async () => (await import('./texts/pl.ts')).pl)
const pt = lazy(async () => (await import('./texts/pt.ts')).pt)
const zhHans = lazy(async () => (await import('./texts/zh-hans.ts')).zhHans)

const TEXTS: Readonly<Record<Lang, Load>> = {
  de,
  en: () => en,
  es,
  fr,
  it,
  ja,
  nl,
  pl,
  pt,
  'zh-Hans': zhHans,
}

/** Every {@link Lang}. */
// The compiler compares the keys with the type.
export const LANGUAGES: readonly Lang[] = Object.keys(TEXTS) as Lang[]

// Chinese in traditional characters is another written language, which has no built-in texts.
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)(?:-|$)/

const MAX_LENGTH = 1024
const RANGE = /^([a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4})(?:\s{0,8};\s{0,8}q=([01](?:\.\d{0,3})?))?$/

/** The texts of a language. */
export async function loadTexts(lang: Lang): Promise<Texts> {
  return TEXTS[lang]()
}

// The first subtag is the language (RFC 5646, section 2.2.1).
const BY_PRIMARY: ReadonlyMap<string, Lang> = new Map(
  LANGUAGES.map((lang) => [primaryTag(lang), lang]),
)

function primaryTag(range: string): string {
  const end = range.indexOf('-')
  return end < 0 ? range : range.slice(0, end)
}

/** The built-in language for a range in lower case, if there is one. */
export function builtIn(range: string): Lang | undefined {
  return TRADITIONAL.test(range) ? undefined : BY_PRIMARY.get(primaryTag(range))
}

/**
 * Picks the language of a page (RFC 9110, section 12.5.4; lookup as in RFC 4647, section 3.4).
 *
 * @param acceptLanguage - the header; invalid ranges in it are skipped
 * @param find - the language for a range in lower case. Default: a built-in one
 * @returns the language of highest quality that has texts, otherwise English
 */
export function pickLanguage<L extends string = Lang>(
  acceptLanguage: string | null,
  // Without the parameter `L` is `Lang`.
  find: (range: string) => L | undefined = builtIn as (range: string) => L | undefined,
): L | 'en' {
  let best: L | 'en' = 'en'
  let bestQuality = 0
  for (const item of (acceptLanguage ?? '').slice(0, MAX_LENGTH).toLowerCase().split(',')) {
    const [, range, weight = '1'] = RANGE.exec(item.trim()) ?? []
    const lang = range === undefined ? undefined : find(range)
    const quality = Math.min(Number(weight), 1)
    if (lang !== undefined && quality > bestQuality) [best, bestQuality] = [lang, quality]
  }
  return best
}
