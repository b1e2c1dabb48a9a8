import type { FeatureForm } from '../config/providers.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { CallbackRouteError, InvalidConfiguration } from '../errors/classes.ts'
import { describeKind, naming } from '../errors/own-function.ts'
import { createFeatureContext } from '../features/feature-context.ts'
import { ownReadRecords } from '../features/own-records.ts'

/** Whether a form signs in a user now; never of a feature that does not say. */
async function signsIn(
  config: ResolvedConfig,
  { feature, provider }: FeatureForm,
  userId: string,
): Promise<boolean> {
  const subject = `The function \`has\` of the feature "${feature.name}"`
  const given = Object.freeze({
    ...createFeatureContext(feature, { config }),
    records: ownReadRecords(feature, config),
  })
  const answer: unknown = await naming(CallbackRouteError, subject, async () => {
    const { has } = await provider.load()
    return has ? has(given, userId) : false
  })
  if (typeof answer === 'boolean') return answer
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(answer)}, and has to return true or false.`,
  )
}

/**
 * Whether the form of a feature signs in a user, as its feature has it now.
 *
 * @throws CallbackRouteError where a feature fails, InvalidConfiguration for what is no answer: nothing may then be removed
 */
export async function hasForm(config: ResolvedConfig, userId: string): Promise<boolean> {
  for (const provider of config.providers.values()) {
    if (provider.kind !== 'credentials' || !provider.form) continue
    if (await signsIn(config, provider.form, userId)) return true
  }
  return false
}
