import { createServer } from 'node:http'
import { latchstring } from './auth.js'
import { home, members } from './pages.js'

const sendPage = (response, html) =>
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)

const routes = {
  async '/'(request, response) {
    const session = await latchstring.auth(request, response)
    sendPage(response, home(session?.user))
  },
  // A page: strangers are sent to the sign-in page, and come back here.
  async '/members'(request, response) {
    const session = await latchstring.requireSession(request, response)
    if (session) sendPage(response, members(session.user))
  },
  // Data: scripts of strangers get 401.
  async '/api/me'(request, response) {
    const session = await latchstring.requireSession(request, response)
    if (!session) return
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ name: session.user?.name }))
  },
}

async function serve(request, response) {
  if (await latchstring.handle(request, response)) return
  const [path] = request.url.split('?', 1)
  const route = routes[path]
  if (route) await route(request, response)
  else response.writeHead(404).end()
}

// An error that nothing catches would end the process.
const server = createServer((request, response) => {
  serve(request, response).catch((error) => {
    console.error(error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  })
})

const { HOST, PORT = '3000' } = process.env

server.listen(Number(PORT), HOST)
