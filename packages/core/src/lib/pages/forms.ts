import { lazy } from '../kit/lazy.ts'
import type { Forms, FormType, ProviderForm, SignInProvider } from './provider-form.ts'

type Load = () => ProviderForm | Promise<ProviderForm>

// Most applications have buttons alone, and few have all of these.
const LOADERS: Readonly<Record<FormType, Load>> = {
  email: lazy(async () => (await import('./email-form.ts')).emailForm),
  credentials: lazy(async () => (await import('./credentials-form.ts')).credentialsForm),
  webauthn: lazy(async () => (await import('./webauthn-form.ts')).webAuthnForm),
}

const isFormType = (type: string): type is FormType => Object.hasOwn(LOADERS, type)

/** Types of the forms that a page with these providers has. */
export function formTypes(providers: readonly SignInProvider[]): readonly FormType[] {
  return [...new Set(providers.map(({ type }) => type).filter(isFormType))]
}

/**
 * Loads forms. One that cannot be loaded is left out, so that people can still sign in in another way; the next page tries it
 * again.
 *
 * @param tell - is told why one could not be loaded
 */
export async function loadForms(
  types: readonly FormType[],
  tell: (type: FormType, cause: unknown) => void,
): Promise<Forms> {
  const forms: Partial<Record<FormType, ProviderForm>> = {}
  for (const type of types) {
    try {
      forms[type] = await LOADERS[type]()
    } catch (cause) {
      tell(type, cause)
    }
  }
  return forms
}
