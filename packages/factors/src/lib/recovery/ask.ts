import type {
  ChangeAnswer,
  ChangeContext,
  FeatureBlock,
  FeatureUser,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import { userOf } from '../person.ts'
import type { RecoverySettings } from './options.ts'
import {
  beginRecovery,
  findRecovery,
  mayRecover,
  type Recovery,
  takeRecovery,
  writeTime,
} from './requests.ts'

/** Only who reads the mails of a proven address can be the user for sure. */
const hasAddress = ({ email, emailVerified }: FeatureUser): boolean =>
  email !== null && emailVerified

/** Says what will happen, to a person who has lost app and backup codes and has shown the first factor. */
export const lostPage =
  (settings: RecoverySettings) =>
  async (context: PageContext): Promise<PageAnswer> => {
    const { text, signIn, now } = context
    const user = userOf(context)
    const row = await findRecovery(context, user.id)
    const show = (blocks: readonly FeatureBlock[]): PageAnswer => ({
      page: {
        title: text('lostTitle'),
        blocks: [...blocks, { kind: 'link', page: 'challenge', label: text('useApp') }],
      },
    })
    if (row)
      return show([
        { kind: 'text', text: text('running', { date: writeTime(context, row.dueAt) }) },
      ])
    if (!hasAddress(user)) return show([{ kind: 'text', text: text('lost') }])
    if (!mayRecover(settings, signIn)) {
      return show([
        { kind: 'text', text: text('lostByMail') },
        { kind: 'link', page: 'signin', label: text('usePasskey') },
      ])
    }
    const date = writeTime(context, now() + settings.delay)
    return show([
      { kind: 'text', text: text('lostLead', { date }) },
      { kind: 'text', text: text('lostTold') },
      { kind: 'form', action: 'lost-mail', submit: text('lostSend') },
    ])
  }

/** Sends a mail that proves that the person who asks reads the mails of the user. */
export const sendProof =
  (settings: RecoverySettings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { text, signIn, mail } = context
    const { id, ...user } = userOf(context)
    if (!mayRecover(settings, signIn)) return { refused: 'by-mail-alone', page: 'lost' }
    if (await findRecovery(context, id)) return { to: 'lost' }
    const isSent =
      user.email !== null &&
      user.emailVerified &&
      (await mail.prove('recover', { email: user.email, userId: id }))
    if (!isSent) return { refused: 'no-address', page: 'lost' }
    return {
      page: {
        title: text('lostTitle'),
        lead: text('lostSent'),
        blocks: [{ kind: 'form', action: 'recovery-begin', submit: text('request') }],
      },
    }
  }

/** The page of the mail. */
export function confirmPage(context: PageContext, { delay }: RecoverySettings): PageAnswer {
  const { text, now } = context
  return {
    page: {
      title: text('request'),
      lead: text('lostConfirm', { date: writeTime(context, now() + delay) }),
      blocks: [
        { kind: 'text', text: text('lostTold') },
        { kind: 'form', action: 'recovery-begin', submit: text('request') },
      ],
    },
  }
}

/** Writes to the user, without which nothing runs. */
async function announce(context: ChangeContext, email: string, row: Recovery): Promise<void> {
  try {
    await context.mail.send('recoveryAsked', {
      email,
      values: { date: writeTime(context, row.dueAt) },
    })
  } catch (error) {
    await takeRecovery(context, row)
    throw error
  }
}

/** Begins the request of the user of a mail. */
export const begin =
  (settings: RecoverySettings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { text, proof } = context
    const userId = proof?.userId
    const begun = userId ? await beginRecovery(context, settings, userId) : undefined
    if (!proof || !begun) return { refused: 'off', page: 'recovery-confirm' }
    if (begun.isNew) await announce(context, proof.email, begun.row)
    return {
      page: {
        title: text('request'),
        lead: text('running', { date: writeTime(context, begun.row.dueAt) }),
        blocks: [{ kind: 'text', text: text('lostTold') }],
      },
    }
  }

/** The page for a backup code: in place of the advice to ask the site owner, a link. */
export function offerLost({ text }: PageContext, answer: PageAnswer): PageAnswer {
  if (!('page' in answer) || typeof answer.page === 'string') return answer
  const { page } = answer
  const blocks = page.blocks.filter((block) => block.kind !== 'text' || block.text !== text('lost'))
  const link: FeatureBlock = { kind: 'link', page: 'lost', label: text('lostBoth') }
  return { page: { ...page, blocks: [...blocks, link] } }
}
