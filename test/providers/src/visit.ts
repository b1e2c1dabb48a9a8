import type { CoreOptions } from '@latchstring/core'
import type { Provider } from '@latchstring/core/providers'
import type { Session } from '@latchstring/core/types'
import type { Arrival } from '@latchstring/testing'
import { type App, BASE, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import { goOn } from '../../flows/src/one-more-step.ts'
import { createMapStore, type MapStore } from './map-store.ts'

/** An application with one provider, a store and a browser. */
export interface Visit {
  readonly app: App
  readonly store: MapStore
  readonly browser: Browser
  /** Presses the button of the provider; gives where that leads. */
  readonly setOut: () => Promise<URL>
  /** Comes back from the service; gives where that leads. */
  readonly arrive: (arrival: Arrival) => Promise<URL>
  readonly session: () => Promise<Session | null>
}

/** Where a sign-in is to lead. */
export const INSIDE: string = new URL('/inside', BASE).href

function locationOf(response: Response): URL {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`HTTP ${response.status} sends the browser nowhere.`)
  return new URL(location, BASE)
}

/** Opens an application with one provider; `store` is of an earlier visit. */
export function visit(
  id: string,
  provider: Provider,
  { store = createMapStore(), ...options }: CoreOptions & { readonly store?: MapStore } = {},
): Visit {
  const app = createApp({ providers: [provider], adapter: store.adapter }, options)
  const browser = app.openBrowser()
  return {
    app,
    store,
    browser,
    async setOut() {
      const csrfToken = await browser.csrf(BASE)
      const form = { csrfToken, callbackUrl: '/inside' }
      return locationOf(await browser.post(`${BASE}/signin/${id}`, form))
    },
    async arrive({ url, body }) {
      const response = await browser.arrive(body ? { url, form: body } : { url })
      // A form from another site comes without cookies; then a page asks for one more step.
      const [form] = response.status === 200 ? readForms(await response.text()) : []
      return locationOf(form ? await goOn(browser, form) : response)
    },
    async session() {
      const response = await browser.get(`${BASE}/session`)
      // The action answers with a session or with null.
      return (await response.json()) as Session | null
    },
  }
}
