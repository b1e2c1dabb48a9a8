/** The address of a URL as the data of a service has it: without query and fragment. */
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
 * Finds what is under an address. `{name}` in a key stands for one segment of a path.
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
