import express from 'express'
import { latchstring } from './auth.js'
import { home, members } from './pages.js'

const app = express()

app.use(latchstring)

app.get('/', async (_request, response) => {
  const session = await response.locals.auth()
  response.send(home(session?.user))
})

// A page: strangers are sent to the sign-in page, and come back here.
app.get('/members', latchstring.requireSession(), (_request, response) => {
  response.send(members(response.locals.session.user))
})

// Data: scripts of strangers get 401.
app.get('/api/me', latchstring.requireSession(), (_request, response) => {
  response.json({ name: response.locals.session.user?.name })
})

const { HOST, PORT = '3000' } = process.env

app.listen(Number(PORT), HOST)
