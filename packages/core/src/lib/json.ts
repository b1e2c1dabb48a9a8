/** Whether a value has members: an object, and neither `null` nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JSON text as a value nobody has looked at yet. */
export function parseJson(text: string): unknown {
  return JSON.parse(text)
}

/** The members of a JSON body, which stays to be read; none for anything that is not a JSON object. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return isObject(body) ? body : {}
}
