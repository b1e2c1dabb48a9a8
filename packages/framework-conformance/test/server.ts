/**
 * A server without a framework, with optional mistakes: `FAULT=open` leaves protected pages open, `FAULT=cookies` sends
 * the last cookie of a response alone.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { configure, count, who } from '@latchstring/framework-conformance/application'
import {
  createFrameworkAuth,
  toFormFailure,
  toVerdictResponse,
  type RequestScope,
} from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'

const { env } = process
const auth = createFrameworkAuth(configure(env), { env, basePath: '/auth' })

type Scope = RequestScope<Session>
type Route = (scope: Scope, request: Request) => Promise<Response>

const html = (text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/html' } })

const see = async (scope: Scope): Promise<Response> => html(who(await scope.auth()))

const fields = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(await request.text())

function failed(error: unknown): Response {
  const { status, error: type, code = type } = toFormFailure(error)
  return html(`failed:${code} ${who(null)}`, status)
}

const members: Route = async (scope, request) => {
  const refused = toVerdictResponse(await scope.requireSession(), request)
  if (refused && env['FAULT'] !== 'open') return refused
  count.handler += 1
  const { pathname } = new URL(request.url)
  return pathname === '/members'
    ? html('members-content')
    : Response.json({ secret: 'members-content' })
}

const submit =
  (action: 'signin' | 'signout'): Route =>
  async (scope, request) => {
    try {
      const given = await fields(request)
      const { url } = await scope.form(action, given)
      if (given.has('rerender')) return await see(scope)
      return new Response(null, { status: 303, headers: { Location: url } })
    } catch (error) {
      return failed(error)
    }
  }

const ROUTES: Readonly<Record<string, Route>> = {
  'GET /whoami': see,
  'GET /login': async () => html('login-page'),
  'GET /members': members,
  'POST /members': members,
  'GET /members/api': members,
  'GET /rules/page': async () => html('rules-content'),
  'POST /act/signin': submit('signin'),
  'POST /act/signout': submit('signout'),
  'GET /count': async () => Response.json(count),
}

async function respond(request: Request): Promise<Response> {
  if (auth.owns(request.url)) return auth.handle(request)
  const { headers, url, method } = request
  const scope = auth.scope({ headers, url, request })
  const route = ROUTES[`${method} ${new URL(url).pathname}`]
  const refused = toVerdictResponse(await scope.authorize(), request)
  const missing = html('There is no such page.', 404)
  return scope.apply(refused ?? (await route?.(scope, request)) ?? missing)
}

async function toRequest(message: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', rawHeaders } = message
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  const origin = `http://${headers.get('host') ?? ''}`
  let body = ''
  for await (const piece of message) body += String(piece)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url.startsWith('/') ? origin + url : url, {
    method,
    headers,
    ...(hasBody && { body }),
  })
}

const server = createServer((message, response) => {
  toRequest(message)
    .then(respond)
    .then(async ({ status, headers, body }) => {
      const cookies = headers.getSetCookie()
      response.writeHead(status, {
        ...Object.fromEntries(headers),
        ...(cookies.length > 0 && {
          'set-cookie': env['FAULT'] === 'cookies' ? cookies.slice(-1) : cookies,
        }),
      })
      for await (const piece of body ?? []) response.write(piece)
      response.end()
    })
    .catch(() => response.destroy())
})

server.listen(Number(env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => server.close(() => process.exit(0)))
