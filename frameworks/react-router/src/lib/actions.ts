import { data } from 'react-router'
import { toFormFailure } from '@latchstring/core/framework'
import type {
  AuthorizationParams,
  FrameworkAuth,
  RequestScope,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { ProviderId } from '@latchstring/core/providers'
import { findPageAddress, isDataAddress } from './address.ts'
import type { ActionOutcome, RouteArgs, RouteContext, RouteSignIn, RouteSignOut } from './types.ts'
import { leave, redirect } from './requests.ts'

const isArgs = (value: object): value is RouteArgs => 'request' in value

/** Functions by which sign-ins and sign-outs find their scope, and redirect. */
export interface Exits<S> {
  readonly findScope: (context: RouteContext) => RequestScope<S>
  readonly findInstance: () => FrameworkAuth<S>
}

async function submit<S>(
  { findScope, findInstance }: Exits<S>,
  action: 'signin' | 'signout',
  { request, context }: RouteArgs,
): Promise<ActionOutcome> {
  const outcome = await findScope(context)
    .form(action, await request.formData())
    .catch(toFormFailure)
  if ('url' in outcome) return redirect(findInstance(), outcome.url)
  const { status, ...failure } = outcome
  return data(failure, { status })
}

/** Creates `signIn`, which uses the scope of the request. */
export function createSignIn<S>(exits: Exits<S>): RouteSignIn {
  async function signIn(args: RouteArgs): Promise<ActionOutcome>
  async function signIn(
    context: RouteContext,
    provider?: ProviderId,
    options?: FormData | SignInOptions,
    parameters?: AuthorizationParams,
  ): Promise<Response>
  async function signIn(
    first: RouteArgs | RouteContext,
    provider?: ProviderId,
    options: FormData | SignInOptions = {},
    parameters?: AuthorizationParams,
  ): Promise<ActionOutcome> {
    if (isArgs(first)) return submit(exits, 'signin', first)
    const { url } = await exits.findScope(first).signIn(provider, options, parameters)
    return redirect(exits.findInstance(), url)
  }
  return signIn
}

/** Creates `signOut`, which uses the scope of the request. */
export function createSignOut<S>(exits: Exits<S>): RouteSignOut {
  async function signOut(args: RouteArgs): Promise<ActionOutcome>
  async function signOut(context: RouteContext, options?: SignOutOptions): Promise<Response>
  async function signOut(
    first: RouteArgs | RouteContext,
    options: SignOutOptions = {},
  ): Promise<ActionOutcome> {
    if (isArgs(first)) return submit(exits, 'signout', first)
    return redirect(exits.findInstance(), (await exits.findScope(first).signOut(options)).url)
  }
  return signOut
}

/** Answers an HTTP action. For a data request of the router script, a GET is redirected to the URL of the action. */
export async function answer<S>(instance: FrameworkAuth<S>, request: Request): Promise<Response> {
  if (!isDataAddress(request.url)) return instance.handle(request)
  const address = findPageAddress(request.url)
  if (request.method === 'GET') return redirect(instance, address)
  return leave(instance, await instance.handle(new Request(address, request)))
}
