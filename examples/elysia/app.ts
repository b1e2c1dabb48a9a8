import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
import { latchstring } from './auth.ts'
import { home, members } from './pages.ts'

const html = (page: string): Response =>
  new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })

const { HOST, PORT = '3000' } = process.env

// On Bun without the adapter.
new Elysia({ adapter: node() })
  .use(latchstring)
  .get('/', async ({ auth }) => html(home((await auth())?.user)))
  // For what follows: strangers are sent to the sign-in page and come back here, their scripts get 401.
  .guard({ session: true })
  .get('/members', ({ session }) => html(members(session.user)))
  .get('/api/me', ({ session }) => ({ name: session.user?.name }))
  .listen({ port: Number(PORT), ...(HOST !== undefined && { hostname: HOST }) })
