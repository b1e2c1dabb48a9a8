import type { RegisteredSession } from '@latchstring/core/types'
import { createLatchstring } from '@latchstring/vue'
import { defineNuxtPlugin, useRequestEvent, useRuntimeConfig, useState } from 'nuxt/app'
import { findPageAuth, joinBasePath } from './page-auth.ts'

/** Provides the session to components. The page contains the session that the server has read, so there is no first request. */
const plugin: unknown = defineNuxtPlugin({
  name: 'latchstring',
  enforce: 'pre',
  async setup({ vueApp }) {
    const { app, public: shown } = useRuntimeConfig()
    const session = useState<RegisteredSession | null | undefined>('latchstring')
    if (import.meta.server) {
      // The session type is the one that the application declares.
      session.value = (await findPageAuth(useRequestEvent())?.seed()) as typeof session.value
    }
    const basePath = joinBasePath(app.baseURL, shown.latchstring.basePath)
    vueApp.use(createLatchstring({ session: () => session.value, basePath }))
  },
})

export default plugin
