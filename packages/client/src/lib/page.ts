import { text } from './transport.ts'
import type { Body } from './transport.ts'

/**
 * Where the server wants the browser to go, as an absolute URL. Relative addresses are resolved
 * against the page. Anything that is not http(s) is not followed: `javascript:` would run here.
 */
export function resolveTarget(body: Body | null): URL | undefined {
  const target = text(body, 'url')
  if (target === undefined) return undefined
  try {
    const url = new URL(target, location.href)
    if (url.protocol === 'https:' || url.protocol === 'http:') return url
  } catch {
    // What is not an address leads nowhere either.
  }
  return undefined
}

/** Leaves the page. */
export function navigate(url: string): void {
  location.assign(url)
  // A new fragment alone loads nothing, and the page would go on with the old session.
  if (url.includes('#')) location.reload()
}
