/** A request of the router's script for the data of a page, which has an address of its own. */
export const isDataAddress = (href: string): boolean => new URL(href).pathname.endsWith('.data')

/** The address of the page that a person is on or goes to, without what the router adds. */
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
