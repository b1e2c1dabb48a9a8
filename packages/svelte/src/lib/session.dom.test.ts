// @vitest-environment happy-dom
import type { Session } from '@latchstring/core/types'
import { flushSync, hydrate, mount, unmount } from 'svelte'
import { testBinding } from '../../../client/test/binding-suite.ts'
import type { BoundApp, BoundOptions } from '../../../client/test/binding-suite.ts'
import type { Auth } from '../index.ts'
import App from '../../test/app.svelte'
import Page from '../../test/page.svelte'

function start(target: Element, options: BoundOptions): BoundApp {
  const statuses: string[] = []
  const given: { auth?: Auth; seed?: (session: Session | null) => void } = {}
  const props = {
    ...options,
    onRender: (status: string) => void statuses.push(status),
    onAuth: (auth: Auth) => void (given.auth = auth),
    onReady: (seed: (session: Session | null) => void) => void (given.seed = seed),
  }
  const app = (target.hasChildNodes() ? hydrate : mount)(App, { target, props })
  flushSync()
  const { auth, seed } = given
  if (!auth || !seed) throw new Error('The components have not run.')
  return {
    statuses,
    auth,
    seed(session) {
      seed(session)
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
