/** The JSON of a response, with the type the test is about to check. */
export async function jsonOf<T>(response: Response): Promise<T> {
  // What the members are is asserted by whoever asks.
  return (await response.json()) as T
}
