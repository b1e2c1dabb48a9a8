/** A browser as far as HTTP goes: it keeps cookies, knows its origin and follows nothing by itself. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  post(url: string, fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Response>
  postJson(url: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** A token from GET csrf, with the cookie kept. */
  csrf(base: string): Promise<string>
  setCookie(name: string, value: string): void
  clear(name: string): void
}

type Handler = (request: Request) => Promise<Response>

/** Reads one `Set-Cookie` header as a browser does: an expired cookie is gone. */
function apply(jar: Map<string, string>, header: string): void {
  const [pair = '', ...attributes] = header.split('; ')
  const name = pair.slice(0, pair.indexOf('='))
  const value = pair.slice(pair.indexOf('=') + 1)
  const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
  if (gone) jar.delete(name)
  else jar.set(name, value)
}

/** Makes a browser that talks to a handler as if it were the network. */
export function createBrowser(handler: Handler): Browser {
  const jar = new Map<string, string>()

  async function send(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { host: new URL(url).host, accept: 'text/html,*/*', ...(cookie ? { cookie } : {}), ...init.headers }
    const response = await handler(new Request(url, { ...init, headers, redirect: 'manual' }))
    for (const header of response.headers.getSetCookie()) apply(jar, header)
    return response
  }

  function fromPage(url: string): Record<string, string> {
    return { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' }
  }

  return {
    cookies: jar,
    get: (url, headers = {}) => send(url, { method: 'GET', headers: { ...headers } }),
    post: (url, fields, headers = {}) =>
      send(url, {
        method: 'POST',
        headers: { ...fromPage(url), 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    postJson: (url, body, headers = {}) =>
      send(url, {
        method: 'POST',
        headers: { ...fromPage(url), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async csrf(base) {
      const response = await send(`${base}/csrf`, { method: 'GET', headers: {} })
      const { csrfToken } = (await response.json()) as { csrfToken: string }
      return csrfToken
    },
    setCookie: (name, value) => void jar.set(name, value),
    clear: (name) => void jar.delete(name),
  }
}
