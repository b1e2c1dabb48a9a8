import type {
  ChangeAnswer,
  ChangeContext,
  FormField,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import { findPasswordFault } from '../policy/policy.ts'
import type { Parts } from '../parts.ts'
import { readFreeName, replaceHash, takeName } from '../store.ts'
import { hashPassword, tell, textOf } from './shared.ts'

/** The page on which people begin to register. */
export const showSignUp = ({ text }: PageContext): PageAnswer => ({
  page: {
    title: text('signUpTitle'),
    lead: text('signUpLead'),
    blocks: [
      {
        kind: 'form',
        action: 'register',
        fields: [{ name: 'email', label: text('email'), type: 'email' }],
        submit: text('next'),
      },
    ],
  },
})

/** Sends a mail to who registers, and another one to who has an account. The answer is the same. */
export async function register({ inputs, users, mail }: ChangeContext): Promise<ChangeAnswer> {
  const email = textOf(inputs['email'])
  const name = textOf(inputs['name'])
  const isSent = (await users.findByEmail(email))
    ? await mail.send('known', { email, instead: 'register' })
    : await mail.prove('register', { email, data: { name } })
  return isSent ? { to: 'join' } : { refused: 'email', page: 'sign-up' }
}

/** The page that the mail leads to, and on which its code can be typed. */
export const showJoin =
  ({ settings: { username } }: Parts) =>
  ({ text, proof }: PageContext): PageAnswer => {
    const fields: FormField[] = [
      { name: 'password', label: text('password'), type: 'new-password', hint: text('hint') },
    ]
    if (username) {
      const [label, hint] = [text('username'), text('usernameHint')]
      fields.unshift({ name: 'username', type: 'username', label, hint })
    }
    return {
      page: {
        title: proof ? text('signUpTitle') : text('checkTitle'),
        lead: proof ? text('joinLead', { email: proof.email }) : text('checkLead'),
        blocks: [
          {
            kind: 'form',
            action: 'finish',
            fields,
            ...(proof && !username && { username: proof.email }),
            submit: text('join'),
          },
        ],
      },
    }
  }

/** The name that the mail was asked for with. */
function nameOf(data: unknown): string | null {
  const name: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'name') : ''
  return textOf(name).trim() || null
}

/** Registers who has proven an address, with a password. */
export const finish =
  (parts: Parts) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { inputs, proof, users, records, now } = context
    if (!proof) return { refused: 'gone' }
    const { email } = proof
    const password = textOf(inputs['password'])
    const name = nameOf(proof.data)
    const chosen = parts.settings.username
      ? await readFreeName(records, textOf(inputs['username']))
      : null
    if (chosen && 'refused' in chosen) return { ...chosen, page: 'join' }
    const owner = { email, name, username: chosen?.name ?? null }
    const fault = await findPasswordFault(parts, password, owner, context)
    if (fault) return { ...fault, page: 'join' }
    // Before anything is stored, so that a full queue leaves nothing behind.
    const made = await hashPassword(parts, password)
    if ('busy' in made) return made
    const user = await users.register({ email, name })
    // Someone has the address by now, whose way in this is not.
    if (user === 'taken') return { refused: 'exists' }
    const isPut = await replaceHash(records, null, { userId: user.id, hash: made.hash, now: now() })
    // The new user has another password by now, or is deleted.
    if (!isPut) return { refused: 'gone' }
    // Where a request at the same time has taken the name, another one can be chosen later.
    if (chosen) await takeName(records, user.id, chosen)
    await tell(parts, context, 'registered', user)
    return { signIn: user.id }
  }
