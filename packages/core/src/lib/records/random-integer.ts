/** A random safe integer that is not negative. */
export function randomSafeInteger(): number {
  const [high = 0, low = 0] = globalThis.crypto.getRandomValues(new Uint32Array(2))
  return (high % 2 ** 21) * 2 ** 32 + low
}
