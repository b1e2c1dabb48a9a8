import { html } from './html.ts'
import { idPart, postForm, submitButton } from './parts.ts'
import {
  buttonLabel,
  describedByMark,
  ERROR_ID,
  hasFailed,
  ownNotice,
  type ProviderForm,
  target,
} from './provider-form.ts'
import { EMAIL } from './slots.ts'

/** The form of a provider that sends mails. */
export const emailForm: ProviderForm = {
  section(view, provider, index) {
    const { texts } = view
    const id = `input-email-for-${idPart(provider.id, index)}-provider`
    const failed = hasFailed(view, provider)
    // A page has one cursor.
    const focused = failed && view.failed?.id === provider.id
    const input = html`<input
      id="${id}"
      name="email"
      type="email"
      autocomplete="email"
      required
      maxlength="254"
      placeholder="${texts.signIn.emailExample}"
      value="${EMAIL}"
      ${failed && html` aria-invalid="true" aria-describedby="${ERROR_ID}"`}
      ${focused && html` autofocus`}
    />`
    const inside = html`${ownNotice(view, provider)}
      <div class="field"><label for="${id}">${texts.signIn.email}</label>${input}</div>
      ${submitButton(buttonLabel(view, provider, texts.signIn.sendLink), describedByMark(view, provider))}`
    return { markup: postForm(target(view, provider.signinUrl), inside), style: '' }
  },
}
