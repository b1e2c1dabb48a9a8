/** Whether the router script requests the data of a page, which has its own URL. */
export const isDataAddress = (href: string): boolean => new URL(href).pathname.endsWith('.data')

/** Returns the URL of the page in the browser, without the parts that the router adds. */
export function findPageAddress(href: string): string {
  const url = new URL(href)
  if (isDataAddress(href)) {
    url.pathname = url.pathname.replace(/\/_(?:root)?\.data$/, '/').replace(/\.data$/, '')
  }
  const { searchParams } = url
  if (searchParams.has('_routes')) searchParams.delete('_routes')
  if (searchParams.get('index') === '') searchParams.delete('index')
  return url.href
}
