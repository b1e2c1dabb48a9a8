import { asReference } from '../crypto/reference.ts'
import { fill, type Html, html, type HtmlValue, type Slot } from './html.ts'
import type { FormSlots, Link } from './slots.ts'
import type { Texts } from '../types/texts.ts'

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

/** Fields that a form carries unseen. */
export function hiddenFields(fields: Readonly<Record<string, HtmlValue>>): readonly HtmlValue[] {
  return Object.entries(fields).map(
    ([name, value]) =>
      value !== undefined && html`<input type="hidden" name="${name}" value="${value}" /> `,
  )
}

/** A form that POSTs hidden fields and whatever is inside. */
export function postForm(
  { action, csrfToken, callbackUrl }: FormSlots,
  inside: Html,
  extra: Readonly<Record<string, HtmlValue>> = {},
): Html {
  return html`<form method="post" action="${action}">
    ${hiddenFields({ csrfToken, callbackUrl, ...extra })}${inside}
  </form>`
}

/**
 * The button a form is sent with.
 *
 * @param more - attributes
 */
export function submitButton(label: string | Html, more?: HtmlValue): Html {
  return html`<button class="button primary" type="submit" ${more}>${label}</button>`
}

/** The reference that is in the log line of a failed flow, too; nothing for any other text. */
export function reference(texts: Texts, ref: string | undefined): Html | undefined {
  const known = asReference(ref)
  if (known === undefined) return undefined
  const shown = html`<code>${known}</code>`
  return html`<p class="reference">${fill(texts.common.reference, { ref: shown })}</p>`
}

/** A value of a person, kept apart from the direction of the text around it. */
export function address(value: Slot): Html {
  return html`<strong><bdi>${value}</bdi></strong>`
}

/** A link that looks like a button. */
export function buttonLink(href: Link, label: string): Html {
  return html`<a class="button" href="${href}">${label}</a>`
}

export function textLink(href: Link, label: string): Html {
  return html`<a class="link" href="${href}">${label}</a>`
}

/** What is wrong with providers, for where there is no way to sign in. */
export function problemList(problems: readonly string[] = []): HtmlValue {
  const lines = problems.map((problem) => html`<li>${problem}</li>`)
  return (
    lines.length > 0 &&
    html`<ul class="problems" dir="ltr" lang="en">
      ${lines}
    </ul>`
  )
}
