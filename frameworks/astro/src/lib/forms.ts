import { AuthError } from '@latchstring/core/errors'
import { toFormFailure, type FormFailure } from '@latchstring/core/framework'
import type { ActionErrorClass, AstroScope } from './types.ts'

/** Converts a failure to an `ActionError`. An error that the form did not cause contains nothing but its type. */
function findFailure(error: AuthError): FormFailure {
  try {
    return toFormFailure(error)
  } catch {
    return { status: 500, error: error.type }
  }
}

/** Handler of an action that receives a form. It returns the URL to go to, for scripts. */
export type FormHandler = (
  form: FormData,
  context: { readonly locals: { readonly latchstring: Pick<AstroScope<unknown>, 'submit'> } },
) => Promise<{ readonly url: string }>

/** The handlers that `formHandlers` returns. */
export interface FormHandlers {
  /** The form has a field `provider`. */
  readonly signIn: FormHandler
  /** The form needs no field; `redirectTo` says where to go. */
  readonly signOut: FormHandler
}

/**
 * Creates handlers for `defineAction({ accept: 'form' })`. A form without a script is redirected; a script gets the URL as
 * `data.url`. A failure is an `ActionError`, whose message is the code of a `CredentialsSignin` or the type of the error.
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
export function formHandlers<Code extends string>(
  ActionError: ActionErrorClass<Code>,
): FormHandlers {
  const handler =
    (action: 'signin' | 'signout'): FormHandler =>
    async (form, { locals }) => {
      try {
        const { url } = await locals.latchstring.submit(action, form)
        return { url }
      } catch (thrown) {
        if (!(thrown instanceof AuthError)) throw thrown
        const { status, error, code: message = error } = findFailure(thrown)
        throw new ActionError({ code: ActionError.statusToCode(status), message })
      }
    }
  return { signIn: handler('signin'), signOut: handler('signout') }
}
