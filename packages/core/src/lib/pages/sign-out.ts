import { html, slot } from './html.ts'
import { layout } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { buttonLink, postForm, submitButton } from './parts.ts'
import { ACTION, formShape, type FormShape, formSlots } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'
import { linkTarget } from './url.ts'

/** Props of {@link renderSignOut}: where the form goes, and where the person goes who would rather stay. */
export interface SignOutProps extends PageProps, FormTarget {
  readonly cancelUrl: string
}

interface Shape {
  readonly look: Look
  readonly form: FormShape
}

const CANCEL_URL = slot('cancelUrl', linkTarget)

function build(shape: Shape): Template {
  const { signOut } = shape.look.texts.value
  const form = postForm(formSlots(shape.form, ACTION), submitButton(signOut.submit))
  return layout(shape.look, {
    title: signOut.title,
    className: 'signout',
    lead: html`${signOut.question}`,
    body: html`<div class="provider">${form} ${buttonLink(CANCEL_URL, signOut.stay)}</div>`,
  })
}

/** Renders the page that asks before signing out. */
export function renderSignOut(props: SignOutProps): Page {
  const { host, action, csrfToken, callbackUrl, cancelUrl } = props
  const shape = { look: findLook(props), form: formShape(props) }
  return renderPage('signout', shape, build, { host, action, csrfToken, callbackUrl, cancelUrl })
}
