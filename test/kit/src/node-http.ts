import type { IncomingMessage, ServerResponse } from 'node:http'

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let body = ''
  incoming.setEncoding('utf8')
  for await (const part of incoming) body += String(part)
  return body
}

/** A request of Node's as the platform's. */
export async function asRequest(incoming: IncomingMessage, origin: string): Promise<Request> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { method = 'GET', url = '/' } = incoming
  const init = { method, headers }
  if (method !== 'POST') return new Request(origin + url, init)
  return new Request(origin + url, { ...init, body: await bodyOf(incoming) })
}

/** Sends a response of the platform's with a server of Node's. */
export async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const { 'set-cookie': _, ...headers } = Object.fromEntries(response.headers)
  outgoing.writeHead(response.status, { ...headers, 'set-cookie': response.headers.getSetCookie() })
  outgoing.end(await response.text())
}
