import type {
  Authorization,
  FrameworkAuth,
  Redirection,
  SessionRead,
} from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'

/** A session of one name. */
export function sessionOf(name: string): Session {
  return { user: { name }, expires: '2030-01-01T00:00:00.000Z' }
}

export const EXPIRES: Date = new Date('1994-11-06T08:49:37Z')

/** What each operation of the double answers; an error is thrown. */
export interface Answers {
  readonly handle?: (request: Request) => Response
  readonly session?: SessionRead<Session>
  readonly authorize?: Authorization<Session> | Error
  readonly signIn?: Redirection | Error
  readonly signOut?: Redirection
  readonly update?: SessionRead<Session>
}

/** A call of the double: the operation, then its arguments. */
export type Call = readonly [operation: string, ...args: unknown[]]

const NOBODY: SessionRead<Session> = { session: null, cookies: [] }

function give<T>(answer: T | Error): T {
  if (answer instanceof Error) throw answer
  return answer
}

/** Stands for the core where a test is about what this package does with the core's answers. */
export function createDouble(answers: Answers = {}, calls: Call[] = []): FrameworkAuth<Session> {
  const home: Redirection = { url: 'https://app.test/', cookies: [] }
  return {
    async handle(request) {
      calls.push(['handle', request])
      return answers.handle?.(request) ?? Response.json({})
    },
    async session(source) {
      calls.push(['session', source])
      return answers.session ?? NOBODY
    },
    async authorize(request) {
      calls.push(['authorize', request])
      return give(answers.authorize ?? { ...NOBODY, decision: { kind: 'allow' } })
    },
    async signIn(...args) {
      calls.push(['signIn', ...args])
      return give(answers.signIn ?? home)
    },
    async signOut(...args) {
      calls.push(['signOut', ...args])
      return answers.signOut ?? home
    },
    async update(...args) {
      calls.push(['update', ...args])
      return answers.update ?? NOBODY
    },
  }
}
