import type { SignedInUser } from '../types/session.ts'
import type { Texts } from '../types/texts.ts'
import { fill, html, type Html } from './html.ts'
import { hiddenFields } from './parts.ts'
import { linkTarget } from './url.ts'

/** Says who is signed in. */
export function sayPresent({ name }: SignedInUser, { present }: Texts): Html {
  if (name === undefined) return html`${present.unnamed}`
  return fill(present.named, { name: html`<strong><bdi>${name}</bdi></strong>` })
}

/** Where the person may go from the sign-in page. */
export interface PresentTargets {
  /** Left out where going on would lead back here. */
  readonly onward: string | undefined
  readonly signOut: string
  /** The sign-in page, after the sign-out. */
  readonly again: string
  readonly csrfToken: string | undefined
}

/**
 * What the sign-in page says while somebody is signed in. Another account begins with a sign-out, so that it is not linked to
 * this one by accident.
 */
export function presentNotice(person: SignedInUser, to: PresentTargets, texts: Texts): Html {
  const { present, oneMoreStep } = texts
  const fields = hiddenFields({ csrfToken: to.csrfToken, callbackUrl: to.again })
  const onward =
    to.onward !== undefined &&
    html`<a class="button" href="${linkTarget(to.onward)}">${oneMoreStep.submit}</a>`
  return html`<div class="notice present">
    <p>${sayPresent(person, texts)}</p>
    ${onward}
    <form method="post" action="${linkTarget(to.signOut)}">
      ${fields}<button class="button" type="submit">${present.other}</button>
    </form>
  </div>`
}
