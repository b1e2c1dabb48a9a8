import { html, type Html, slot } from './html.ts'
import { layout } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { buttonLink, postForm, submitButton } from './parts.ts'
import { ACTION, formShape, type FormShape, formSlots, HOME_URL, SIGN_IN_URL } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'
import { linkTarget } from './url.ts'

/** Props of {@link renderSignOut}: where the form goes, and where the person goes who would rather stay. */
export interface SignOutProps extends PageProps, FormTarget {
  readonly cancelUrl: string
  /** Who is signed in, as the page says it. */
  readonly present?: Html | undefined
  readonly homeUrl?: string | undefined
  readonly signInUrl?: string | undefined
  /** Nobody is: there is nothing to ask. */
  readonly nobody?: boolean | undefined
}

interface Shape {
  readonly look: Look
  readonly form: FormShape
  readonly nobody: boolean
}

const PRESENT = slot('present')
const CANCEL_URL = slot('cancelUrl', linkTarget)

function build(shape: Shape): Template {
  const { signOut, common } = shape.look.texts.value
  if (shape.nobody) {
    return layout(shape.look, {
      title: signOut.title,
      className: 'signout',
      lead: html`${signOut.nobody}`,
      // What is left of a session can still be removed, by who knows more than the cookies say.
      body: html`<div class="provider">
        ${buttonLink(HOME_URL, common.home)} ${buttonLink(SIGN_IN_URL, common.toSignIn)}
        ${postForm(formSlots(shape.form, ACTION), html`<button class="button" type="submit">${signOut.submit}</button>`)}
      </div>`,
    })
  }
  const form = postForm(formSlots(shape.form, ACTION), submitButton(signOut.submit))
  return layout(shape.look, {
    title: signOut.title,
    className: 'signout',
    lead: html`${PRESENT} ${signOut.question}`,
    body: html`<div class="provider">${form} ${buttonLink(CANCEL_URL, signOut.stay)}</div>`,
  })
}

/** Renders the page that asks before signing out. */
export function renderSignOut(props: SignOutProps): Page {
  const { host, action, csrfToken, callbackUrl, cancelUrl, present, homeUrl, signInUrl } = props
  const shape = { look: findLook(props), form: formShape(props), nobody: props.nobody === true }
  const values = { host, action, csrfToken, callbackUrl, cancelUrl, present, homeUrl, signInUrl }
  return renderPage('signout', shape, build, values)
}
