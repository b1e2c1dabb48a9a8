import { isObject } from './values.ts'

export { isObject }

/** A JSON text as a value of unknown type, so that the caller has to check it. */
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
