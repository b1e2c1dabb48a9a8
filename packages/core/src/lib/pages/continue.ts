import { fill, html } from './html.ts'
import { renderPage } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { type HiddenFields, PERSON, postForm, submitButton } from './parts.ts'
import { en } from './texts/en.ts'

/** Props of {@link renderContinue}. */
export interface ContinueProps extends PageProps {
  /** The callback that was called. */
  readonly action: string
  /** Name of the provider. */
  readonly name: string
  /** The parameters of the callback. */
  readonly fields: HiddenFields
}

/** Renders the page that posts the response of a provider again, from the application's own site. */
export function renderContinue(props: ContinueProps): Page {
  const { texts = en, action, name, fields } = props
  const { title, message, submit, notMe } = texts.continueSignIn
  return renderPage(props, {
    title,
    className: 'continue',
    icon: PERSON,
    body: html`<p class="message">${fill(message, { name })}</p>
      ${postForm({ action }, submitButton(submit), fields)}
      <p class="hint">${notMe}</p>`,
  })
}
