import {
  addCookies,
  serializeCookie,
  type Authorization,
  type FrameworkAuth,
  type RequestScope,
  type Redirection,
  type RequestSource,
  type SessionRead,
  type SessionSource,
} from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'

/** Creates a session with a name. */
export function toSession(name: string): Session {
  return { user: { name }, expires: '2030-01-01T00:00:00.000Z' }
}

export const EXPIRES: Date = new Date('1994-11-06T08:49:37Z')

/** The result of each operation of the double; an error is thrown. */
export interface Answers {
  readonly session?: SessionRead<Session>
  readonly authorize?: Authorization<Session> | Error
  readonly signIn?: Redirection | Error
  readonly signOut?: Redirection | Error
  readonly form?: Redirection | Error
  readonly update?: SessionRead<Session>
}

/** A call of the double. */
export interface Call {
  readonly source: RequestSource | SessionSource
  /** The arguments after the source. */
  readonly args: readonly unknown[]
}

const SIGNED_OUT: SessionRead<Session> = { session: null, cookies: [] }
const ALLOW = { kind: 'allow' } as const

function give<T>(answer: T | Error): T {
  if (answer instanceof Error) throw answer
  return answer
}

/** Members of a scope that this package does not use. */
const unasked = (): never => {
  throw new Error('The double does not know that.')
}

/** A scope for middleware in front of a page. */
function toScope(answer: Answers['authorize']): RequestScope<Session> {
  const { session, cookies, decision } = give(answer ?? { ...SIGNED_OUT, decision: ALLOW })
  const lines = cookies.map(({ name, value, options }) => serializeCookie(name, value, options))
  return {
    auth: async () => session,
    authorize: async () => decision,
    takeCookies: () => lines,
    client: unasked,
    requireSession: async () => ({ kind: 'refuse', status: 401, body: {} }),
    require: unasked,
    principal: unasked,
    signIn: unasked,
    signOut: unasked,
    sessions: { list: unasked, end: unasked, changed: unasked, current: unasked, ready: unasked },
    feature: unasked,
    update: unasked,
    form: unasked,
    fields: unasked,
    setCookies: unasked,
    applyTo: unasked,
    apply(response) {
      if (lines.length === 0) return response
      const headers = new Headers(response.headers)
      addCookies(headers, lines)
      return new Response(response.body, { status: response.status, headers })
    },
  }
}

/** A double of the core, for tests of how this package handles its results. */
export function createDouble(answers: Answers = {}, calls: Call[] = []): FrameworkAuth<Session> {
  const home: Redirection = { url: 'https://app.test/', cookies: [] }
  return {
    sessions: () => {
      throw new Error('The double has no sessions.')
    },
    feature: unasked,
    system: unasked,
    // Not used by this package.
    ready: unasked,
    owns: () => false,
    require: unasked,
    principal: unasked,
    authorize: unasked,
    scope: () => toScope(answers.authorize),
    async handle() {
      return Response.json({})
    },
    async serve(_, write) {
      return write({ status: 200, headers: {}, cookies: [], body: '{}' })
    },
    providers: unasked,
    csrfToken: unasked,
    async session(source) {
      calls.push({ source, args: [] })
      return answers.session ?? SIGNED_OUT
    },
    async signIn(source, ...args) {
      calls.push({ source, args })
      return give(answers.signIn ?? home)
    },
    async signOut(source, ...args) {
      calls.push({ source, args })
      return give(answers.signOut ?? home)
    },
    async form(source, ...args) {
      calls.push({ source, args })
      return give(answers.form ?? home)
    },
    async update(source, ...args) {
      calls.push({ source, args })
      return answers.update ?? SIGNED_OUT
    },
  }
}
