/**
 * @returns {() => void} the garbage collector
 * @throws {Error} where Node.js was started without `--expose-gc`
 */
export function requireGc() {
  const { gc } = globalThis
  if (gc === undefined) throw new Error('This part needs a process with `--expose-gc`.')
  return () => gc()
}
