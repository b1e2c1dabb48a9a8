import { html } from './html.ts'
import { renderPage } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { PERSON, submitButton, textLink } from './parts.ts'
import { en } from './texts/en.ts'
import { linkTarget } from './url.ts'

/** Props of {@link renderKeptForm}. */
export interface KeptFormProps extends PageProps {
  /** The address of the application that the form was sent to. */
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Where the link leads that sends nothing. */
  readonly discardUrl: string
}

/** Renders the page with a form that was sent before the sign-in was recent or strong enough. */
export function renderKeptForm(props: KeptFormProps): Page {
  const { texts = en, action, fields, discardUrl } = props
  const { title, message, submit, discard } = texts.keptForm
  const inputs = fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" /> `,
  )
  return renderPage(props, {
    title,
    className: 'continue',
    icon: PERSON,
    body: html`<p class="message">${message}</p>
      <form method="post" action="${linkTarget(action)}">${inputs}${submitButton(submit)}</form>
      <p class="hint">${textLink(discardUrl, discard)}</p>`,
  })
}
