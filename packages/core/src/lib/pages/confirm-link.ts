import { fill, html } from './html.ts'
import { loadTexts } from './language.ts'
import { layout } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { address, PERSON, postForm, submitButton } from './parts.ts'

/** Props of {@link renderConfirmLink}. */
export interface ConfirmLinkProps extends PageProps, FormTarget {
  /** The address the link was made for: the account the person would be signed in to. */
  readonly email: string
  /** The secret part of the link. */
  readonly token: string
}

/** Renders the page for a sign-in link that was opened in a browser that had not asked for it. */
export function renderConfirmLink(props: ConfirmLinkProps): Page {
  const { confirmLink } = loadTexts(props.lang ?? 'en')
  const fields = { token: props.token, email: props.email }
  return layout(props, {
    title: confirmLink.title,
    className: 'confirm-link',
    icon: PERSON,
    body: html`<div class="message">
        <p>${fill(confirmLink.question, { address: address(props.email) })}</p>
        <p>${confirmLink.reason}</p>
      </div>
      ${postForm(props, submitButton(confirmLink.submit), fields)}
      <p class="hint">${confirmLink.notMe}</p>`,
  })
}
