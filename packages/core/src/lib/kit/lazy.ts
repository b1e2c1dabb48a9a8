/**
 * Loads a module when it is first needed, and has it at hand from then on: `import()` takes its time even for a module that
 * was loaded long ago, above all under the hooks of tracing agents.
 *
 * @param load - `() => import('…')`
 */
export function lazy<T>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: { readonly module: T } | undefined
  async function first(): Promise<T> {
    const module = await load()
    loaded = { module }
    return module
  }
  return () => (loaded ? loaded.module : first())
}
