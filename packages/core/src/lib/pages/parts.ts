import { asReference } from '../crypto/reference.ts'
import type { Texts } from '../types/texts.ts'
import { fill, type Html, html, type HtmlValue } from './html.ts'
import type { FormTarget } from './page.ts'
import { linkTarget } from './url.ts'

/** An own drawing of 24 by 24, decoration only. */
const icon = (paths: Html): Html =>
  html`<span class="icon" aria-hidden="true"><svg viewBox="0 0 24 24">${paths}</svg></span>`

export const ENVELOPE: Html = icon(
  html`<rect x="3" y="5" width="18" height="14" rx="2.5" /><path d="m4 7.5 8 6 8-6" />`,
)
export const ALERT: Html = icon(
  html`<circle cx="12" cy="12" r="9" /><path d="M12 7.5v5.5M12 16.2v.1" />`,
)
export const PERSON: Html = icon(
  html`<circle cx="12" cy="8.5" r="3.75" /><path d="M4.75 20a7.25 7.25 0 0 1 14.5 0" />`,
)

/** A name that can be part of an `id`. */
export function idPart(name: string, index: number): string {
  return /^[\w.-]{1,64}$/.test(name) ? name : `n${index}`
}

/** Hidden inputs of a form, by name. */
export type HiddenFields = Readonly<Record<string, string | undefined>>

export function hiddenFields(fields: HiddenFields): readonly HtmlValue[] {
  return Object.entries(fields).map(
    ([name, value]) =>
      value !== undefined && html`<input type="hidden" name="${name}" value="${value}" /> `,
  )
}

/** A form that POSTs hidden fields and the fields that are inside. */
export function postForm(
  { action, csrfToken, callbackUrl }: FormTarget,
  inside: Html,
  extra: HiddenFields = {},
): Html {
  return html`<form method="post" action="${linkTarget(action)}">
    ${hiddenFields({ csrfToken, callbackUrl, ...extra })}${inside}
  </form>`
}

/**
 * The button that submits a form.
 *
 * @param more - attributes
 */
export function submitButton(label: string | Html, more?: HtmlValue): Html {
  return html`<button class="button primary" type="submit" ${more}>${label}</button>`
}

/** The reference of a failed flow, which its log line has, too; nothing for any other text. */
export function reference(texts: Texts, ref: string | undefined): Html | undefined {
  const known = asReference(ref)
  if (known === undefined) return undefined
  const shown = html`<code>${known}</code>`
  return html`<p class="reference">${fill(texts.common.reference, { ref: shown })}</p>`
}

/** An email address, isolated from the direction of the text around it. */
export function address(value: string): Html {
  return html`<strong><bdi>${value}</bdi></strong>`
}

/** A link that looks like a button. */
export function buttonLink(href: string, label: string | Html): Html {
  return html`<a class="button" href="${linkTarget(href)}">${label}</a>`
}

export function textLink(href: string, label: string): Html {
  return html`<a class="link" href="${linkTarget(href)}">${label}</a>`
}
