import { html } from './html.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { ALERT, buttonLink, reference } from './parts.ts'
import { HOME_URL, REFERENCE, SIGN_IN_URL } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'
import type { Texts } from '../types/texts.ts'

/** Props of {@link renderError}. */
export interface ErrorProps extends PageProps {
  /** An `ErrorPageParam`; any other value gets the general text. */
  readonly error?: string | undefined
  /** Reference of the failed flow. */
  readonly ref?: string | undefined
  readonly signInUrl: string
  readonly homeUrl: string
}

interface Shape {
  readonly look: Look
  readonly error: keyof Texts['error']
}

function isError(error: string, texts: Texts): error is keyof Texts['error'] {
  return Object.hasOwn(texts.error, error)
}

function build(shape: Shape): Template {
  const texts = shape.look.texts.value
  const { title, message, advice } = texts.error[shape.error]
  // Trying again does not fix a wrong configuration.
  const retry =
    shape.error !== 'Configuration' &&
    html`<a class="button primary" href="${SIGN_IN_URL}">${texts.common.toSignIn}</a>`
  return layout(shape.look, {
    title,
    className: 'error',
    icon: ALERT,
    body: html`<div class="message">
        <p>${message}</p>
        <p>${advice}</p>
      </div>
      <div class="provider">${retry} ${buttonLink(HOME_URL, texts.common.home)}</div>
      ${REFERENCE}`,
  })
}

/** Renders the page a person sees when a flow cannot go on. */
export function renderError(props: ErrorProps): Page {
  const { host, signInUrl, homeUrl, ref, error = '' } = props
  const look = findLook(props)
  const texts = look.texts.value
  const shape: Shape = { look, error: isError(error, texts) ? error : 'Default' }
  const values = { host, signInUrl, homeUrl, reference: reference(texts, ref) }
  return renderPage('error', shape, build, values)
}
