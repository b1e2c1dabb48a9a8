import type { CredentialsProvider, FeatureForm } from '../../config/providers.ts'
import { InvalidConfiguration } from '../../errors/classes.ts'
import { isObject } from '../../kit/json.ts'
import type { CredentialInput, CredentialsConfig } from '../../types/provider.ts'
import type { FeatureProviderInput } from '../../types/feature-provider.ts'
import { checkFeature } from './check-feature.ts'

/** What browsers fill in by themselves; see `credential-inputs.ts` for what they know by the name of an input. */
function autocompleteOf(type: FeatureProviderInput['type'], isFirst: boolean): string | undefined {
  if (type === 'password') return 'current-password'
  return isFirst && type !== 'email' ? 'username' : undefined
}

function toInputs({ feature, provider }: FeatureForm): Record<string, CredentialInput> {
  const { texts = {} } = feature
  const entries = Object.entries(provider.inputs)
  const account = entries.find(([, { type }]) => type !== 'password')?.[0]
  return Object.fromEntries(
    entries.map(([name, { label, type = 'text', max }]) => {
      const autocomplete = autocompleteOf(type, name === account)
      const input = {
        label: texts[label] ?? name,
        type,
        required: true,
        ...(autocomplete === undefined ? {} : { autocomplete }),
        // A password that a browser cuts off would be another one.
        ...(type === 'password' ? {} : { maxlength: max ?? 255 }),
      }
      return [name, input]
    }),
  )
}

function toProvider(form: FeatureForm): CredentialsProvider {
  const { feature, provider } = form
  const { id } = provider
  const name = feature.texts?.[provider.name] ?? id
  const config: CredentialsConfig = Object.freeze({
    id,
    name,
    type: 'credentials',
    credentials: toInputs(form),
    authorize() {
      throw new InvalidConfiguration(
        `The form of the feature "${feature.name}" is verified by the feature alone.`,
      )
    },
  })
  return { kind: 'credentials', id, name, config, form }
}

/**
 * The forms of features on the sign-in page, as providers, in the order of the names of their features.
 *
 * @throws InvalidConfiguration that names the feature and what is wrong with it
 */
export function resolveForms(lists: readonly unknown[]): readonly CredentialsProvider[] {
  return lists
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .filter((value) => isObject(value) && value['provider'] !== undefined)
    .map(checkFeature)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((feature) => {
      const { provider } = feature
      return provider ? [toProvider({ feature, provider })] : []
    })
}
