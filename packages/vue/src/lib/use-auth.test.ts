// @vitest-environment happy-dom
import type { Session } from '@latchstring/core/types'
import { createApp, createSSRApp, defineComponent, h, shallowRef } from 'vue'
import { testBinding } from '../../../client/test/binding-suite.ts'
import type { BoundApp, BoundOptions } from '../../../client/test/binding-suite.ts'
import { createLatchstring, useAuth } from '../index.ts'
import type { Auth } from '../index.ts'

function start(container: Element, options: BoundOptions): BoundApp {
  const { session, required, onUnauthenticated, ...others } = options
  const seed = shallowRef<Session | null | undefined>(session)
  const statuses: string[] = []
  let auth: Auth<boolean> | undefined
  const Page = defineComponent(() => {
    const { session: shown, status } = (auth = useAuth(
      required ? { required, onUnauthenticated } : undefined,
    ))
    return () => {
      statuses.push(status.value)
      return h('p', shown.value?.user?.name ?? status.value)
    }
  })
  const create = container.hasChildNodes() ? createSSRApp : createApp
  const app = create(Page).use(createLatchstring({ session: seed, ...others }))
  app.mount(container)
  if (!auth) throw new Error('The component has not run.')
  return {
    statuses,
    auth,
    seed: (next) => {
      seed.value = next
    },
    unmount: () => app.unmount(),
  }
}

testBinding('Vue', {
  start,
  markup: (text) => `<p>${text}</p>`,
  startAlone: (container) =>
    createApp(
      defineComponent(() => {
        useAuth()
        return () => null
      }),
    ).mount(container),
  advice: /needs app\.use\(createLatchstring\(\)\)/,
})
