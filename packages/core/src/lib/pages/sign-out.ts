import { html, type Html } from './html.ts'
import { renderPage } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { buttonLink, postForm, submitButton } from './parts.ts'
import { en } from './texts/en.ts'

/** Props of {@link renderSignOut}. */
export interface SignOutProps extends PageProps, FormTarget {
  /** The link that keeps the session. */
  readonly cancelUrl: string
  /** Names the signed-in user. */
  readonly present?: Html | undefined
  readonly homeUrl: string
  readonly signInUrl: string
  /** Whether the browser has no session. */
  readonly signedOut?: boolean | undefined
}

/** Renders the page for a browser without a session. */
function renderSignedOutBrowser(props: SignOutProps): Page {
  const { texts = en, homeUrl, signInUrl } = props
  const { signIn, signOut, endSession, common } = texts
  const submit = html`<button class="button" type="submit">${signOut.submit}</button>`
  return renderPage(props, {
    title: endSession.title,
    className: 'signout',
    lead: html`${signOut.nobody}`,
    // The form stays: it also removes cookies that are not valid as a session.
    body: html`<div class="provider">
      ${buttonLink(homeUrl, common.home)} ${buttonLink(signInUrl, signIn.submit)}
      ${postForm(props, submit)}
    </div>`,
  })
}

/** Renders the page that asks before signing out. */
export function renderSignOut(props: SignOutProps): Page {
  if (props.signedOut) return renderSignedOutBrowser(props)
  const { texts = en, present, cancelUrl } = props
  const { signOut } = texts
  const form = postForm(props, submitButton(signOut.submit))
  return renderPage(props, {
    title: signOut.title,
    className: 'signout',
    lead: html`${present} ${signOut.question}`,
    body: html`<div class="provider">${form} ${buttonLink(cancelUrl, signOut.stay)}</div>`,
  })
}
