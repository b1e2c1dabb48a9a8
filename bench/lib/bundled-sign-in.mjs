/** Signs in with a bundled application at a GitHub that is not there, and tells which modules of the bundle were loaded. */
import { pathToFileURL } from 'node:url'

const ORIGIN = 'https://app.example.com'

const USER = { id: 1, login: 'ada', name: 'Ada', email: 'ada@example.com', avatar_url: null }

/** @type {(url: string) => unknown} */
function body(url) {
  if (url.includes('access_token')) {
    return { access_token: 'token', token_type: 'bearer', scope: 'read:user user:email' }
  }
  return url.endsWith('/emails')
    ? [{ email: USER.email, primary: true, verified: true, visibility: 'public' }]
    : USER
}

globalThis.fetch = async (input) => {
  const url = input instanceof Request ? input.url : String(input)
  return Response.json(body(url))
}

/** @typedef {(request: Request) => Promise<Response>} Handle */

// What the entry of the bundle exports.
const { handle } = /** @type {{ handle: Handle }} */ (
  await import(pathToFileURL(process.argv[2] ?? '').href)
)

/** @type {Map<string, string>} */
const cookies = new Map()

/** @type {(path: string, form?: Readonly<Record<string, string>>) => Promise<Response>} */
async function send(path, form) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await handle(
    new Request(new URL(path, ORIGIN), {
      method: form ? 'POST' : 'GET',
      headers: { cookie, ...(form && { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }) },
      body: form ? new URLSearchParams(form) : null,
    }),
  )
  for (const header of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
    cookies.set(name, value)
  }
  return response
}

await send('/auth/signin')
const answer = await send('/auth/csrf')
// Of both libraries.
const { csrfToken } = /** @type {{ csrfToken: string }} */ (await answer.json())
const started = await send('/auth/signin/github', { csrfToken, callbackUrl: '/' })
const location = new URL(started.headers.get('location') ?? '')
const state = location.searchParams.get('state')
const query = new URLSearchParams({ code: 'code', ...(state !== null && { state }) })
await send(`/auth/callback/github?${query}`)
const session = await (await send('/auth/session')).text()
if (!session.includes(USER.email)) throw new Error(`There is no session: ${session}`)
const loaded = /** @type {unknown} */ (Reflect.get(globalThis, 'loaded'))
process.send?.({ loaded }, undefined, {}, () => process.exit(0))
