import { text } from './transport.ts'
import type { Body } from './transport.ts'

/**
 * Returns a URL from the server as an absolute URL, relative to that of the page. A URL with a scheme
 * other than http(s) is ignored: `javascript:` would run in this page.
 */
export function resolveTarget(body: Body | null): URL | undefined {
  const target = text(body, 'url')
  if (target === undefined) return undefined
  try {
    const url = new URL(target, location.href)
    if (url.protocol === 'https:' || url.protocol === 'http:') return url
  } catch {
    // An invalid URL is ignored too.
  }
  return undefined
}

/** Opens a URL in place of the page. */
export function navigate(url: string): void {
  location.assign(url)
  // A URL that differs only by its fragment loads no page, so the old session would remain.
  if (url.includes('#')) location.reload()
}
