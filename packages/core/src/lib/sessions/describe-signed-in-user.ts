import type { SessionContext } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import type { SignedInUser } from '../types/session.ts'
import { selectStrategy } from './select.ts'
import { isObject } from '../kit/values.ts'

const LONGEST_NAME = 120

function readName(session: object): string | undefined {
  const user: unknown = Reflect.get(session, 'user')
  if (!isObject(user)) return undefined
  const name = [user['name'], user['email']].find((one) => typeof one === 'string' && one !== '')
  return typeof name === 'string' ? name.slice(0, LONGEST_NAME) : undefined
}

/**
 * The signed-in user, as the session shows them to the browser. The feed of endings and the callbacks are asked as for any
 * reading, and nothing is written.
 */
export async function describeSignedInUser(
  context: SessionContext,
): Promise<SignedInUser | undefined> {
  try {
    const strategy = selectStrategy(context)
    const { session } = await strategy.read({ ...context, readOnly: true }, 'client')
    return session ? { name: readName(session) } : undefined
  } catch (error) {
    // Never block sign-in or sign-out on this.
    context.config.log.error(asError(error))
    return undefined
  }
}
