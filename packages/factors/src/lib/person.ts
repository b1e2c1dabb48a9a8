import type { ChangeContext, FeatureUser, PageContext } from '@latchstring/core/features'
import { type App, appsOf } from './apps.ts'

/**
 * The user of an action that needs one.
 *
 * @throws TypeError where there is none, which the library does not let through
 */
export function userOf({ user }: Pick<PageContext, 'user'>): FeatureUser {
  if (user) return user
  throw new TypeError('This action needs a user.')
}

/** What an app names the account of a user. */
export const accountOf = (user: FeatureUser | null): string =>
  user?.email ?? user?.name ?? user?.id ?? ''

/** Text of its own direction within a sentence (UAX 9). */
const [ISOLATE, POP] = ['\u2068', '\u2069']

/** Application and account, as apps list them. */
export const entryOf = (issuer: string, user: FeatureUser | null): string =>
  `${ISOLATE}${issuer}${POP} (${ISOLATE}${accountOf(user)}${POP})`

/** Whether two factors were shown. */
export const hasBoth = ({ facts }: Pick<PageContext, 'facts'>): boolean => facts?.aal === 2

/** The apps of a user, and whether this session may change them: with an app, one that has shown two factors. */
export async function managed(
  context: PageContext | ChangeContext,
): Promise<{ readonly apps: readonly App[]; readonly may: boolean }> {
  const apps = await appsOf(context, userOf(context).id)
  return { apps, may: apps.length === 0 || hasBoth(context) }
}

/** What was shown by a code (RFC 8176). */
export const SHOWN: readonly string[] = ['otp', 'mfa']

/** The answer to a change that needs both factors. */
export const TOO_LOW = { refused: 'level', page: 'raise' } as const
