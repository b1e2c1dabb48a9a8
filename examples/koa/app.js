import Router from '@koa/router'
import Koa from 'koa'
import { latchstring } from './auth.js'
import { home, members } from './pages.js'

const router = new Router()
  .get('/', async (context) => {
    const session = await context.state.auth()
    context.body = home(session?.user)
  })
  // A page: strangers are sent to the sign-in page, and come back here.
  .get('/members', latchstring.requireSession(), (context) => {
    context.body = members(context.state.session.user)
  })
  // Data: scripts of strangers get 401.
  .get('/api/me', latchstring.requireSession(), (context) => {
    context.body = { name: context.state.session.user?.name }
  })

const { HOST, PORT = '3000' } = process.env

new Koa()
  .use(latchstring)
  .use(router.routes())
  .use(router.allowedMethods())
  .listen(Number(PORT), HOST)
