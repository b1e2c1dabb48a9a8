import { html } from './html.ts'
import { loadTexts } from './language.ts'
import { layout } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { buttonLink, postForm, submitButton } from './parts.ts'

/** Props of {@link renderSignOut}: where the form goes, and where the person goes who would rather stay. */
export interface SignOutProps extends PageProps, FormTarget {
  readonly cancelUrl: string
}

/** Renders the page that asks before signing out. */
export function renderSignOut(props: SignOutProps): Page {
  const { signOut } = loadTexts(props.lang ?? 'en')
  return layout(props, {
    title: signOut.title,
    className: 'signout',
    lead: html`${signOut.question}`,
    body: html`<div class="provider">
      ${postForm(props, submitButton(signOut.submit))} ${buttonLink(props.cancelUrl, signOut.stay)}
    </div>`,
  })
}
