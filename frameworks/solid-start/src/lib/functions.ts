import {
  toVerdictResponse,
  type AuthorizationParams,
  type RequestScope,
  type SignInOptions,
  type SignOutOptions,
} from '@latchstring/core/framework'
import { refuse } from './guard.ts'
import { findPage, giveBack, redirection, toFailure } from './outcome.ts'
import type {
  LatchstringFunctions,
  SignInFailure,
  StartEvent,
  StartForm,
  StartSignIn,
  StartSignOut,
  Visit,
} from './types.ts'

const PRERENDERED =
  'The page is prerendered, for everybody alike. Take its path off `prerender` to use the session there.'

function requireScope<S>({ scope }: Visit<S>): RequestScope<S> {
  if (!scope) throw new Error(PRERENDERED)
  return scope
}

const isForm = (value: unknown): value is StartForm =>
  value instanceof FormData || value instanceof URLSearchParams

async function submit<S>(
  visit: Visit<S>,
  action: 'signin' | 'signout',
  form: StartForm,
): Promise<SignInFailure> {
  const outcome = await requireScope(visit).form(action, form).catch(toFailure)
  if ('url' in outcome) throw redirection(visit.event, outcome.url)
  return giveBack(visit.event, outcome)
}

type FindVisit<S> = (event?: StartEvent) => Visit<S>

function createSignIn<S>(find: FindVisit<S>): StartSignIn {
  async function signIn(form: StartForm): Promise<SignInFailure>
  async function signIn(
    provider?: string,
    options?: SignInOptions,
    parameters?: AuthorizationParams,
  ): Promise<string>
  async function signIn(
    first?: StartForm | string,
    options: SignInOptions = {},
    parameters?: AuthorizationParams,
  ): Promise<SignInFailure | string> {
    const visit = find()
    if (isForm(first)) return submit(visit, 'signin', first)
    const { url } = await requireScope(visit).signIn(first, options, parameters)
    if (options.redirect === false) return url
    throw redirection(visit.event, url)
  }
  return signIn
}

function createSignOut<S>(find: FindVisit<S>): StartSignOut {
  async function signOut(form: StartForm): Promise<SignInFailure>
  async function signOut(options?: SignOutOptions): Promise<string>
  async function signOut(first: StartForm | SignOutOptions = {}): Promise<SignInFailure | string> {
    const visit = find()
    if (isForm(first)) return submit(visit, 'signout', first)
    const { url } = await requireScope(visit).signOut(first)
    if (first.redirect === false) return url
    throw redirection(visit.event, url)
  }
  return signOut
}

/**
 * What server functions and API routes call.
 *
 * @param find - finds the request that is served
 */
export function createFunctions<S extends object>(find: FindVisit<S>): LatchstringFunctions<S> {
  return {
    auth: async (event) => (await find(event).scope?.auth()) ?? null,
    async requireSession(given) {
      const visit = find(given)
      const { event } = visit
      const scope = requireScope(visit)
      const verdict = await scope.requireSession({ page: true, url: findPage(event) })
      const session = await scope.auth()
      if (verdict.kind === 'allow' && session) return session
      // The page is rendered all the same, with what was thrown in place of what needs the session.
      if (verdict.kind === 'refuse') event.response.status = verdict.status
      return refuse(visit, verdict)
    },
    protect: (handler) => async (event) => {
      const scope = requireScope(find(event))
      const refused = toVerdictResponse(await scope.requireSession(), event.request)
      const session = await scope.auth()
      if (refused || !session) return refused ?? new Response(null, { status: 500 })
      return handler(event, session)
    },
    signIn: createSignIn(find),
    signOut: createSignOut(find),
    unstable_update: async (data, event) => requireScope(find(event)).update(data),
    scope: (event) => requireScope(find(event)),
  }
}
