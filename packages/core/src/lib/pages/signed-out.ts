import { html } from './html.ts'
import { renderPage } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { buttonLink, PERSON } from './parts.ts'
import { en } from './texts/en.ts'

/** Props of {@link renderSignedOut}. */
export interface SignedOutProps extends PageProps {
  readonly homeUrl: string
}

/** Renders the page for a return from a provider that belongs to no sign-out of this browser. */
export function renderSignedOut(props: SignedOutProps): Page {
  const { texts = en, homeUrl } = props
  const { signedOut, common } = texts
  return renderPage(props, {
    title: signedOut.title,
    className: 'signed-out',
    icon: PERSON,
    body: html`<p class="message">${signedOut.message}</p>
      <div class="provider">${buttonLink(homeUrl, common.home)}</div>`,
  })
}
