import { asError } from '../../errors/auth-error.ts'
import { CookieJar } from '../../http/cookie-jar.ts'
import type { Context } from '../../request/context.ts'
import type { Cookie } from '../../types/cookies.ts'
import { selectStrategy } from '../select.ts'
import { mayBeActing } from './acting-cookie.ts'

/** The cookies of a header but for those whose names begin so. */
const withoutNamed = (header: string, name: string): string =>
  header
    .split(';')
    .filter((cookie) => !cookie.trim().startsWith(name))
    .join(';')

const keyOf = ({ name, options: { domain } }: Cookie): string =>
  domain === undefined ? name : `${name} ${domain}`

/** The request without the cookie of an acting session, which is deleted. */
export function withoutActing(context: Context): Context {
  const { config, jar, profile, request } = context
  config.log.debug('The cookie of an acting session that is over is deleted.')
  const header = withoutNamed(request.headers.get('cookie') ?? '', profile.acting.name)
  const changes = jar.deleteChunked(profile.acting).changes()
  return {
    ...context,
    jar: new CookieJar(header, new Map(changes.map((one) => [keyOf(one), one]))),
  }
}

/** Whether acting goes on: also where the store, which is asked, does not answer. */
async function goesOn(context: Context): Promise<boolean> {
  try {
    return (await selectStrategy(context).current(context)) !== null
  } catch (error) {
    context.config.log.error(asError(error))
    return true
  }
}

/**
 * The request without the cookie of an acting session that is over, which is deleted: the administrator is who they were. Done where a page
 * of the library says who is signed in, and not while a session is read: the page of another user would go on with the administrator's own.
 */
export const leaveOver = async (context: Context): Promise<Context> =>
  !mayBeActing(context) || (await goesOn(context)) ? context : withoutActing(context)
