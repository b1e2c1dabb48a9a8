import { useAuth } from '@latchstring/vue'
import {
  abortNavigation,
  createError,
  defineNuxtRouteMiddleware,
  navigateTo,
  useNuxtApp,
  useRequestEvent,
  useRouter,
  useRuntimeConfig,
} from 'nuxt/app'
import { findPageAuth, joinBasePath, signInAddress } from './page-auth.ts'

/** Asks the scope of the request, without a request to ourselves. */
async function protectOnServer(): Promise<unknown> {
  const nuxt = useNuxtApp()
  const auth = findPageAuth(useRequestEvent())
  const verdict = await auth?.ask()
  if (verdict?.kind === 'allow') return undefined
  // After waiting, functions of Nuxt have to be told which request they are for.
  return nuxt.runWithContext(() => {
    if (verdict?.kind === 'redirect') {
      return navigateTo(verdict.url, { external: true, redirectCode: verdict.status })
    }
    const statusCode = verdict?.kind === 'refuse' ? verdict.status : 500
    return abortNavigation(createError({ statusCode, message: 'The page needs a session.' }))
  })
}

/** In the browser this spares people a look at a page whose data they would not get. */
async function protectInBrowser(fullPath: string): Promise<unknown> {
  const nuxt = useNuxtApp()
  const { app, public: shown } = useRuntimeConfig()
  const { href } = useRouter().resolve(fullPath)
  const { session, status, getSession } = useAuth()
  const known = status.value === 'loading' ? await getSession() : session.value
  if (known) return undefined
  const basePath = joinBasePath(app.baseURL, shown.latchstring.basePath)
  const target = signInAddress(basePath, new URL(href, window.location.origin).href)
  return nuxt.runWithContext(() => navigateTo(target, { external: true }))
}

/** Pages with `definePageMeta({ auth: true })` are for those who are signed in. */
const middleware: unknown = defineNuxtRouteMiddleware(({ meta, fullPath }) => {
  if (meta.auth !== true) return undefined
  return import.meta.server ? protectOnServer() : protectInBrowser(fullPath)
})

export default middleware
