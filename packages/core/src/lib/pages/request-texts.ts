import { lazy } from '../kit/lazy.ts'
import type { Texts, TextsOptions } from '../types/texts.ts'
import { loadTexts, pickLanguage } from './language.ts'

const own = lazy(() => import('./own-texts.ts'))

/** The texts for a request, in its language and with those of the application. */
export async function requestTexts(
  config: { readonly texts?: TextsOptions | undefined } | undefined,
  headers: Pick<Headers, 'get'>,
): Promise<Texts> {
  const wanted = headers.get('accept-language')
  if (!config?.texts) return loadTexts(pickLanguage(wanted))
  return (await own()).loadOwnTexts(config.texts, wanted)
}
