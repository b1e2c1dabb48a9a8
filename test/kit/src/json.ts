/** The members of the JSON object a response carries. */
export async function readJson(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null) throw new Error('The body is not an object.')
  return { ...body }
}

/** The JSON of a response, with the type the test is about to check. */
export async function readJsonAs<T>(response: Response): Promise<T> {
  // The members are asserted by the caller.
  return (await response.json()) as T
}
