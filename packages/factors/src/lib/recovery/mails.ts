import type { FeatureNotice, FeatureProof, WritingContext } from '@latchstring/core/features'

/** The mail that proves that its reader has asked. */
export const PROOFS: Readonly<Record<'recover', FeatureProof>> = {
  recover: {
    page: 'recovery-confirm',
    texts: {
      subject: 'proofSubject',
      lead: 'proofLead',
      button: 'proofButton',
      ignore: 'proofIgnore',
    },
  },
}

/** What mails are about. */
type NoticeName = 'recoveryAsked' | 'recoveryCancelled' | 'recoveryUsed'

/** Mails to the user, each of which is always sent. */
export const NOTICES: Readonly<Record<NoticeName, FeatureNotice>> = {
  recoveryAsked: {
    page: 'recovery',
    texts: { subject: 'askedSubject', lead: 'running', button: 'cancel' },
  },
  recoveryCancelled: {
    texts: { subject: 'cancelledSubject', lead: 'notYou', button: 'secure' },
  },
  recoveryUsed: { texts: { subject: 'replacedSubject', lead: 'notYou', button: 'secure' } },
}

/** Writes about what was done, which is done also where the mail cannot be sent. */
export async function tell(
  { mail, users, log }: Pick<WritingContext, 'mail' | 'users' | 'log'>,
  userId: string,
  notice: Exclude<NoticeName, 'recoveryAsked'>,
): Promise<void> {
  try {
    const user = await users.find(userId)
    if (user?.email) await mail.send(notice, { email: user.email })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no reason was given'
    log('warn', `the notice "${notice}" could not be sent: ${reason}`)
  }
}
