import type { RegisteredSession } from '@latchstring/core/types'
import type { AstroScope } from './lib/types.ts'

export * from '@latchstring/core/application'
export { defineAuth, type AstroOptions } from './lib/auth.ts'
export { formHandlers, type FormHandler, type FormHandlers } from './lib/forms.ts'
export type {
  ActionErrorClass,
  AstroAuth,
  AstroContext,
  AstroMiddleware,
  AstroScope,
  AstroSite,
} from './lib/types.ts'

declare global {
  namespace App {
    interface Locals {
      /** The session of the request as the server sees it, read once. While pages are prerendered there is none. */
      auth: () => Promise<RegisteredSession | null>
      /** Further operations on the request: the session for the browser, protection, forms. */
      latchstring: AstroScope<RegisteredSession>
    }
  }
}
