import type { RegisteredSession } from '@latchstring/core/types'
import { createLatchstring } from '@latchstring/vue'
import { defineNuxtPlugin, useRequestEvent, useRuntimeConfig, useState } from 'nuxt/app'
import { findPageAuth, joinBasePath } from './page-auth.ts'

/** Gives the session to the components. What the server has found is in the page, so that nothing is fetched at first. */
const plugin: unknown = defineNuxtPlugin({
  name: 'latchstring',
  enforce: 'pre',
  async setup({ vueApp }) {
    const { app, public: shown } = useRuntimeConfig()
    const session = useState<RegisteredSession | null | undefined>('latchstring')
    if (import.meta.server) {
      // The application says what its sessions are.
      session.value = (await findPageAuth(useRequestEvent())?.seed()) as typeof session.value
    }
    const basePath = joinBasePath(app.baseURL, shown.latchstring.basePath)
    vueApp.use(createLatchstring({ session: () => session.value, basePath }))
  },
})

export default plugin
