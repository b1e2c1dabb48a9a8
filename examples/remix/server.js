import { createServer } from 'node:http'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { router } from './router.js'

const listener = createRequestListener((request) => router.fetch(request))

/** Targets, hosts and methods of which this beta can make no `Request`: each would end the process within its listener. */
const isReadable = ({ method, url, headers }) =>
  url.startsWith('/') &&
  !/^(?:connect|trace|track)$/i.test(method) &&
  /^[^\s/?#@\\]+$/.test(headers.host ?? '') &&
  URL.canParse(url, `http://${headers.host}`)

const server = createServer((request, response) => {
  if (isReadable(request)) listener(request, response)
  else response.writeHead(400).end()
})

const { HOST, PORT = '3000' } = process.env

server.listen(Number(PORT), HOST)
