import type { AuthorizationParams, SignInOptions, SignOutOptions } from '../types/operations.ts'
import type { ProviderId } from '../types/provider-id.ts'
import type { ParsedBody } from '../types/scope.ts'
import { toFormFailure, type FormFailure } from './form-failure.ts'
import type { RequestEntry } from './request-store.ts'

/** Signs in, called from code or as a form action. */
export interface SignInAction<Form, Failure> {
  /** A form action: signs in by a form of the application, and redirects. */
  (form: Form): Promise<Failure>
  /**
   * Signs in, and redirects unless `redirect` is `false`.
   *
   * @returns the URL to go to
   */
  (
    provider?: ProviderId,
    options?: FormData | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>
}

/** Signs out, called from code or as a form action. */
export interface SignOutAction<Form, Failure> {
  /** As a form action: signs out, and redirects. */
  (form: Form): Promise<Failure>
  /** From code: signs out, and redirects unless `redirect` is `false`. Returns the URL to go to. */
  (options?: SignOutOptions): Promise<string>
}

/** How a framework calls form actions, and how they redirect. */
export interface FormActionHost<Form extends object, S, Event, Failure> {
  /** Distinguishes a form from arguments that code passes. */
  readonly isForm: (value: unknown) => value is Form
  /** Finds the request of a form; without a form, the request being served. */
  readonly find: (form?: Form) => RequestEntry<S, Event>
  /** Reads the fields of a form. */
  readonly readBody: (form: Form) => ParsedBody | Promise<ParsedBody>
  /** Throws the redirect of the framework. */
  readonly leave: (url: string, entry: RequestEntry<S, Event>) => never
  /** Returns the result of a form action whose sign-in failed. */
  readonly fail: (failure: FormFailure, entry: RequestEntry<S, Event>) => Failure
}

const isStaying = (options: object): boolean =>
  'redirect' in options && options.redirect === false && !(options instanceof FormData)

/**
 * `signIn` and `signOut` for frameworks whose form actions redirect by throwing.
 *
 * @param host - the framework
 *
 * @example
 * ```ts
 * import { toFormActions, type RequestEntry } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export const toActions = (find: () => RequestEntry<Session, Request>) =>
 *   toFormActions({
 *     isForm: (value): value is FormData => value instanceof FormData,
 *     find,
 *     readBody: (form) => form,
 *     leave(url) {
 *       throw Response.redirect(url, 303)
 *     },
 *     fail: ({ error }) => ({ error }),
 *   })
 * ```
 */
export function toFormActions<Form extends object, S, Event, Failure>({
  isForm,
  find,
  readBody,
  leave,
  fail,
}: FormActionHost<Form, S, Event, Failure>): {
  readonly signIn: SignInAction<Form, Failure>
  readonly signOut: SignOutAction<Form, Failure>
} {
  async function submit(action: 'signin' | 'signout', form: Form): Promise<Failure> {
    const entry = find(form)
    const outcome = await entry
      .requireScope()
      .form(action, await readBody(form))
      .catch(toFormFailure)
    return 'url' in outcome ? leave(outcome.url, entry) : fail(outcome, entry)
  }

  async function signIn(form: Form): Promise<Failure>
  async function signIn(
    provider?: ProviderId,
    options?: FormData | SignInOptions,
    parameters?: AuthorizationParams,
  ): Promise<string>
  async function signIn(
    first?: Form | string,
    options: FormData | SignInOptions = {},
    parameters?: AuthorizationParams,
  ): Promise<Failure | string> {
    if (typeof first === 'object') return submit('signin', first)
    const entry = find()
    const { url } = await entry.requireScope().signIn(first, options, parameters)
    return isStaying(options) ? url : leave(url, entry)
  }

  async function signOut(form: Form): Promise<Failure>
  async function signOut(options?: SignOutOptions): Promise<string>
  async function signOut(first: Form | SignOutOptions = {}): Promise<Failure | string> {
    if (isForm(first)) return submit('signout', first)
    const entry = find()
    const { url } = await entry.requireScope().signOut(first)
    return isStaying(first) ? url : leave(url, entry)
  }

  return { signIn, signOut }
}
