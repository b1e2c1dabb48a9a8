import type { UserContext } from '@latchstring/core/features'
import { askAgainIn, browsersOf, type TrustSettings } from './browsers.ts'

/** A browser in which a user is not asked for a second factor. */
export interface ListedBrowser {
  /** By what it is asked again. */
  readonly id: string
  /** Browser and system, such as `Firefox on Windows`. */
  readonly label: string | null
  /** When it was remembered. */
  readonly createdAt: Date
  /** From then on it is asked again. */
  readonly expires: Date
}

export async function listBrowsers(
  context: UserContext,
  settings: TrustSettings,
): Promise<{ readonly browsers: readonly ListedBrowser[] }> {
  const rows = await browsersOf(context, settings, context.user.id)
  return {
    browsers: rows.map(({ id, label, createdAt, expires }) => ({
      id,
      label,
      createdAt: new Date(createdAt),
      expires: new Date(expires),
    })),
  }
}

export const askOwnAgain = async (context: UserContext, id: string): Promise<boolean> =>
  askAgainIn(context, context.user.id, id)
