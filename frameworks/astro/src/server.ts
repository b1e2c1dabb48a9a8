import type { RegisteredSession } from '@latchstring/core/types'
import type { AstroScope } from './lib/types.ts'

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
export { acceptWeakSecret, customFetch, paths, skipCSRFCheck } from '@latchstring/core'
export { AuthError, CredentialsSignin } from '@latchstring/core/errors'
export type {
  FrameworkAuthConfig,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  RequestScope,
} from '@latchstring/core/framework'
export type { JWT } from '@latchstring/core/jwt'
export type { Session, User } from '@latchstring/core/types'

declare global {
  namespace App {
    interface Locals {
      /** The session of the request as the server sees it, read once. While pages are prerendered there is none. */
      auth: () => Promise<RegisteredSession | null>
      /** Everything else of the request: what the browser may see, protection, forms. */
      latchstring: AstroScope<RegisteredSession>
    }
  }
}
