import type {
  Authorization,
  FrameworkAuth,
  Redirection,
  RequestSource,
  SessionRead,
  SessionSource,
} from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'

/** A session of one name. */
export function toSession(name: string): Session {
  return { user: { name }, expires: '2030-01-01T00:00:00.000Z' }
}

export const EXPIRES: Date = new Date('1994-11-06T08:49:37Z')

/** What each operation of the double answers; an error is thrown. */
export interface Answers {
  readonly session?: SessionRead<Session>
  readonly authorize?: Authorization<Session> | Error
  readonly signIn?: Redirection | Error
  readonly signOut?: Redirection | Error
  readonly update?: SessionRead<Session>
}

/** A call of the double. */
export interface Call {
  readonly source: RequestSource | SessionSource
  /** The arguments after the source. */
  readonly args: readonly unknown[]
}

const NOBODY: SessionRead<Session> = { session: null, cookies: [] }

function give<T>(answer: T | Error): T {
  if (answer instanceof Error) throw answer
  return answer
}

/** Stands for the core where a test is about what this package does with the core's answers. */
export function createDouble(answers: Answers = {}, calls: Call[] = []): FrameworkAuth<Session> {
  const home: Redirection = { url: 'https://app.test/', cookies: [] }
  return {
    sessions: () => {
      throw new Error('The double has no sessions.')
    },
    // Neither is used by this package.
    owns: () => false,
    scope: () => {
      throw new Error('The double has no scopes.')
    },
    async handle() {
      return Response.json({})
    },
    async serve(_, write) {
      return write({ status: 200, headers: {}, cookies: [], body: '{}' })
    },
    async session(source) {
      calls.push({ source, args: [] })
      return answers.session ?? NOBODY
    },
    async authorize() {
      return give(answers.authorize ?? { ...NOBODY, decision: { kind: 'allow' } })
    },
    async signIn(source, ...args) {
      calls.push({ source, args })
      return give(answers.signIn ?? home)
    },
    async signOut(source, ...args) {
      calls.push({ source, args })
      return give(answers.signOut ?? home)
    },
    async update(source, ...args) {
      calls.push({ source, args })
      return answers.update ?? NOBODY
    },
  }
}
