/** A copy of a response with headers that were set before; its own win, as some keep a session out of caches. */
export function withEarlier(response: Response, earlier: Headers): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of earlier) {
    if (name === 'vary' || name === 'set-cookie') headers.append(name, value)
    else if (!headers.has(name)) headers.set(name, value)
  }
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
