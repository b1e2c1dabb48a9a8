import { loadForms } from '../src/lib/pages/forms.ts'
import type { Page } from '../src/lib/pages/page.ts'
import { renderSignIn as render, type SignInProps as Props } from '../src/lib/pages/sign-in.ts'

/** Props of the sign-in page, whose forms are all there. */
export type SignInProps = Omit<Props, 'forms'>

const forms = await loadForms(['email', 'credentials', 'webauthn'], (type, cause) => {
  throw new Error(`The form of type ${type} cannot be loaded.`, { cause })
})

/** The sign-in page with every form that there is. */
export const renderSignIn = (props: SignInProps): Page => render({ ...props, forms })
