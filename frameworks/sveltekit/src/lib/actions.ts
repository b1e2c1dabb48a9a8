import { fail, type ActionFailure } from '@sveltejs/kit'
import { toFormActions } from '@latchstring/core/framework'
import type {
  AuthorizationParams,
  SignInOptions,
  SignOutOptions,
  RequestEntry,
} from '@latchstring/core/framework'
import type { ProviderId } from '@latchstring/core/providers'
import type { KitEvent } from './event.ts'
import { leave, type SignInFailure } from './outcome.ts'

/** Signs in from code or as a form action. */
export interface KitSignIn {
  /**
   * Signs in, and redirects unless `redirect` is `false`.
   *
   * @returns the URL to go to
   * @throws AuthError when it fails
   */
  (
    provider?: ProviderId,
    options?: FormData | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>
  /**
   * A form action. The form must come from a page of the application, and has a field `provider`.
   *
   * @throws AuthError that the fields of the form did not cause
   */
  (event: KitEvent): Promise<ActionFailure<SignInFailure>>
}

/** Signs out from code or as a form action. */
export interface KitSignOut {
  /** Signs out, and redirects unless `redirect` is `false`. Returns the URL to go to. */
  (options?: SignOutOptions): Promise<string>
  /** A form action. The form must come from a page of the application. */
  (event: KitEvent): Promise<ActionFailure<SignInFailure>>
}

const isEvent = (value: unknown): value is KitEvent =>
  typeof value === 'object' && value !== null && 'request' in value && 'locals' in value

/** Creates `signIn` and `signOut`, which use the scope of the request. */
export const createActions = <S>(
  find: (event?: KitEvent) => RequestEntry<S, KitEvent>,
): { readonly signIn: KitSignIn; readonly signOut: KitSignOut } =>
  toFormActions({
    isForm: isEvent,
    find,
    readBody: async ({ request }) => request.formData(),
    leave: (url) => leave(url),
    fail: ({ status, ...failure }) => fail(status, failure),
  })
