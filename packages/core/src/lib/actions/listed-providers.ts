import type { ProviderOfKind, ResolvedProvider } from '../config/providers.ts'
import { publicProviders } from '../features/public-providers.ts'
import { lazy } from '../kit/lazy.ts'
import type { SignInProvider, WebAuthnFormOptions } from '../pages/provider-form.ts'
import { actionUrl, homeUrl, type Context } from '../request/context.ts'
import { publicProvider } from '../request/public-providers.ts'
import type { WebAuthnConfig } from '../types/webauthn.ts'

// Where a feature has a form.
const forms = lazy(() => import('../features/form-texts.ts'))

function formOptions(context: Context, provider: WebAuthnConfig): WebAuthnFormOptions {
  const { getUserInfo, listCredentials = getUserInfo !== undefined, formFields } = provider
  return {
    optionsUrl: actionUrl(context, `webauthn-options/${provider.id}`),
    conditional: provider.enableConditionalUI ?? true,
    askEmail: listCredentials,
    fields: formFields,
  }
}

/** The form of a provider with credentials. Where it is one of a feature, that has its sentences and links. */
async function formOfCredentials(
  context: Context,
  { config: { credentials: inputs }, form }: ProviderOfKind<'credentials'>,
): Promise<Partial<SignInProvider>> {
  if (!form) return { credentials: inputs }
  const { config, origin, request, returnTo } = context
  const asker = { config, origin, headers: request.headers }
  const onward = returnTo === homeUrl(context) ? undefined : returnTo
  return (await forms()).describeForm(asker, { form, inputs }, onward)
}

/** Props of a provider's form beside those of {@link publicProvider}. */
async function formProps(
  context: Context,
  provider: ResolvedProvider,
): Promise<Partial<SignInProvider>> {
  switch (provider.kind) {
    case 'credentials':
      return formOfCredentials(context, provider)
    case 'webauthn':
      return {
        webauthn: formOptions(context, provider.config),
        style: provider.config.style,
      }
    case 'email':
      return {}
    case 'oauth':
    case 'oidc':
      return { style: provider.config.style }
  }
}

/** The provider whose account a person was about to link when they had to sign in again; the page continues with it. */
export function providerToLink({ config, request }: Context): ResolvedProvider | undefined {
  const { providerId: id, query } = request
  return query.has('link') && id !== undefined ? config.providers.get(id) : undefined
}

/** The providers of the sign-in page, in its order. */
export async function listProviders(context: Context): Promise<readonly SignInProvider[]> {
  const toLink = providerToLink(context)
  const listed = toLink ? [toLink] : [...context.config.providers.values()]
  const known = await publicProviders(context, context.request.headers)
  return Promise.all(
    listed.map(async (provider) => ({
      ...(known.find(({ id }) => id === provider.id) ?? publicProvider(context, provider)),
      ...(await formProps(context, provider)),
    })),
  )
}
