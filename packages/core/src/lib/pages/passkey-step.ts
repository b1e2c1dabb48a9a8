import { type Html, html } from './html.ts'
import type { FormTarget } from './page.ts'
import { postForm } from './parts.ts'
import { linkTarget } from './url.ts'
import { WEBAUTHN_SCRIPT } from './webauthn-script.ts'

/** A part of a page that needs a script. */
export interface ScriptedPart {
  readonly markup: Html
  /** A constant text. */
  readonly script: string
}

/**
 * A button by which a passkey does the step of a page. Without a script there is none: the page has other ways.
 *
 * @param optionsUrl - from which the script fetches options
 */
export function passkeyStep(to: FormTarget, optionsUrl: string, label: string): ScriptedPart {
  // The button of the form before it is the filled one.
  const button = html`<button class="button" type="submit">${label}</button>`
  const form = postForm(to, button, { action: '', data: '' })
  return {
    markup: html`<div data-webauthn="${linkTarget(optionsUrl)}"><div hidden>${form}</div></div>`,
    script: WEBAUTHN_SCRIPT,
  }
}
