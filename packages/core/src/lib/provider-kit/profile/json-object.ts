/** An object with members of unknown types. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Reads the JSON response of an API, whatever its media type.
 *
 * @param service - the name for the error
 * @throws Error when the status is not 200 or the body is not a JSON object
 */
export async function readJsonObject(service: string, response: Response): Promise<JsonObject> {
  if (response.status !== 200) throw new Error(`${service} answered with HTTP ${response.status}`)
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new Error(`${service} answered with something other than a JSON object`)
}

/**
 * A token response with the media type and the `token_type` that RFC 6749, section 5.1, requires: `bearer` where it is missing.
 *
 * @returns `undefined` for a response that is no success with a JSON object, which is used unchanged
 */
export async function nameTokenType(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null
    ? Response.json({ token_type: 'bearer', ...body })
    : undefined
}
