import { asError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/classes.ts'
import { naming } from '../errors/own-function.ts'
import type { SessionContext } from '../request/context.ts'
import { requestTexts } from '../pages/request-texts.ts'
import type { Texts } from '../types/texts.ts'
import type { AnyFeature, FeatureTexts } from '../types/feature.ts'

/** A sentence of a feature, with values in it. */
export type Say = (name: string, values?: Readonly<Record<string, string | number>>) => string

/** A tag, then the written language and the language that it belongs to: a feature may have the sentences of `pt` for `pt-BR`. */
function widen(tag: string): ReadonlySet<string> {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return new Set([tag, `${language}-${script}`, language])
  } catch {
    return new Set([tag])
  }
}

async function findTranslation(
  translate: NonNullable<AnyFeature['translate']>,
  lang: string,
): Promise<Partial<FeatureTexts>> {
  for (const tag of widen(lang)) {
    const texts = await translate(tag)
    if (texts) return texts
  }
  return {}
}

/** Without its translation a feature still has its own sentences. */
async function translated(
  { name, translate }: AnyFeature,
  { config }: Pick<SessionContext, 'config'>,
  { lang }: Texts,
): Promise<Partial<FeatureTexts>> {
  try {
    const subject = `The function \`translate\` of the feature "${name}"`
    return await naming(CallbackRouteError, subject, async () =>
      translate ? findTranslation(translate, lang) : {},
    )
  } catch (error) {
    config.log.error(asError(error))
    return {}
  }
}

/**
 * The sentences of a feature in the language of a request.
 *
 * @throws TypeError from the function, for a name that the feature has no sentence for
 */
export async function createSay(
  feature: AnyFeature,
  context: Pick<SessionContext, 'config'> & { readonly headers: Pick<Headers, 'get'> },
): Promise<Say> {
  const own = await translated(
    feature,
    context,
    await requestTexts(context.config, context.headers),
  )
  const { name: featureName, texts = {} } = feature
  return (name, values = {}) => {
    if (!Object.hasOwn(texts, name)) {
      throw new TypeError(`The feature "${featureName}" has no text "${name}".`)
    }
    const given: unknown = own[name]
    const text = typeof given === 'string' ? given : (texts[name] ?? '')
    return text.replaceAll(/\{(\w+)\}/g, (_, value: string) =>
      Object.hasOwn(values, value) ? String(values[value]) : '',
    )
  }
}
