import type { Context, SessionContext } from '../request/context.ts'
import { emit } from '../request/emit.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { Account } from '../types/account.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { User } from '../types/user.ts'
import { putFirst, readDevice, writeDevice } from './device.ts'
import { findKnownAddress } from './subjects.ts'

/** A sign-in that has ended in a session. */
interface NewSignIn {
  readonly user: User | AdapterUser
  readonly account: Pick<Account, 'provider'> | null
  /** Browser and system. */
  readonly label: string | null
  /** Whether this sign-in created the user, who cannot be known in any browser yet. */
  readonly isNewUser: boolean
}

/** Whether a user has signed in in this browser before, and the cookies that remember it. */
async function meetUser(
  context: SessionContext,
  userId: string,
): Promise<{ readonly isKnown: boolean; readonly jar: CookieJar }> {
  const device = await readDevice(context)
  const macs = await context.config.macs.all('device', JSON.stringify(['user', userId]))
  const isKnown = device?.users.some((one) => macs.includes(one)) ?? false
  const users = putFirst(macs, device?.users)
  return { isKnown, jar: await writeDevice(context, { ...device, users }) }
}

/**
 * Emits `newDevice` for a sign-in in a browser in which the user has not signed in before, and remembers the browser.
 *
 * @returns the cookies, with that of the browser
 */
export async function meetBrowser(
  context: Context,
  { user, account, label, isNewUser }: NewSignIn,
): Promise<CookieJar> {
  const { config } = context
  if (user.id === undefined || context.readOnly) return context.jar
  const { isKnown, jar } = await meetUser(context, user.id)
  if (!isKnown && !isNewUser) {
    const address = await findKnownAddress(context)
    await emit(config, 'newDevice', {
      user,
      provider: account?.provider ?? null,
      label,
      signedInAt: new Date(config.clock()),
      ...(address !== undefined && { address }),
    })
  }
  return jar
}
