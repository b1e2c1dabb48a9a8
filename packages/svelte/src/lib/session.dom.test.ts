// @vitest-environment happy-dom
import type { Session } from '@latchstring/core/types'
import { flushSync, hydrate, mount, unmount } from 'svelte'
import { testBinding } from '../../../client/test/binding-suite.ts'
import type { BoundApp, BoundOptions } from '../../../client/test/binding-suite.ts'
import App from '../../test/app.svelte'
import Page from '../../test/page.svelte'

function start(target: Element, options: BoundOptions): BoundApp {
  const statuses: string[] = []
  const props = { ...options, onRender: (status: string) => void statuses.push(status) }
  const app = (target.hasChildNodes() ? hydrate : mount)(App, { target, props })
  flushSync()
  return {
    statuses,
    auth: app.read(),
    seed(session: Session | null) {
      app.seed(session)
      flushSync()
    },
    unmount: () => void unmount(app),
  }
}

testBinding('Svelte', {
  start,
  markup: (text) => `<!--[--><p>${text}</p><!--]-->`,
  startAlone: (target) => mount(Page, { target, props: { onRender: () => undefined } }),
  advice: /needs setSession\(\)/,
})
