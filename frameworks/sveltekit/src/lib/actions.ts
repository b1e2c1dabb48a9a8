import type { ActionFailure } from '@sveltejs/kit'
import type {
  AuthorizationParams,
  RequestScope,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { KitEvent } from './event.ts'
import { leave, toFailure, type SignInFailure } from './outcome.ts'

/** Signs in from code, and is a form action as well. */
export interface KitSignIn {
  /**
   * Signs in, and redirects unless `redirect` is `false`.
   *
   * @returns the URL to go to
   * @throws AuthError when it fails
   */
  (
    provider?: string,
    options?: FormData | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>
  /**
   * A form action. The form has to come from a page of the application, and has a field `provider`.
   *
   * @throws AuthError when it fails for another reason than what was entered
   */
  (event: KitEvent): Promise<ActionFailure<SignInFailure>>
}

/** Signs out from code, and is a form action as well. */
export interface KitSignOut {
  /** Signs out, and redirects unless `redirect` is `false`. Returns the URL to go to. */
  (options?: SignOutOptions): Promise<string>
  /** A form action. The form has to come from a page of the application. */
  (event: KitEvent): Promise<ActionFailure<SignInFailure>>
}

const isEvent = (value: unknown): value is KitEvent =>
  typeof value === 'object' && value !== null && 'request' in value && 'locals' in value

async function submit<S>(
  { form }: RequestScope<S>,
  action: 'signin' | 'signout',
  { request }: KitEvent,
): Promise<ActionFailure<SignInFailure>> {
  const body = await request.formData()
  const outcome = await form(action, body).catch(toFailure)
  return 'url' in outcome ? leave(outcome.url) : outcome
}

type FindScope<S> = (event?: KitEvent) => RequestScope<S>

/** `signIn` over the scope of a request. */
export function createSignIn<S>(findScope: FindScope<S>): KitSignIn {
  async function signIn(
    provider?: string,
    options?: FormData | SignInOptions,
    parameters?: AuthorizationParams,
  ): Promise<string>
  async function signIn(event: KitEvent): Promise<ActionFailure<SignInFailure>>
  async function signIn(
    first?: KitEvent | string,
    options: FormData | SignInOptions = {},
    parameters?: AuthorizationParams,
  ): Promise<ActionFailure<SignInFailure> | string> {
    if (isEvent(first)) return submit(findScope(first), 'signin', first)
    const { url } = await findScope().signIn(first, options, parameters)
    const stay = !(options instanceof FormData) && options.redirect === false
    return stay ? url : leave(url)
  }
  return signIn
}

/** `signOut` over the scope of a request. */
export function createSignOut<S>(findScope: FindScope<S>): KitSignOut {
  async function signOut(options?: SignOutOptions): Promise<string>
  async function signOut(event: KitEvent): Promise<ActionFailure<SignInFailure>>
  async function signOut(
    first: KitEvent | SignOutOptions = {},
  ): Promise<ActionFailure<SignInFailure> | string> {
    if (isEvent(first)) return submit(findScope(first), 'signout', first)
    const { url } = await findScope().signOut(first)
    return first.redirect === false ? url : leave(url)
  }
  return signOut
}
