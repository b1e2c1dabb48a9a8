// @vitest-environment happy-dom
import type { Session } from '@latchstring/core/types'
import { createComponent, createRenderEffect, createSignal } from 'solid-js'
import type { JSX } from 'solid-js'
import { render } from 'solid-js/web'
import { testBinding } from '../../../client/test/binding-suite.ts'
import type { BoundApp, BoundOptions } from '../../../client/test/binding-suite.ts'
import { SessionProvider, useSession } from '../index.ts'
import type { Auth } from '../index.ts'

function start(container: Element, options: BoundOptions): BoundApp {
  const { required, onUnauthenticated, ...others } = options
  const [seed, setSeed] = createSignal<Session | null | undefined>(options.session)
  const statuses: string[] = []
  const given: Auth<boolean>[] = []
  function Page(): JSX.Element {
    const own = useSession(required ? { required, onUnauthenticated } : undefined)
    const { session, status } = own
    given.push(own)
    // Compiled components hydrate the HTML of a server like this.
    const paragraph = container.firstElementChild ?? document.createElement('p')
    createRenderEffect(() => {
      statuses.push(status())
      paragraph.textContent = session()?.user?.name ?? status()
    })
    return paragraph
  }
  const dispose = render(
    () =>
      createComponent(SessionProvider, {
        ...others,
        get session() {
          return seed()
        },
        get children() {
          return createComponent(Page, {})
        },
      }),
    container,
  )
  const [auth] = given
  if (!auth) throw new Error('The component has not run.')
  return { statuses, auth, seed: (session) => void setSeed(session), unmount: dispose }
}

testBinding('Solid', {
  start,
  markup: (text) => `<p>${text}</p>`,
  startAlone: (container) =>
    render(() => {
      useSession()
      return null
    }, container),
  advice: /needs a <SessionProvider>/,
})
