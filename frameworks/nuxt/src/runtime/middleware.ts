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

/** Protects a page on the server by the scope of the request, without a request to the actions. */
async function protectOnServer(): Promise<unknown> {
  const nuxt = useNuxtApp()
  const auth = findPageAuth(useRequestEvent())
  const verdict = await auth?.ask()
  if (verdict?.kind === 'allow') return undefined
  // After `await`, functions of Nuxt find the request only within `runWithContext`.
  return nuxt.runWithContext(() => {
    if (verdict?.kind === 'redirect') {
      return navigateTo(verdict.url, { external: true, redirectCode: verdict.status })
    }
    const failed = verdict?.kind === 'respond' ? verdict.response.status : 500
    const statusCode = verdict?.kind === 'refuse' ? verdict.status : failed
    const message =
      statusCode < 500 ? 'The page needs a session.' : 'The session could not be read.'
    return abortNavigation(createError({ statusCode, message }))
  })
}

/** Redirects to the sign-in page in the browser. The server refuses the data of the page in any case. */
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

/** Protects pages with `definePageMeta({ auth: true })`. */
const middleware: unknown = defineNuxtRouteMiddleware(({ meta, fullPath }) => {
  if (meta.auth !== true) return undefined
  return import.meta.server ? protectOnServer() : protectInBrowser(fullPath)
})

export default middleware
