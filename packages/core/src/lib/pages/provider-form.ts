import type { CredentialInput, ProviderButtonStyle, PublicProvider } from '../types/provider.ts'
import type { Texts } from '../types/texts.ts'
import { html, type Html } from './html.ts'
import type { FormTarget } from './page.ts'

/** Options of the form of a provider of type `webauthn`. */
export interface WebAuthnFormOptions {
  /** The address from which the script fetches options. */
  readonly optionsUrl: string
  /** Passkeys are suggested in an input of the page. */
  readonly conditional: boolean
  /** There is an input for the email address. */
  readonly askEmail: boolean
  /** Inputs of the application, in place of that one. */
  readonly fields?: Readonly<Record<string, CredentialInput>> | undefined
}

/** A provider as the sign-in page shows it. */
export interface SignInProvider extends PublicProvider {
  readonly style?: ProviderButtonStyle | undefined
  /** Inputs of a provider of type `credentials`. */
  readonly credentials?: Readonly<Record<string, CredentialInput>> | undefined
  /** The sentence about a wrong form. Default: one by what it asks for. */
  readonly refusal?: string | undefined
  /** Links beneath the form. */
  readonly links?: readonly { readonly url: string; readonly label: string }[]
  /** For a provider of type `webauthn`; without it there is no form. */
  readonly webauthn?: WebAuthnFormOptions | undefined
}

/** The forms that the last failure is about. */
export interface Failed {
  readonly type: 'email' | 'credentials'
  /** The provider whose form has the message; without it the message is above all forms. */
  readonly id: string | undefined
}

/** The input that is filled in after a wrong password. */
export interface LastIdentifier {
  /** Id of the provider. */
  readonly provider: string
  /** Name of the input. */
  readonly input: string
  readonly value: string
}

/** The sign-in page, as its forms read it. */
export interface FormView {
  readonly texts: Texts
  readonly providers: readonly SignInProvider[]
  readonly csrfToken?: string | undefined
  readonly callbackUrl: string
  /** Value of the email input. */
  readonly email?: string | undefined
  readonly lastIdentifier?: LastIdentifier | undefined
  readonly failed: Failed | undefined
  /** The message about the last failure. */
  readonly notice: Html | undefined
  /** Id of the provider that this browser used last. */
  readonly used: string | undefined
}

/** A part of the page, with the rules of its own. */
export interface Section {
  readonly markup: Html
  /** Rules made of computed values only. */
  readonly style: string
  /** More rules, a constant text. */
  readonly sheet?: string | undefined
}

/** The form of the providers of one type. */
export interface ProviderForm {
  /** @returns nothing where the provider has no form */
  readonly section: (view: FormView, provider: SignInProvider, index: number) => Section | undefined
  /** The sentence about a `CredentialsSignin`, by what the form of a provider asks for. Default: one that fits all. */
  readonly refusal?: (provider: SignInProvider, texts: Texts) => string | undefined
  /** The script that the form of a provider needs, a constant text. */
  readonly script?: (provider: SignInProvider) => string | undefined
  /** Whether that script sends requests to the origin of the page. */
  readonly connects?: boolean
}

/** Types of providers that have a form of their own; all others have a button. */
export type FormType = 'email' | 'credentials' | 'webauthn'

/** The forms of the page, by type of provider. */
export type Forms = Readonly<Partial<Record<FormType, ProviderForm>>>

/** Id of the message about the last failure. */
export const ERROR_ID = 'signin-error'

/** Id of the mark of the sign-in method that was used last. */
const USED_ID = 'last-used'

/** The label of a provider's button, marked where this browser used it last. The mark is no part of the button's name. */
export function buttonLabel(
  { used, texts }: FormView,
  { id }: SignInProvider,
  label: string | Html,
): Html {
  const mark =
    used === id &&
    html`<span class="used" id="${USED_ID}" aria-hidden="true">${texts.signIn.lastUsed}</span>`
  return html`<span class="says"><span>${label}</span>${mark}</span>`
}

/** The attribute of that button. */
export function describedByMark({ used }: FormView, { id }: SignInProvider): Html | undefined {
  return used === id ? html` aria-describedby="${USED_ID}"` : undefined
}

/** The target of a provider's form. */
export function target({ csrfToken, callbackUrl }: FormView, action: string): FormTarget {
  return { action, csrfToken, callbackUrl }
}

/** Whether the last failure is about the form of a provider. */
export function hasFailed({ failed }: FormView, { type, id }: SignInProvider): boolean {
  return failed?.type === type && (failed.id === undefined || failed.id === id)
}

/** The message, where it belongs to the form of a provider. */
export function ownNotice({ failed, notice }: FormView, { id }: SignInProvider): Html | undefined {
  return failed?.id === id ? notice : undefined
}
