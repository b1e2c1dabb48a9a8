import { fill, html } from './html.ts'
import { postForm } from './parts.ts'
import {
  buttonLabel,
  describedByMark,
  type FormView,
  type Section,
  type SignInProvider,
  target,
} from './provider-form.ts'
import { providerMark } from './provider-mark.ts'
import { markStyle } from './theme-style.ts'

/** From here on the buttons show only the name, in two columns where there is room. */
export const MANY = 6

/** Whether a provider has a button, and no form. */
export const isRedirect = ({ type }: SignInProvider): boolean => type === 'oauth' || type === 'oidc'

/**
 * The buttons of providers at which people sign in.
 *
 * @param first - place of the first of them on the page
 */
export function redirectButtons(
  view: FormView,
  providers: readonly SignInProvider[],
  first: number,
): Section {
  const { texts } = view
  const many = providers.length >= MANY
  const forms = providers.map((provider, index) => {
    const name = html`<bdi>${provider.name}</bdi>`
    const label = fill(texts.signIn.continueWith, { name: provider.name })
    const button = html`<button
      class="button with-mark"
      type="submit"
      ${many && html` aria-label="${label}"`}
      ${describedByMark(view, provider)}
    >
      ${providerMark(provider, `mark-${first + index}`)}${buttonLabel(
        view,
        provider,
        many ? name : fill(texts.signIn.continueWith, { name }),
      )}
    </button>`
    return postForm(target(view, provider.signinUrl), button)
  })
  return {
    markup: html`<div class="provider${many && ' many'}">${forms}</div>`,
    style: providers
      .map((provider, index) => markStyle(`mark-${first + index}`, provider))
      .join(''),
  }
}
