import type { SignedInUser } from '../types/session.ts'
import type { Texts } from '../types/texts.ts'
import { fill, html, type Html } from './html.ts'
import { buttonLink, hiddenFields } from './parts.ts'
import { linkTarget } from './url.ts'

/** The sentence that names the signed-in user. */
export function signedInSentence({ name }: SignedInUser, { present }: Texts): Html {
  if (name === undefined) return html`${present.unnamed}`
  return fill(present.named, { name: html`<strong><bdi>${name}</bdi></strong>` })
}

/** Targets of the notice's link and form. */
export interface SignedInNoticeTargets {
  /** Left out where the target would redirect to the sign-in page again. */
  readonly onward: string | undefined
  readonly signOut: string
  /** The sign-in page, after the sign-out. */
  readonly again: string
  readonly csrfToken: string | undefined
}

/**
 * The notice of the sign-in page in a browser with a session. Another account begins with a sign-out, so that it is not linked
 * to the current one by accident.
 */
export function signedInNotice(
  user: SignedInUser,
  { onward, signOut, again, csrfToken }: SignedInNoticeTargets,
  texts: Texts,
): Html {
  const { present, continueSignIn } = texts
  return html`<div class="notice present">
    <p>${signedInSentence(user, texts)}</p>
    ${onward !== undefined && buttonLink(onward, continueSignIn.submit)}
    <form method="post" action="${linkTarget(signOut)}">
      ${hiddenFields({ csrfToken, callbackUrl: again })}<button class="button" type="submit">
        ${present.other}
      </button>
    </form>
  </div>`
}
