import type { LanguageTexts } from '@latchstring/core/types'
import { ar } from './ar.ts'
import { sv } from './sv.ts'

export { ar, sv }

/**
 * Every language of this package by its BCP 47 tag, for the option `texts`. It loads them all: where a few are wanted, import
 * each from a module of its own, such as `@latchstring/languages/ar`.
 *
 * @example
 * ```ts
 * import { createAuth } from '@latchstring/core'
 * import { languages } from '@latchstring/languages'
 *
 * export const auth = createAuth({ providers: [], texts: languages })
 * ```
 */
export const languages: Readonly<Record<'ar' | 'sv', LanguageTexts>> = { ar, sv }
