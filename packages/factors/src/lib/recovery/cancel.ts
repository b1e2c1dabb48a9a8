import type {
  AnyFeature,
  ChangeAnswer,
  ChangeContext,
  FeatureBlock,
  PageAnswer,
  PageContext,
  WritingContext,
} from '@latchstring/core/features'
import { userOf } from '../person.ts'
import { tell } from './mails.ts'
import { findRecovery, takeRecovery, writeTime } from './requests.ts'
import { recoveries } from './table.ts'

/** Attempts while other requests write the same row. */
const ATTEMPTS = 3

/**
 * Cancels the request of a user, and what mails could begin another one with.
 *
 * @returns whether there was one
 */
export async function cancelRecovery(context: WritingContext, userId: string): Promise<boolean> {
  await context.mail.endProofs(userId, 'recover')
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await context.records.get(recoveries, { userId })
    if (row === null) return false
    if (await takeRecovery(context, row)) {
      await tell(context, userId, 'recoveryCancelled')
      return true
    }
  }
  throw new Error('Other requests write the same row at the same time.')
}

/** Who shows a factor has not lost all: an action that lets a person pass cancels what runs. */
export const cancelling =
  (run: (context: ChangeContext) => ChangeAnswer | Promise<ChangeAnswer>) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const answer = await run(context)
    if ('passed' in answer) await cancelRecovery(context, userOf(context).id)
    return answer
  }

async function blocksOf(context: PageContext): Promise<readonly FeatureBlock[]> {
  const { text } = context
  const row = await findRecovery(context, userOf(context).id)
  if (row === null) return []
  return [
    { kind: 'text', text: text('running', { date: writeTime(context, row.dueAt) }) },
    { kind: 'form', action: 'recovery-cancel', submit: text('cancel') },
  ]
}

/** The page that the mail leads to. */
export async function cancelPage(context: PageContext): Promise<PageAnswer> {
  const { text } = context
  const blocks = await blocksOf(context)
  return {
    page: {
      title: text('cancel'),
      blocks: blocks.length > 0 ? blocks : [{ kind: 'text', text: text('cancelNone') }],
    },
  }
}

/** Cancels the request, in any session of the user. */
export async function cancel(context: ChangeContext): Promise<ChangeAnswer> {
  await cancelRecovery(context, userOf(context).id)
  return { to: 'back' }
}

type Account = NonNullable<AnyFeature['account']>

/** The part of the account page, as it is shown. */
type Show = Awaited<ReturnType<Account['load']>>['show']

/** The part of the account page: a request that runs stands above all else, below the heading. */
export const aboveAccount =
  (show: Show) =>
  async (context: PageContext): Promise<readonly FeatureBlock[]> => {
    const [heading, ...blocks] = await show(context)
    const request = await blocksOf(context)
    return heading ? [heading, ...request, ...blocks] : request
  }
