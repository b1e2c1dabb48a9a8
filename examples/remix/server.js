import { createServer } from 'node:http'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { router } from './router.js'

const listener = createRequestListener((request) => router.fetch(request))

const server = createServer((request, response) => {
  // An address of another form, as proxies are asked, would end the process within the listener.
  if (request.url.startsWith('/')) listener(request, response)
  else response.writeHead(400).end()
})

const { HOST, PORT = '3000' } = process.env

server.listen(Number(PORT), HOST)
