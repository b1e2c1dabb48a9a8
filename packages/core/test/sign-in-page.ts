import { type DocumentElement, find, readDocument, visibleText } from './document-tree.ts'
import { FORMS } from '../src/lib/pages/forms.ts'
import type { Page } from '../src/lib/pages/page.ts'
import type { SignInProvider } from '../src/lib/pages/provider-form.ts'
import { renderSignIn as render, type SignInProps as Props } from '../src/lib/pages/sign-in.ts'
import type { CredentialInput } from '../src/lib/types/provider.ts'

/** Props of the sign-in page with all forms. */
export type SignInProps = Omit<Props, 'forms'>

/** Renders the sign-in page with all forms. */
export const renderSignIn = (props: SignInProps): Page => render({ ...props, forms: FORMS })

/** The sign-in page as elements, with defaults. */
export const signInElements = (props: Partial<SignInProps>): readonly DocumentElement[] =>
  readDocument(
    renderSignIn({ providers: [], callbackUrl: '/home', csrfToken: 'tok', ...props }).html,
  )

/** The text of the sign-in page's notice, if there is one. */
export const signInNotice = (props: Partial<SignInProps>): string =>
  visibleText(find(signInElements(props), 'div', 'notice')[0])

/** A provider of the sign-in page. */
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
