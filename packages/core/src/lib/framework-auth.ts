import type { ConfigSource, Core } from './auth.ts'
import { authorize } from './authorize.ts'
import { createServerOperations } from './server-operations.ts'
import type { FrameworkAuth } from './types/framework.ts'

/** HTTP actions and server operations over one engine. */
export function toFrameworkAuth<S extends object>(
  core: Core,
  source: ConfigSource,
): FrameworkAuth<S> {
  const operations = createServerOperations<S>(core)
  return {
    ...operations,
    handle: core.handle,
    async authorize(request, { page = false, url = request.url } = {}) {
      const read = await operations.session({ headers: request.headers, url, request })
      return authorize(core, source, { request, read, page, url: new URL(url) })
    },
  }
}
