import { AsyncLocalStorage } from 'node:async_hooks'
import type { Cookie } from '@latchstring/core/types'

/** What Next.js knows of the request it serves. */
export interface RequestScope {
  readonly headers: Headers
  readonly cookies: Cookie[]
}

/** Stands for the request scope of Next.js, which is there only on its server. */
export const requestScope: AsyncLocalStorage<RequestScope> = new AsyncLocalStorage()

/** The scope of the request being served. */
export function currentScope(): RequestScope {
  const scope = requestScope.getStore()
  if (!scope) throw new Error('There is no request.')
  return scope
}
