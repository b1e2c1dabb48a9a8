/** The application of docs/framework-node.md, which somebody signs in to. */
export const APPLICATION = `
import { createServer } from 'node:http'
import Credentials from '@latchstring/core/providers/credentials'
import Latchstring from '@latchstring/node'

const latchstring = Latchstring({
  providers: [
    Credentials({
      credentials: { username: {}, password: { type: 'password' } },
      authorize: ({ username, password }) =>
        password === 'correct' ? { id: String(username), name: String(username) } : null,
    }),
  ],
})
const server = createServer(async (request, response) => {
  if (await latchstring.handle(request, response)) return
  response.end((await latchstring.auth(request, response))?.user?.name ?? 'nobody')
}).listen(Number(process.env.PORT), '127.0.0.1')

const origin = process.env.AUTH_URL
const jar = new Map()
async function visit(path, init = {}) {
  const cookie = [...jar].map(([name, value]) => name + '=' + value).join('; ')
  const response = await fetch(origin + path, { redirect: 'manual', ...init, headers: { ...init.headers, cookie } })
  for (const line of response.headers.getSetCookie()) {
    const [pair] = line.split(';')
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return response
}
const before = await (await visit('/')).text()
const { csrfToken } = await (await visit('/auth/csrf')).json()
await visit('/auth/callback/credentials', {
  method: 'POST',
  headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ csrfToken, username: 'ada', password: 'correct' }),
})
const after = await (await visit('/')).text()
server.closeAllConnections()
server.close()
process.stdout.write(before + ' ' + after)
`
