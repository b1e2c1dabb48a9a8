import type { CoreOptions } from '@latchstring/core'
import type { Provider } from '@latchstring/core/providers'
import type { Session } from '@latchstring/core/types'
import type { Arrival } from '@latchstring/testing'
import { type App, BASE, createApp } from '@latchstring/test-kit/app'
import {
  readLocation,
  readSession,
  requestAuthorization,
  submitForm,
} from '@latchstring/test-kit/story'
import type { Browser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import { createMapStore, type MapStore } from './map-store.ts'

/** An application with one provider, a store and a browser. */
export interface Visit {
  readonly app: App
  readonly store: MapStore
  readonly browser: Browser
  /** Presses the button of the provider; gives where that leads. */
  readonly requestAuthorization: () => Promise<URL>
  /** Comes back from the service; gives where that leads. */
  readonly follow: (arrival: Arrival) => Promise<URL>
  readonly session: () => Promise<Session | null>
}

/** Where a sign-in is to lead. */
export const INSIDE: string = new URL('/inside', BASE).href

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
    requestAuthorization: () => requestAuthorization(browser, id),
    async follow({ url, body }) {
      const response = await browser.follow(body ? { url, form: body } : { url })
      // A form from another site comes without cookies; then a page asks for one more step.
      const [form] = response.status === 200 ? readForms(await response.text()) : []
      return readLocation(form ? await submitForm(browser, form) : response)
    },
    session: () => readSession(browser),
  }
}
