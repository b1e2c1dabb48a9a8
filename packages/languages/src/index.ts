import type { LanguageTexts } from '@latchstring/core/types'
import { ar } from './ar.ts'
import { cs } from './cs.ts'
import { he } from './he.ts'
import { id } from './id.ts'
import { ko } from './ko.ts'
import { sv } from './sv.ts'
import { tr } from './tr.ts'
import { uk } from './uk.ts'
import { vi } from './vi.ts'
import { zhHant } from './zh-hant.ts'

export { ar, cs, he, id, ko, sv, tr, uk, vi, zhHant }

/**
 * Every language of this package by its BCP 47 tag, for the option `texts`. This module loads all of them. To load only some,
 * import each from its own module, such as `@latchstring/languages/ar`.
 *
 * @example
 * ```ts
 * import { createAuth } from '@latchstring/core'
 * import { languages } from '@latchstring/languages'
 *
 * export const auth = createAuth({ providers: [], texts: languages })
 * ```
 */
export const languages: Readonly<
  Record<'ar' | 'cs' | 'he' | 'id' | 'ko' | 'sv' | 'tr' | 'uk' | 'vi' | 'zh-Hant', LanguageTexts>
> = { ar, cs, he, id, ko, sv, tr, uk, vi, 'zh-Hant': zhHant }
