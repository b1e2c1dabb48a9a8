import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { latchstring } from './auth.js'
import { home, members } from './pages.js'

const app = new Hono()
  .use(latchstring)
  .get('/', async (c) => {
    const session = await c.var.auth()
    return c.html(home(session?.user))
  })
  // A page: strangers are sent to the sign-in page, and come back here.
  .get('/members', latchstring.requireSession(), (c) => c.html(members(c.var.authSession.user)))
  // Data: scripts of strangers get 401.
  .get('/api/me', latchstring.requireSession(), (c) =>
    c.json({ name: c.var.authSession.user?.name }),
  )

const { HOST, PORT = '3000' } = process.env

serve({ fetch: app.fetch, hostname: HOST, port: Number(PORT) })
