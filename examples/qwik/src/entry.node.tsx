import { createServer } from 'node:http'
import { createQwikCity } from '@builder.io/qwik-city/middleware/node'
import qwikCityPlan from '@qwik-city-plan'
import { manifest } from '@qwik-client-manifest'
import render from './entry.ssr'

const { router, notFound, staticFile } = createQwikCity({ render, qwikCityPlan, manifest })

const server = createServer((request, response) => {
  staticFile(request, response, () => {
    router(request, response, () => {
      notFound(request, response, () => undefined)
    })
  })
})

const { HOST, PORT = '3000' } = process.env

server.listen(Number(PORT), HOST)
