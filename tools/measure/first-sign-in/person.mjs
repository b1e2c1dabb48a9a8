import { once } from 'node:events'
import { request as requestOverHttp } from 'node:http'
import { Failure } from '../../run.mjs'

/** @typedef {{ readonly url: string, readonly status: number, readonly html: string }} Page */

/** Redirects in a row, more of them than a sign-in has. */
const REDIRECTS = 12

const NAMED = { quot: '"', lt: '<', gt: '>', amp: '&' }

/** What a text of HTML means. @type {(text: string) => string} */
export const unescape = (text) =>
  Object.entries(NAMED).reduce(
    (rest, [name, character]) => rest.replaceAll(`&${name};`, character),
    text.replaceAll(/&#x?[\da-f]+;/gi, (code) =>
      String.fromCodePoint(Number(code.slice(2, -1).replace(/^x/i, '0x'))),
    ),
  )

/** @type {(tag: string, name: string) => string | undefined} */
const attribute = (tag, name) => {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : unescape(value)
}

/** What a page says to a reader. @type {(page: Page) => string} */
export const readText = ({ html }) =>
  unescape(
    html
      .replaceAll(/<(script|style)\b[^]*?<\/\1>|<!--.*?-->/g, '')
      .replaceAll(/<\/?(?:code|b|strong|em|a|span)\b[^>]*>/g, '')
      .replaceAll(/<[^>]*>/g, '\n'),
  )

/**
 * Loads a page as a browser does. `fetch` of Node.js says of every request that a script sends it.
 *
 * @type {(url: URL, init: { readonly method?: string, readonly headers: Headers, readonly body: RequestInit['body'] }) => Promise<Response>}
 */
async function load(url, { method = 'GET', headers, body }) {
  const sent = new Response(body)
  const type = sent.headers.get('content-type')
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type)
  headers.set('sec-fetch-mode', 'navigate')
  headers.set('sec-fetch-dest', 'document')
  const bytes = Buffer.from(await sent.arrayBuffer())
  if (bytes.length > 0) headers.set('content-length', String(bytes.length))
  const request = requestOverHttp(url, { method, headers: Object.fromEntries(headers) })
  request.end(bytes)
  const [message] = /** @type {[import('node:http').IncomingMessage]} */ (
    await once(request, 'response')
  )
  const received = new Headers()
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) received.append(name, value)
  }
  const chunks = /** @type {Buffer[]} */ (await message.toArray())
  const { statusCode: status = 0 } = message
  const isEmpty = status === 204 || status === 304
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: received })
}

/** A person with a browser that keeps cookies by host, follows redirects and sends forms. */
export function createPerson() {
  /** @type {Map<string, Map<string, string>>} */
  const cookies = new Map()

  /** @type {(response: Response, url: URL) => void} */
  function keep(response, { hostname }) {
    const own = new Map(cookies.get(hostname))
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const at = pair.indexOf('=')
      if (/;\s*max-age=0(?:;|$)/i.test(line) || /1970/.test(line)) own.delete(pair.slice(0, at))
      else own.set(pair.slice(0, at), pair.slice(at + 1))
    }
    cookies.set(hostname, own)
  }

  /** @type {(address: string, init?: Pick<RequestInit, 'method' | 'headers' | 'body'>) => Promise<Page>} */
  async function open(address, init = {}) {
    let url = new URL(address)
    let { method = 'GET', body = null } = init
    let sent = init.headers
    for (let count = 0; count < REDIRECTS; count++) {
      const own = [...(cookies.get(url.hostname) ?? [])].map(([name, value]) => `${name}=${value}`)
      const headers = new Headers(sent)
      headers.set('accept', 'text/html')
      if (own.length > 0) headers.set('cookie', own.join('; '))
      const response = await load(url, { method, headers, body })
      keep(response, url)
      const location = response.headers.get('location')
      if (location === null) {
        return { url: url.href, status: response.status, html: await response.text() }
      }
      url = new URL(location, url)
      // A redirection is followed by GET, as after every form here.
      method = 'GET'
      body = null
      sent = {}
    }
    throw new Failure(`${address} leads in circles, at last to ${url.href}.`)
  }

  return {
    open,

    /** @type {(page: Page, action: RegExp, more?: Readonly<Record<string, string>>) => Promise<Page>} sends the form whose action is meant */
    async submit({ url, html }, action, more = {}) {
      const forms = html.match(/<form[^]*?<\/form>/g) ?? []
      const form = forms.find((one) => action.test(attribute(one, 'action') ?? url))
      if (form === undefined) throw new Failure(`${url} has no form for ${action}:\n${html}`)
      const body = new URLSearchParams()
      for (const tag of form.match(/<input[^>]*type="hidden"[^>]*>/g) ?? []) {
        body.set(attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '')
      }
      for (const [name, value] of Object.entries(more)) body.set(name, value)
      const target = new URL(attribute(form, 'action') ?? url, url)
      const { origin } = new URL(url)
      return open(target.href, {
        method: 'POST',
        body,
        headers: { origin, referer: url, 'content-type': 'application/x-www-form-urlencoded' },
      })
    },

    /** @type {(page: Page, text: string) => void} */
    expect({ url, status, html }, text) {
      // React puts comments between texts.
      if (status === 200 && html.replaceAll(/<!--.*?-->/g, '').includes(text)) return
      throw new Failure(`${url} (HTTP ${status}) does not say "${text}":\n${html.slice(-3000)}`)
    },
  }
}
