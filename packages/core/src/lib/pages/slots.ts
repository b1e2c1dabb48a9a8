import { html, type Html, slot, type Slot } from './html.ts'
import type { FormTarget } from './page.ts'
import { linkTarget } from './url.ts'

// What of a page is a matter of the request, by the names that pages fill it in with.

export const ACTION: Slot = slot('action', linkTarget)
export const CALLBACK_URL: Slot = slot('callbackUrl')
export const CSRF_TOKEN: Slot = slot('csrfToken')
export const EMAIL: Slot = slot('email')
export const HOME_URL: Slot = slot('homeUrl', linkTarget)
export const HOST: Slot = slot('host')
export const ORIGIN: Slot = slot('origin')
export const REFERENCE: Slot = slot('reference')
export const SIGN_IN_URL: Slot = slot('signInUrl', linkTarget)

/** A value for `href` or `action`: of markup and slots alone, so that what is written has been looked at. */
export type Link = Html | Slot

/** Where a form leads and what it carries, before it is filled in. */
export interface FormSlots {
  readonly action: Link
  readonly csrfToken: Slot | undefined
  readonly callbackUrl: Slot | undefined
}

/** Which of its fields a form has. */
export interface FormShape {
  readonly csrfToken: boolean
  readonly callbackUrl: boolean
}

/** What a template has to know of where its form leads. */
export function formShape({ csrfToken, callbackUrl }: Partial<FormTarget>): FormShape {
  return { csrfToken: csrfToken !== undefined, callbackUrl: callbackUrl !== undefined }
}

export function formSlots({ csrfToken, callbackUrl }: FormShape, action: Link): FormSlots {
  return {
    action,
    csrfToken: csrfToken ? CSRF_TOKEN : undefined,
    callbackUrl: callbackUrl ? CALLBACK_URL : undefined,
  }
}

/** An address of the configuration. One that begins with a slash goes after an origin that only a request knows, if it does. */
export function link(reference: string, after: Slot): Link {
  const target = linkTarget(reference)
  return reference.startsWith('/') ? html`${after}${target}` : html`${target}`
}
