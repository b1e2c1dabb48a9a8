import type { Texts } from '../types/texts.ts'
import { html } from './html.ts'
import { renderPage } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { ALERT, buttonLink, reference } from './parts.ts'
import { en } from './texts/en.ts'
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

/** Renders the page of a flow that cannot go on. */
export function renderError(props: ErrorProps): Page {
  const { texts = en, error = '', ref, signInUrl, homeUrl } = props
  const { title, message, advice } = texts.error[isError(error, texts) ? error : 'Default']
  // Trying again does not fix a wrong configuration.
  const retry =
    error !== 'Configuration' &&
    html`<a class="button primary" href="${linkTarget(signInUrl)}">${texts.common.toSignIn}</a>`
  return renderPage(props, {
    title,
    className: 'error',
    icon: ALERT,
    body: html`<div class="message">
        <p>${message}</p>
        <p>${advice}</p>
      </div>
      <div class="provider">${retry} ${buttonLink(homeUrl, texts.common.home)}</div>
      ${reference(texts, ref)}`,
  })
}
