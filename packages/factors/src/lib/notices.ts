import type { FeatureNotice, WritingContext } from '@latchstring/core/features'
import type { Settings } from './options.ts'

const noticeOf = (subject: string, lead = 'notYou'): FeatureNotice => ({
  texts: { subject, lead, button: 'secure' },
})

/** What mails are about. */
export type NoticeName = 'added' | 'removed' | 'recovered' | 'renewed'

/** Mails about what has changed. */
export const NOTICES: Readonly<Record<NoticeName, FeatureNotice>> = {
  added: noticeOf('addedSubject'),
  removed: noticeOf('removedSubject'),
  recovered: noticeOf('recoveredSubject'),
  renewed: noticeOf('renewedSubject'),
}

/** Writes to a user, where that was asked for. What was done is done, also where the mail cannot be sent. */
export async function notify(
  { mail, users, log }: Pick<WritingContext, 'mail' | 'users' | 'log'>,
  { notices }: Settings,
  userId: string,
  notice: NoticeName,
): Promise<void> {
  if (!notices) return
  try {
    const user = await users.find(userId)
    if (user?.email) await mail.send(notice, { email: user.email, done: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no reason was given'
    log('warn', `the notice "${notice}" could not be sent: ${reason}`)
  }
}
