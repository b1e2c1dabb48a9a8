import { fill, html } from './html.ts'
import { renderPage } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { address, PERSON, postForm, submitButton } from './parts.ts'
import { en } from './texts/en.ts'

/** Props of {@link renderConfirmLink}. */
export interface ConfirmLinkProps extends PageProps, FormTarget {
  /** The address that the link was made for, which names the account. */
  readonly email: string
  /** The secret part of the link. */
  readonly token: string
  /** The expiry in the link, or an empty text. */
  readonly expires: string
}

/** Renders the page for a sign-in link that was opened in a browser that had not requested it. */
export function renderConfirmLink(props: ConfirmLinkProps): Page {
  const { texts = en, email, token, expires } = props
  const { title, question, reason, submit, notMe } = texts.confirmLink
  return renderPage(props, {
    title,
    className: 'confirm-link',
    icon: PERSON,
    body: html`<div class="message">
        <p>${fill(question, { address: address(email) })}</p>
        <p>${reason}</p>
      </div>
      ${postForm(props, submitButton(submit), { token, email, expires })}
      <p class="hint">${notMe}</p>`,
  })
}
