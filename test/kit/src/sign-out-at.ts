import type { Arrival, Browser } from './browser.ts'
import { readForms, type PageForm } from './forms.ts'

const MAX_STEPS = 8

/**
 * Signs out at the provider: opens or posts a logout request and presses "Sign out" until the browser leaves the provider, or
 * there is nothing left to press.
 *
 * @param request - the logout request, as an address or as a form
 * @param browser - the browser that is signed in there
 * @returns how the browser returns to the client; `undefined` where the provider keeps it
 *
 * @example
 * ```ts
 * import { createBrowser } from '@latchstring/test-kit/browser'
 * import { overNetwork } from '@latchstring/test-kit/sign-in-at'
 * import { signOutAt } from '@latchstring/test-kit/sign-out-at'
 *
 * const arrival = await signOutAt('http://127.0.0.1:4000/logout?…', createBrowser(overNetwork()))
 * ```
 */
export async function signOutAt(
  request: string | PageForm,
  browser: Browser,
): Promise<Arrival | undefined> {
  const first = typeof request === 'string' ? request : request.action
  const { origin } = new URL(first)
  let url = first
  let form: Readonly<Record<string, string>> | undefined =
    typeof request === 'string' ? undefined : request.fields
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const response = await (form ? browser.submit(url, form) : browser.open(url))
    const location = response.headers.get('location')
    if (location !== null) {
      await response.body?.cancel()
      url = new URL(location, url).href
      if (new URL(url).origin !== origin) return { url }
      form = undefined
      continue
    }
    const shown = readForms(await response.text()).at(-1)
    if (!shown) return undefined
    url = new URL(shown.action, url).href
    form = { ...shown.fields, logout: 'yes' }
  }
  throw new Error(`The sign-out is still at the provider after ${MAX_STEPS} steps: ${url}`)
}
