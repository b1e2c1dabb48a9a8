import { StepUpRequired } from '@latchstring/core/errors'
import type { UserContext, WritingContext } from '@latchstring/core/features'
import { type App, appsOf, insertApp, MOST_APPS } from './apps.ts'
import { base32, base32Decode } from './base32.ts'
import { countCodes, dropCodes, renewCodes, storeForeignCodes } from './codes.ts'
import { stepAt } from './one-time-code.ts'
import { notify } from './notices.ts'
import type { Settings } from './options.ts'
import type { ListedRecovery } from './recovery/operations.ts'
import type { ListedBrowser } from './trusted/operations.ts'
import { removeApp } from './actions/apps.ts'
import { totp } from './tables.ts'
import { dropTries } from './tries.ts'

/** An app of a user, without its secret. */
export interface ListedApp {
  /** By what it is removed. */
  readonly id: string
  readonly label: string
  readonly createdAt: Date
}

/** The second factors of a user. */
export interface ListedFactors {
  readonly apps: readonly ListedApp[]
  /** How many backup codes are left. */
  readonly backupCodes: number
  /** A request to replace what was lost, where one runs. */
  readonly recovery?: ListedRecovery
  /** Browsers in which the user is not asked, the newest first; with the option `trustDevice`. */
  readonly browsers?: readonly ListedBrowser[]
}

/** A secret from elsewhere: a text in base32, or the bytes that an app was set up with. */
export type ImportedSecret = { readonly base32: string } | { readonly raw: string | Uint8Array }

/** What an app is taken over with. */
export interface ImportedApp {
  readonly secret: ImportedSecret
  /** Default: `Authenticator app` */
  readonly label?: string
}

export async function list(
  context: Pick<WritingContext, 'records' | 'now'>,
  userId: string,
): Promise<ListedFactors> {
  const apps = await appsOf(context, userId)
  return {
    apps: apps.map(({ id, label, createdAt }) => ({ id, label, createdAt: new Date(createdAt) })),
    backupCodes: await countCodes(context, userId),
  }
}

/** The apps of the user of a request, whose session may change them. */
async function ownApps(context: UserContext): Promise<readonly App[]> {
  const apps = await appsOf(context, context.user.id)
  if (apps.length === 0 || context.facts.aal === 2) return apps
  throw new StepUpRequired(
    'The session has not shown the second factor of its user. Ask for it: `auth.require({ aal: 2, maxAge: 600 })`.',
  )
}

/** Whether a user has an app. */
export const has = async (
  context: Pick<WritingContext, 'records' | 'now'>,
  userId: string,
): Promise<boolean> => (await appsOf(context, userId)).length > 0

/**
 * @throws StepUpRequired where the session has not shown two factors
 * @throws TypeError where the policy asks for a factor, and this is the last one
 */
export async function removeOwn(
  context: UserContext,
  settings: Settings,
  id: string,
): Promise<void> {
  const apps = await ownApps(context)
  const isLast = apps.length === 1 && apps[0]?.id === id
  if (isLast && (await settings.asks(context.user))) {
    throw new TypeError(
      'The policy `require` of `factors` asks for a factor, and this is the last one.',
    )
  }
  await removeApp(context, context.user.id, id)
  if (apps.some((app) => app.id === id)) await notify(context, settings, context.user.id, 'removed')
}

/**
 * @throws StepUpRequired where the session has not shown two factors
 * @throws TypeError where there is no app that the codes would be beside
 */
export async function regenerateOwn(
  context: UserContext,
  settings: Settings,
): Promise<readonly string[]> {
  const { id } = context.user
  if ((await ownApps(context)).length === 0) {
    throw new TypeError('The user has no app for codes: backup codes are beside one.')
  }
  const codes = await renewCodes(context, id, settings.backupCodes)
  if (codes) {
    await notify(context, settings, id, 'renewed')
    return codes
  }
  throw new Error('Other requests create backup codes of this user at the same time.')
}

export async function removeAll(
  context: WritingContext,
  settings: Settings,
  userId: string,
): Promise<void> {
  const { rows } = await context.records.find(totp, 'userId', userId)
  for (const row of rows) await context.records.drop(totp, row)
  await dropCodes(context, userId)
  await dropTries(context, userId)
  await context.endSessions(userId, 'factor-removed')
  if (rows.length > 0) await notify(context, settings, userId, 'removed')
}

const FEWEST_BYTES = 10
const MOST_BYTES = 128

/** @throws TypeError for what is no secret of an app */
function secretOf(given: ImportedSecret): string {
  const bytes =
    'base32' in given
      ? base32Decode(given.base32)
      : typeof given.raw === 'string'
        ? new TextEncoder().encode(given.raw)
        : given.raw
  if (!bytes || bytes.length < FEWEST_BYTES || bytes.length > MOST_BYTES) {
    throw new TypeError(
      `The secret of an app is \`base32\`, or \`raw\` bytes: ${FEWEST_BYTES} to ${MOST_BYTES} of them.`,
    )
  }
  return base32(bytes)
}

export async function importTotp(
  context: WritingContext,
  userId: string,
  { secret, label = 'Authenticator app' }: ImportedApp,
): Promise<'stored' | 'there'> {
  const text = secretOf(secret)
  const known = await appsOf(context, userId)
  if (known.some((app) => app.secret === text)) return 'there'
  if (known.length >= MOST_APPS)
    throw new TypeError(`A user has at most ${MOST_APPS} apps for codes.`)
  // A code that was used elsewhere a moment ago is not taken again here.
  const lastStep = stepAt(context.now())
  const app = await insertApp(context, known, { userId, label, secret: text, lastStep })
  if (app) return 'stored'
  throw new Error('The app could not be stored: the user is not there, or has got another one.')
}

const LONGEST_CODE = 64

export async function importCodes(
  context: WritingContext,
  userId: string,
  codes: readonly string[],
): Promise<number> {
  const wrong = codes.find((code) => code.trim().length < 8 || code.length > LONGEST_CODE)
  if (wrong !== undefined || codes.length > 50) {
    throw new TypeError(`Up to 50 backup codes of 8 to ${LONGEST_CODE} characters can be imported.`)
  }
  return storeForeignCodes(context, userId, codes)
}
