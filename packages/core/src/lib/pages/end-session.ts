import { fill, html } from './html.ts'
import { renderPage } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { buttonLink, type HiddenFields, PERSON, postForm, submitButton } from './parts.ts'
import { en } from './texts/en.ts'

/** Props of {@link renderEndSession}. */
export interface EndSessionProps extends PageProps {
  /** The end-session endpoint of the provider. */
  readonly action: string
  /** Name of the provider. */
  readonly name: string
  /** The parameters of the logout request. */
  readonly fields: HiddenFields
  /** The link that leaves the session at the provider. */
  readonly stayUrl: string
}

/** Renders the page that posts a logout request to a provider, where an address would be too long. */
export function renderEndSession(props: EndSessionProps): Page {
  const { texts = en, action, name, fields, stayUrl } = props
  const { title, message, submit, stay } = texts.endSession
  return renderPage(props, {
    title,
    className: 'end-session',
    icon: PERSON,
    body: html`<p class="message">${fill(message, { name })}</p>
      <div class="provider">
        ${postForm({ action }, submitButton(fill(submit, { name })), fields)}
        ${buttonLink(stayUrl, fill(stay, { name }))}
      </div>`,
  })
}
