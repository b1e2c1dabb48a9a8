/** Members that nobody has looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Reads what an API answered, whatever media type it states.
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
