import Fastify from 'fastify'
import { latchstring } from './auth.js'
import { home, members } from './pages.js'

const app = Fastify()

await app.register(latchstring)

app.get('/', async (request, reply) => {
  const session = await request.auth()
  return reply.type('text/html').send(home(session?.user))
})

// A page: strangers are sent to the sign-in page, and come back here.
app.get('/members', { onRequest: latchstring.requireSession() }, async (request, reply) => {
  const session = await request.auth()
  return reply.type('text/html').send(members(session.user))
})

// Data: scripts of strangers get 401.
app.get('/api/me', { onRequest: latchstring.requireSession() }, async (request) => {
  const session = await request.auth()
  return { name: session.user?.name }
})

const { HOST, PORT = '3000' } = process.env

await app.listen({ host: HOST, port: Number(PORT) })
