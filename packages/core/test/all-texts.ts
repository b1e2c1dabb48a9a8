import { LANGUAGES, loadTexts } from '../src/lib/pages/language.ts'
import type { Texts } from '../src/lib/types/texts.ts'

/** The texts of the pages in every language. */
export const ALL_TEXTS: readonly Texts[] = await Promise.all(LANGUAGES.map(loadTexts))
