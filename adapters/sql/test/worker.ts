import { Miniflare } from 'miniflare'

/** A Worker, and what it answers. */
export interface TestWorker {
  readonly ask: (cookie: string) => Promise<{ readonly status: number; readonly text: string }>
  readonly close: () => Promise<void>
}

/**
 * Starts a Worker in workerd, the runtime of Cloudflare Workers. It is here because of what this package depends on already.
 *
 * @param script - a module without imports
 * @param bindings - its environment
 */
export async function startWorker(
  script: string,
  bindings: Readonly<Record<string, string>>,
): Promise<TestWorker> {
  const miniflare = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-04-01',
    bindings: { ...bindings },
    cf: false,
  })
  await miniflare.ready
  return {
    async ask(cookie) {
      const response = await miniflare.dispatchFetch('https://app.example/inside', {
        headers: { cookie },
        redirect: 'manual',
      })
      return { status: response.status, text: await response.text() }
    },
    close: () => miniflare.dispose(),
  }
}
