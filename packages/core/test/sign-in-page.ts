import { type DocumentElement, find, readDocument, visibleText } from './document-tree.ts'
import { loadForms } from '../src/lib/pages/forms.ts'
import type { Page } from '../src/lib/pages/page.ts'
import type { SignInProvider } from '../src/lib/pages/provider-form.ts'
import { renderSignIn as render, type SignInProps as Props } from '../src/lib/pages/sign-in.ts'
import type { CredentialInput } from '../src/lib/types/provider.ts'

/** Props of the sign-in page, whose forms are all there. */
export type SignInProps = Omit<Props, 'forms'>

const forms = await loadForms(['email', 'credentials', 'webauthn'], (type, cause) => {
  throw new Error(`The form of type ${type} cannot be loaded.`, { cause })
})

/** The sign-in page with every form that there is. */
export const renderSignIn = (props: SignInProps): Page => render({ ...props, forms })

/** The sign-in page as elements, with what a test does not say. */
export const signInElements = (props: Partial<SignInProps>): readonly DocumentElement[] =>
  readDocument(
    renderSignIn({ providers: [], callbackUrl: '/home', csrfToken: 'tok', ...props }).html,
  )

/** What the notice of the sign-in page says, or nothing where there is none. */
export const signInNotice = (props: Partial<SignInProps>): string =>
  visibleText(find(signInElements(props), 'div', 'notice')[0])

/** A provider, as the sign-in page is given it. */
export function signInProvider(
  type: string,
  id: string,
  more: Partial<SignInProvider> = {},
): SignInProvider {
  return {
    id,
    name: id,
    type,
    signinUrl: `/auth/signin/${id}`,
    callbackUrl: `/auth/callback/${id}`,
    ...more,
  }
}

/** A provider with a form of inputs. */
export const signInForm = (inputs: Readonly<Record<string, CredentialInput>>): SignInProvider =>
  signInProvider('credentials', 'login', { credentials: inputs })
