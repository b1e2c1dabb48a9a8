/** Returns a URL without query and fragment, as in the data of a service. */
export function toAddress(url: URL): string {
  return `${url.origin}${url.pathname}`
}

function fits(pattern: string, address: string): boolean {
  const parts = pattern.split(/\{[^/}]+\}/)
  if (parts.length === 1) return false
  const source = parts.map((part) => part.replaceAll(/[.*+?^$()|[\]\\{}]/g, String.raw`\$&`))
  return new RegExp(`^${source.join('[^/]+')}$`).test(address)
}

/**
 * Finds the value of a URL. `{name}` in a key stands for one segment of a path.
 *
 * @returns key and value
 */
export function atAddress<T>(
  table: Readonly<Record<string, T>> | undefined,
  address: string,
): readonly [key: string, value: T] | undefined {
  const entries = Object.entries(table ?? {})
  return entries.find(([key]) => key === address) ?? entries.find(([key]) => fits(key, address))
}
