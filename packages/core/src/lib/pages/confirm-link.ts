import { fill, html, slot } from './html.ts'
import { layout } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { address, PERSON, postForm, submitButton } from './parts.ts'
import { ACTION, EMAIL, formShape, type FormShape, formSlots } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'

/** Props of {@link renderConfirmLink}. */
export interface ConfirmLinkProps extends PageProps, FormTarget {
  /** The address the link was made for: the account the person would be signed in to. */
  readonly email: string
  /** The secret part of the link. */
  readonly token: string
  /** What the link says of its end, or nothing. */
  readonly expires: string
}

interface Shape {
  readonly look: Look
  readonly form: FormShape
}

const TOKEN = slot('token')
const EXPIRES = slot('expires')

function build(shape: Shape): Template {
  const { confirmLink } = shape.look.texts.value
  const target = formSlots(shape.form, ACTION)
  const fields = { token: TOKEN, email: EMAIL, expires: EXPIRES }
  return layout(shape.look, {
    title: confirmLink.title,
    className: 'confirm-link',
    icon: PERSON,
    body: html`<div class="message">
        <p>${fill(confirmLink.question, { address: address(EMAIL) })}</p>
        <p>${confirmLink.reason}</p>
      </div>
      ${postForm(target, submitButton(confirmLink.submit), fields)}
      <p class="hint">${confirmLink.notMe}</p>`,
  })
}

/** Renders the page for a sign-in link that was opened in a browser that had not asked for it. */
export function renderConfirmLink(props: ConfirmLinkProps): Page {
  const { host, action, csrfToken, callbackUrl, email, token, expires } = props
  const shape = { look: findLook(props), form: formShape(props) }
  const values = { host, action, csrfToken, callbackUrl, email, token, expires }
  return renderPage('confirm-link', shape, build, values)
}
