import { html } from './html.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { buttonLink, PERSON } from './parts.ts'
import { HOME_URL } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'

/** Props of {@link renderSignedOut}. */
export interface SignedOutProps extends PageProps {
  readonly homeUrl: string
}

function build(look: Look): Template {
  const { signedOut, common } = look.texts.value
  return layout(look, {
    title: signedOut.title,
    className: 'signed-out',
    icon: PERSON,
    body: html`<p class="message">${signedOut.message}</p>
      <div class="provider">${buttonLink(HOME_URL, common.home)}</div>`,
  })
}

/** Renders the page for a return from a provider that belongs to no sign-out of this browser. */
export function renderSignedOut(props: SignedOutProps): Page {
  const { host, homeUrl } = props
  return renderPage('signed-out', findLook(props), build, { host, homeUrl })
}
