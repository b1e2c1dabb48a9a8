import type {
  ChangeAnswer,
  ChangeContext,
  FeatureBlock,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import { appsOf, spendCode } from '../apps.ts'
import { dropCodes, renewCodes, spendBackupCode } from '../codes.ts'
import { beginEnrolment, findEnrolment } from '../enrolment.ts'
import { notify } from '../notices.ts'
import { stepOfCode } from '../one-time-code.ts'
import type { Settings } from '../options.ts'
import { SHOWN, userOf } from '../person.ts'
import { codesPage, keyPage, type SetUpWords } from '../set-up.ts'
import { enrolments, totp } from '../tables.ts'
import { dropTries, tryCode } from '../tries.ts'
import { cancelRecovery } from './cancel.ts'
import { tell } from './mails.ts'
import { findRecovery, isDue, putBack, type Recovery, takeRecovery } from './requests.ts'

/** Setting up an app in place of those that were lost: one form confirms it and ends it. */
const WORDS: SetUpWords = {
  begin: 'replace-begin',
  confirm: 'replace-confirm',
  finish: 'replace-confirm',
}

/** The request of a user whose time has come. */
async function findDue(context: PageContext | ChangeContext): Promise<Recovery | null> {
  const row = await findRecovery(context, userOf(context).id)
  return isDue(context, row) ? row : null
}

/** Offers a new app; or takes a code, of a person who has found one or has not asked. */
export const replacePage =
  (settings: Settings) =>
  async (context: PageContext): Promise<PageAnswer> => {
    const { text, inputs } = context
    const row = await findEnrolment(context, userOf(context).id, inputs['enrolment'])
    if (row && row.confirmedAt === null) {
      return { page: await keyPage(context, row, settings, WORDS) }
    }
    const isThere = (await findDue(context)) !== null
    const replacing: readonly FeatureBlock[] = isThere
      ? [
          { kind: 'text', text: text('replaceLead') },
          { kind: 'form', action: WORDS.begin, submit: text('replaceTitle') },
        ]
      : [{ kind: 'text', text: text('cancelNone') }]
    return {
      page: {
        title: text('replaceTitle'),
        blocks: [
          ...replacing,
          { kind: 'text', text: text('foundLead') },
          {
            kind: 'form',
            action: 'replace-found',
            fields: [{ name: 'code', label: text('foundCode') }],
            submit: text('verify'),
          },
        ],
      },
    }
  }

/** Begins to set up an app in place of those that were lost. */
export const replaceBegin =
  (settings: Settings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const row = (await findDue(context))
      ? await beginEnrolment(context, userOf(context).id)
      : undefined
    return row
      ? { page: await keyPage(context, row, settings, WORDS) }
      : { refused: 'again', page: 'replace' }
  }

/** What takes the place of the apps of a user. */
interface NewApp {
  readonly label: string
  readonly secret: string
  readonly lastStep: number
}

/** Attempts while other requests change the apps that are removed. */
const ATTEMPTS = 3

/** Removes the old apps, also where a code of one is shown meanwhile. */
async function dropOthers(context: ChangeContext, userId: string, kept: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const others = (await appsOf(context, userId)).filter(({ id }) => id !== kept)
    if (others.length === 0) return
    for (const other of others) await context.records.drop(totp, other)
  }
  throw new Error('Other requests change the apps of this user at the same time.')
}

/**
 * Writes the new app into the row of the first old one, so that there is none without an app in between; then all else goes that was a factor,
 * and every session.
 *
 * @returns new backup codes; `undefined` where another request has changed the app
 */
async function replaceFactors(
  context: ChangeContext,
  settings: Settings,
  app: NewApp,
): Promise<readonly string[] | undefined> {
  const { records, now, endSessions } = context
  const { id } = userOf(context)
  const [first] = await appsOf(context, id)
  if (!first || !(await records.change(totp, first, { ...app, createdAt: now() }))) return undefined
  await dropOthers(context, id, first.id)
  const codes = await renewCodes(context, id, settings.backupCodes)
  // Others have written some at the same time, which this page cannot show.
  if (!codes) await dropCodes(context, id)
  await dropTries(context, id)
  await tell(context, id, 'recoveryUsed')
  await endSessions(id, 'recovery-used')
  return codes ?? []
}

/** Uses a request whose time has come, of which simultaneous requests one can. */
async function useRecovery(
  context: ChangeContext,
  settings: Settings,
  app: NewApp,
): Promise<readonly string[] | undefined> {
  const row = await findDue(context)
  if (row === null || !(await takeRecovery(context, row))) return undefined
  try {
    // Where an app was changed since, a code of it was shown: the request is not put back.
    return await replaceFactors(context, settings, app)
  } catch (error) {
    await putBack(context, row)
    throw error
  }
}

/** Replaces what was lost. This sign-in ends with all sessions: the next one shows that the new app works. */
export const replaceConfirm =
  (settings: Settings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { inputs, text, now, records } = context
    const row = await findEnrolment(context, userOf(context).id, inputs['enrolment'])
    if (row === null || row.confirmedAt !== null) return { refused: 'expired', page: 'replace' }
    const code = String(inputs['code']).replaceAll(/[\s-]/g, '')
    const lastStep = await stepOfCode(row.secret, code, { now: now(), after: -1 })
    if (lastStep === undefined) return { refused: 'wrong', page: 'replace' }
    const { secret } = row
    const label = String(inputs['label'] || text('app'))
    // Of simultaneous requests one has the key.
    const isFirst = await records.drop(enrolments, row)
    const codes = isFirst && (await useRecovery(context, settings, { label, secret, lastStep }))
    if (!codes) return { refused: 'again', page: 'replace' }
    const onward: readonly FeatureBlock[] = [
      { kind: 'text', text: text('replacedLead') },
      { kind: 'link', page: 'signin', label: text('signIn') },
    ]
    return { page: codesPage(context, codes, onward) }
  }

/** Takes a code of an app or a backup code, of a person who has not lost all: nothing is replaced. */
export const replaceFound =
  (settings: Settings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { id } = userOf(context)
    const code = String(context.inputs['code'])
    let isOfApp = false
    const tried = await tryCode(context, 'backup', async () => {
      isOfApp = await spendCode(context, id, code)
      return isOfApp || spendBackupCode(context, id, code)
    })
    if (typeof tried === 'object') return tried
    if (!tried) return { refused: 'wrong', page: 'replace' }
    await cancelRecovery(context, id)
    if (isOfApp) return { passed: SHOWN }
    await notify(context, settings, id, 'recovered')
    return { passed: SHOWN, ends: 'recovery-used' }
  }
