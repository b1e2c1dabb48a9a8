import type { CredentialInput, ProviderButtonStyle, PublicProvider } from '../types/provider.ts'
import type { Texts } from '../types/texts.ts'
import type { Attempt } from './credential-inputs.ts'
import { html, type Html, slot, type Slot } from './html.ts'
import { type FormShape, type FormSlots, formSlots, link, ORIGIN } from './slots.ts'

/** What the form of a provider of type `webauthn` needs beside what all providers have. */
export interface WebAuthnFormOptions {
  /** Where the script asks for options. */
  readonly optionsUrl: string
  /** Passkeys are suggested in an input of the page. */
  readonly conditional: boolean
  /** There is an input for the email address. */
  readonly askEmail: boolean
  /** Inputs of the application's own, in place of that one. */
  readonly fields?: Readonly<Record<string, CredentialInput>> | undefined
}

/** A provider as the sign-in page shows it. */
export interface SignInProvider extends PublicProvider {
  readonly style?: ProviderButtonStyle | undefined
  /** Inputs of a provider of type `credentials`. */
  readonly credentials?: Readonly<Record<string, CredentialInput>> | undefined
  /** For a provider of type `webauthn`; without it there is no form. */
  readonly webauthn?: WebAuthnFormOptions | undefined
}

/** Which forms the last failure is about. */
export interface Failed {
  readonly type: 'email' | 'credentials'
  /** The provider whose form has the message; without it the message is above all forms. */
  readonly id: string | undefined
}

/** What the forms of the sign-in page are made of. */
export interface FormView {
  readonly texts: Texts
  readonly providers: readonly SignInProvider[]
  readonly form: FormShape
  /** Whether there is an address to fill in. */
  readonly email: boolean
  readonly failed: Failed | undefined
  /** The input that is filled in, of a provider with credentials. */
  readonly attempt: Omit<Attempt, 'value'> | undefined
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
  /** The script that the form of a provider needs, a constant text. */
  readonly script?: (provider: SignInProvider) => string | undefined
  /** Whether that script asks the origin of the page for something. */
  readonly connects?: boolean
}

/** Types of providers that have a form of their own; all others have a button. */
export type FormType = 'email' | 'credentials' | 'webauthn'

/** The forms that a page needs, as far as they could be loaded. */
export type Forms = Readonly<Partial<Record<FormType, ProviderForm>>>

/** The message about the last failure. */
export const NOTICE: Slot = slot('notice')

/** Id of that message. */
export const ERROR_ID = 'signin-error'

/** Id of the mark of the way in that was used last. */
const USED_ID = 'last-used'

/** What the button of a provider says, marked where this browser used it last. Its name stays, and the mark describes it. */
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

/** Where the form of a provider leads. */
export function target({ form }: FormView, url: string): FormSlots {
  return formSlots(form, link(url, ORIGIN))
}

/** Whether the last failure is about the form of a provider. */
export function hasFailed({ failed }: FormView, { type, id }: SignInProvider): boolean {
  return failed?.type === type && (failed.id === undefined || failed.id === id)
}

/** The message, where it belongs to the form of a provider. */
export function ownNotice({ failed }: FormView, { id }: SignInProvider): Slot | undefined {
  return failed?.id === id ? NOTICE : undefined
}
