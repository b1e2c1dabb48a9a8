import { AuthError, CredentialsSignin } from '@latchstring/core/errors'
import type { ActionErrorClass, AstroScope } from './types.ts'

/** Failures that a form is at fault for. Any other is a failure of the application. */
const CODES = {
  AccessDenied: 'FORBIDDEN',
  CredentialsSignin: 'UNAUTHORIZED',
  CrossOriginRequest: 'FORBIDDEN',
  EmailNotVerified: 'FORBIDDEN',
  InvalidProvider: 'NOT_FOUND',
  InvalidRequest: 'BAD_REQUEST',
} as const

const isKnown = (type: string): type is keyof typeof CODES => Object.hasOwn(CODES, type)

function toActionError(thrown: unknown, ActionError: ActionErrorClass): unknown {
  if (!(thrown instanceof AuthError)) return thrown
  const { type } = thrown
  const message = thrown instanceof CredentialsSignin ? thrown.code : type
  return new ActionError({ code: isKnown(type) ? CODES[type] : 'INTERNAL_SERVER_ERROR', message })
}

/** Handler of an action that takes a form. It returns the address to go on to, for scripts. */
export type FormHandler = (
  form: FormData,
  context: { readonly locals: { readonly latchstring: Pick<AstroScope<unknown>, 'submit'> } },
) => Promise<{ readonly url: string }>

/** What `formHandlers` gives. */
export interface FormHandlers {
  /** The form has a field `provider`. */
  readonly signIn: FormHandler
  /** The form needs no field; `redirectTo` says where to go. */
  readonly signOut: FormHandler
}

/**
 * Handlers for `defineAction({ accept: 'form' })`. A form without a script is redirected to where it leads; a script gets the
 * address as `data.url`. What fails is an `ActionError`, whose message is the code of a `CredentialsSignin` or the type of the
 * error.
 *
 * @param ActionError - the class of that name from `astro:actions`
 *
 * @example
 * ```js
 * import { ActionError, defineAction } from 'astro:actions'
 * import { formHandlers } from '@latchstring/astro/server'
 *
 * const { signIn, signOut } = formHandlers(ActionError)
 *
 * export const server = {
 *   signIn: defineAction({ accept: 'form', handler: signIn }),
 *   signOut: defineAction({ accept: 'form', handler: signOut }),
 * }
 * ```
 */
export function formHandlers(ActionError: ActionErrorClass): FormHandlers {
  const handler =
    (action: 'signin' | 'signout'): FormHandler =>
    async (form, { locals }) => {
      try {
        const { url } = await locals.latchstring.submit(action, form)
        return { url }
      } catch (thrown) {
        throw toActionError(thrown, ActionError)
      }
    }
  return { signIn: handler('signin'), signOut: handler('signout') }
}
