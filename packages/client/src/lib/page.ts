/** The page the person is on. */
export function currentPage(): Location {
  if (typeof location === 'undefined') {
    throw new Error(
      'signIn and signOut of the client run in a browser. On the server, call those your auth configuration returns.',
    )
  }
  return location
}

/**
 * Where the server wants the browser to go, as an absolute URL. Relative addresses are resolved
 * against the page. Anything that is not http(s) is not followed: `javascript:` would run here.
 */
export function resolveTarget(target: unknown): URL | undefined {
  if (typeof target !== 'string') return undefined
  try {
    const url = new URL(target, currentPage().href)
    return /^https?:$/.test(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

/** Leaves the page. */
export function navigate(url: string): void {
  const page = currentPage()
  page.assign(url)
  // A new fragment alone loads nothing, and the page would go on with the old session.
  if (url.includes('#')) page.reload()
}
