import { H3, serve } from 'h3'
import { latchstring } from './auth.js'
import { home, members } from './pages.js'

const app = new H3()
  .use(latchstring)
  .get('/', async (event) => {
    const session = await latchstring.auth(event)
    return home(session?.user)
  })
  // A page: strangers are sent to the sign-in page, and come back here.
  .get('/members', async (event) => {
    const session = await latchstring.requireSession(event)
    return members(session.user)
  })
  // Data: scripts of strangers get 401.
  .get('/api/me', async (event) => {
    const session = await latchstring.requireSession(event)
    return { name: session.user?.name }
  })

const { HOST, PORT = '3000' } = process.env

serve(app, { hostname: HOST, port: Number(PORT) })
