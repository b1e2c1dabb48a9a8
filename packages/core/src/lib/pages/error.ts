import { html } from './html.ts'
import { loadTexts } from './language.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { ALERT, buttonLink, reference } from './parts.ts'
import type { Texts } from './texts/texts.ts'
import { linkTarget } from './url.ts'

/** Props of {@link renderError}. */
export interface ErrorProps extends PageProps {
  /** An `ErrorPageParam`; any other value gets the general text. */
  readonly error?: string | undefined
  /** Reference of the failed flow. */
  readonly ref?: string | undefined
  readonly signInUrl: string
  readonly homeUrl: string
}

function isError(error: string, texts: Texts): error is keyof Texts['error'] {
  return Object.hasOwn(texts.error, error)
}

/** Renders the page a person sees when a flow cannot go on. */
export function renderError(props: ErrorProps): Page {
  const texts = loadTexts(props.lang ?? 'en')
  const error = props.error ?? ''
  const key = isError(error, texts) ? error : 'Default'
  const { title, message, advice } = texts.error[key]
  // Trying again does not fix a wrong configuration.
  const retry =
    key !== 'Configuration' &&
    html`<a class="button primary" href="${linkTarget(props.signInUrl)}"
      >${texts.common.toSignIn}</a
    >`
  return layout(props, {
    title,
    className: 'error',
    icon: ALERT,
    body: html`<div class="message">
        <p>${message}</p>
        <p>${advice}</p>
      </div>
      <div class="provider">${retry} ${buttonLink(props.homeUrl, texts.common.home)}</div>
      ${reference(texts, props.ref)}`,
  })
}
