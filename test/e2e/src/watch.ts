import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

/** Looks over the shoulder of every browser of a test. */
export interface Watch {
  /** Names further servers a browser may talk to. */
  readonly trust: (...urls: readonly string[]) => void
  /** Begins to watch. */
  readonly attach: (context: BrowserContext) => void
  /** Announces what a test provokes. Each entry has to occur, or it is a problem as well. */
  readonly allow: (...patterns: readonly RegExp[]) => void
  /** What happened that should not have, in words. */
  readonly problems: () => readonly string[]
}

const LOUD: ReadonlySet<string> = new Set(['error', 'warning', 'assert'])

/** The browser itself drops requests whose page is left. */
const LEFT = 'net::ERR_ABORTED'

function isForeign(url: URL, origins: ReadonlySet<string>): boolean {
  return url.protocol !== 'data:' && url.protocol !== 'blob:' && !origins.has(url.origin)
}

/**
 * Makes a watch that takes down messages in the console, script errors, failed requests and requests to third parties.
 *
 * @param urls - the servers a browser may talk to
 * @returns the watch
 */
export function createWatch(urls: readonly string[]): Watch {
  const origins = new Set(urls.map((url) => new URL(url).origin))
  const seen = new Set<string>()
  const allowed: RegExp[] = []

  const onConsole = (message: ConsoleMessage): void => {
    if (!LOUD.has(message.type())) return
    seen.add(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  }
  const onRequest = (request: Request): void => {
    const url = new URL(request.url())
    if (isForeign(url, origins)) seen.add(`third party: ${request.method()} ${url.href}`)
  }
  const onResponse = (response: Response): void => {
    if (response.status() < 400) return
    seen.add(`${response.status()} ${response.request().method()} ${response.url()}`)
  }
  const onFailed = (request: Request): void => {
    const reason = request.failure()?.errorText ?? 'failed'
    if (reason !== LEFT) seen.add(`${reason}: ${request.method()} ${request.url()}`)
  }

  return {
    trust(...more) {
      for (const url of more) origins.add(new URL(url).origin)
    },
    attach(context) {
      context.on('console', onConsole)
      context.on('weberror', (error) => seen.add(`script: ${error.error().message}`))
      context.on('request', onRequest)
      context.on('response', onResponse)
      context.on('requestfailed', onFailed)
    },
    allow(...patterns) {
      allowed.push(...patterns)
    },
    problems() {
      const unexpected = [...seen].filter(
        (entry) => !allowed.some((pattern) => pattern.test(entry)),
      )
      const missing = allowed.filter((pattern) => ![...seen].some((entry) => pattern.test(entry)))
      return [...unexpected, ...missing.map((pattern) => `announced, but not seen: ${pattern}`)]
    },
  }
}
