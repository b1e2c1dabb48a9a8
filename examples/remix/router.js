import { Latchstring, requireSession } from '@latchstring/remix'
import { createRouter } from '@remix-run/fetch-router'
import { auth } from './auth.js'
import { home, members } from './pages.js'

const html = (page) =>
  new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })

export const router = createRouter({ middleware: [auth] })

router.get('/', async (context) => {
  const session = await context.get(Latchstring).auth()
  return html(home(session?.user))
})

// A page: strangers are sent to the sign-in page, and come back here.
router.get('/members', {
  middleware: [requireSession()],
  async handler(context) {
    const session = await context.get(Latchstring).auth()
    return html(members(session.user))
  },
})

// Data: scripts of strangers get 401.
router.get('/api/me', {
  middleware: [requireSession()],
  async handler(context) {
    const session = await context.get(Latchstring).auth()
    return Response.json({ name: session.user?.name })
  },
})
