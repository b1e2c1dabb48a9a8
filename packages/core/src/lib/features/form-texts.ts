import type { FeatureForm } from '../config/providers.ts'
import { lazy } from '../kit/lazy.ts'
import { actionUrl, type SessionContext } from '../request/context.ts'
import type { ResolvedProvider } from '../config/providers.ts'
import type { CredentialInput } from '../types/provider.ts'

// Where no feature has a form, none of its sentences are needed.
const loadTexts = lazy(() => import('./texts.ts'))

type Asker = Pick<SessionContext, 'config'> & { readonly headers: Pick<Headers, 'get'> }

/** The form of a provider, where it is one of a feature. */
export const formOf = (provider: ResolvedProvider): FeatureForm | undefined =>
  provider.kind === 'credentials' ? provider.form : undefined

/** What a provider is called, in the language of a request where a feature names it. */
export async function nameOf(asker: Asker, provider: ResolvedProvider): Promise<string> {
  const form = formOf(provider)
  if (!form) return provider.name
  const { createSay } = await loadTexts()
  return (await createSay(form.feature, asker))(form.provider.name)
}

/** The sentences of a form. */
export interface FormTexts {
  readonly credentials: Readonly<Record<string, CredentialInput>>
  readonly refusal: string | undefined
  readonly links: readonly { readonly url: string; readonly label: string }[]
}

/**
 * The sentences of a form on the sign-in page, in the language of the request.
 *
 * @param callbackUrl - where its links lead on to. Default: nowhere
 */
export async function describeForm(
  asker: Asker & Pick<SessionContext, 'origin'>,
  {
    form: { feature, provider },
    inputs,
  }: {
    readonly form: FeatureForm
    readonly inputs: Readonly<Record<string, CredentialInput>>
  },
  callbackUrl: string | undefined,
): Promise<FormTexts> {
  const { createSay } = await loadTexts()
  const say = await createSay(feature, asker)
  const labelled = Object.entries(provider.inputs).map(
    ([name, { label }]) => [name, { ...inputs[name], label: say(label) }] as const,
  )
  return {
    credentials: Object.fromEntries(labelled),
    refusal: provider.refusal === undefined ? undefined : say(provider.refusal),
    links: (provider.links ?? []).map(({ page, label }) => ({
      url: actionUrl(asker, `${feature.name}/${page}`, { callbackUrl }),
      label: say(label),
    })),
  }
}
