import type {
  ChangeAnswer,
  ChangeContext,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import type { Parts } from '../parts.ts'
import { findPasswordFault } from '../policy/policy.ts'
import { NO_USER, readHash, readUsername, replaceHash } from '../store.ts'
import { hashPassword, notify, ownerOf, tell, textOf } from './shared.ts'

/** The page for people who have forgotten their password. */
export const showForgotten = ({ text }: PageContext): PageAnswer => ({
  page: {
    title: text('forgotTitle'),
    lead: text('forgotLead'),
    blocks: [
      {
        kind: 'form',
        action: 'forgot',
        fields: [{ name: 'email', label: text('email'), type: 'email' }],
        submit: text('forgotSend'),
      },
    ],
  },
})

/** Sends a mail to each address: how to choose another password, how to sign in without one, or that there is no account. */
export async function forgot(context: ChangeContext): Promise<ChangeAnswer> {
  const { inputs, users, records, mail } = context
  const email = textOf(inputs['email'])
  const user = await users.findByEmail(email)
  const row = await readHash(records, user?.id ?? NO_USER)
  const isSent =
    user && row
      ? await mail.prove('reset', { email, userId: user.id })
      : await mail.send(user ? 'without' : 'unknown', { email, instead: 'reset' })
  return isSent ? { to: 'renew' } : { refused: 'email', page: 'forgotten' }
}

/** The page that the mail leads to, and on which its code can be typed. */
export const showRenew = ({ text, proof }: PageContext): PageAnswer => ({
  page: {
    title: proof ? text('renewTitle') : text('checkTitle'),
    lead: proof ? text('renewLead') : text('checkLead'),
    blocks: [
      {
        kind: 'form',
        action: 'reset',
        fields: [
          {
            name: 'password',
            label: text('newPassword'),
            type: 'new-password',
            hint: text('hint'),
          },
        ],
        ...(proof && { username: proof.email }),
        submit: text('reset'),
      },
    ],
  },
})

/** The user whom a proof is about, and the password. A user whose password was removed since has another way in, and gets no password by mail. */
async function findReset({ proof, users, records }: ChangeContext) {
  const userId = proof?.userId ?? null
  const before = userId === null ? null : await users.find(userId)
  const from = before && (await readHash(records, before.id))
  return from ? { before, from } : null
}

/** Stores another password for who has proven the address of a user. */
export const reset =
  (parts: Parts) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { inputs, users, records, endSessions, now } = context
    const found = await findReset(context)
    if (!found) return { refused: 'gone' }
    const { before, from } = found
    const password = textOf(inputs['password'])
    const owner = ownerOf(before, await readUsername(parts, records, before.id))
    const fault = await findPasswordFault(parts, password, owner, context)
    if (fault) return { ...fault, page: 'renew' }
    const made = await hashPassword(parts, password)
    if ('busy' in made) return made
    // First: a gate may shut the user out, and the endings of sessions end the proof as well.
    const user = await users.proveEmail()
    if (!user) return { refused: 'gone' }
    // Before, for a crash must not leave the sessions and the new password; after, for those that began meanwhile.
    await endSessions(before.id, 'password-reset')
    // The first proof of an address removes what a stranger may have chosen.
    const isCleared = !before.emailVerified && !(await readHash(records, user.id))
    const chosen = { userId: user.id, hash: made.hash, now: now() }
    // A password that was chosen since the link was opened stays: it would have ended the link.
    if (!(await replaceHash(records, isCleared ? null : from, chosen))) return { refused: 'gone' }
    await endSessions(user.id, 'password-reset')
    await notify(context, 'changed', user)
    await tell(parts, context, 'reset', user)
    return { signIn: user.id }
  }
