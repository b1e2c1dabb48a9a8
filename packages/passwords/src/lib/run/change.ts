import type {
  ChangeAnswer,
  ChangeContext,
  FeatureUser,
  PageAnswer,
  PageContext,
  WritingContext,
} from '@latchstring/core/features'
import type { PasswordOutcome } from '../operations.ts'
import type { Parts } from '../parts.ts'
import { findPasswordFault, type FoundFault } from '../policy/policy.ts'
import { readHash, readUsername, timeAfter } from '../store.ts'
import { hashes } from '../tables.ts'
import {
  type Busy,
  checkPassword,
  donePage,
  hashPassword,
  notify,
  ownerOf,
  tell,
  textOf,
} from './shared.ts'

/** The page on which a user changes the password, or sets the first one. */
export async function showEdit({ text, user, records }: PageContext): Promise<PageAnswer> {
  if (!user) return { refused: 'gone' }
  const field = {
    name: 'password',
    label: text('newPassword'),
    type: 'new-password',
    hint: text('hint'),
  } as const
  const owner = user.email === null ? {} : { username: user.email }
  if (!(await readHash(records, user.id))) {
    return {
      page: {
        title: text('set'),
        lead: text('setLead'),
        blocks: [{ kind: 'form', action: 'set', fields: [field], ...owner, submit: text('set') }],
      },
    }
  }
  const current = { name: 'current', label: text('current'), type: 'password' } as const
  return {
    page: {
      title: text('change'),
      lead: text('renewLead'),
      blocks: [
        {
          kind: 'form',
          action: 'change',
          fields: [current, field],
          ...owner,
          submit: text('change'),
        },
      ],
    },
  }
}

/** Checks and hashes a new password of a user. */
async function prepare(
  parts: Parts,
  context: WritingContext,
  user: FeatureUser,
  password: string,
): Promise<FoundFault | Busy | { readonly hash: string }> {
  const owner = ownerOf(user, await readUsername(parts, context.records, user.id))
  const fault = await findPasswordFault(parts, password, owner, context)
  return fault ?? hashPassword(parts, password)
}

interface Change {
  readonly from: string
  readonly to: string
}

type Changed = FoundFault | Busy | { readonly done: true }
type Refused<Fault> = { readonly refused: Fault }

/** How often the current password is compared anew where its hash was replaced meanwhile, as a sign-in does with an old one. */
const MAX_RACES = 3

/** Changes the password of a user who knows the current one. */
export async function changePassword(
  parts: Parts,
  context: WritingContext,
  user: FeatureUser,
  { from, to }: Change,
): Promise<Changed | Refused<'wrong' | 'no-password'>> {
  const { records, endSessions, now } = context
  for (let race = 0; race < MAX_RACES; race += 1) {
    const row = await readHash(records, user.id)
    if (!row) return { refused: 'no-password' }
    const checked = await checkPassword(parts, context, from, row.hash)
    if ('busy' in checked) return checked
    if (!checked.right) return { refused: 'wrong' }
    const made = await prepare(parts, context, user, to)
    if (!('hash' in made)) return made
    await endSessions(user.id, 'password-changed')
    const next = { hash: made.hash, changedAt: timeAfter(row, now()) }
    if (await records.change(hashes, row, next)) {
      await endSessions(user.id, 'password-changed')
      await notify(context, 'changed', user)
      await tell(parts, context, 'changed', user)
      return { done: true }
    }
  }
  return { refused: 'wrong' }
}

/** Sets the first password of a user. */
export async function setPassword(
  parts: Parts,
  context: WritingContext,
  user: FeatureUser,
  password: string,
): Promise<Changed | Refused<'has-password'>> {
  const { records, endSessions, now } = context
  if (await readHash(records, user.id)) return { refused: 'has-password' }
  const made = await prepare(parts, context, user, password)
  if (!('hash' in made)) return made
  await endSessions(user.id, 'password-changed')
  const row = { userId: user.id, hash: made.hash, changedAt: now() }
  const put = await records.insert(hashes, row)
  if (put === 'taken') return { refused: 'has-password' }
  if (put === 'no-owner') throw new Error('A password was set for a user who is not there.')
  await endSessions(user.id, 'password-changed')
  await notify(context, 'added', user)
  await tell(parts, context, 'changed', user)
  return { done: true }
}

/** The action of the form. */
export const change =
  (parts: Parts) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { user, inputs, text } = context
    if (!user) return { refused: 'gone' }
    const passwords = { from: textOf(inputs['current']), to: textOf(inputs['password']) }
    const outcome = await changePassword(parts, context, user, passwords)
    if ('refused' in outcome) return { ...outcome, page: 'edit' }
    return 'busy' in outcome ? outcome : donePage(text('changed'), text('signedOut'))
  }

/** The action of the form. */
export const set =
  (parts: Parts) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { user, inputs, text } = context
    if (!user) return { refused: 'gone' }
    const outcome = await setPassword(parts, context, user, textOf(inputs['password']))
    if ('refused' in outcome) return { ...outcome, page: 'edit' }
    return 'busy' in outcome ? outcome : donePage(text('setDone'), text('signedOut'))
  }

/** The outcome of an operation, for the application. */
export function toOutcome<Fault extends string>(
  outcome: Changed | Refused<Fault>,
): PasswordOutcome<Fault> {
  if (!('refused' in outcome)) return outcome
  const reason = 'values' in outcome ? outcome.values?.reason : undefined
  return { refused: outcome.refused, ...(reason !== undefined && { reason }) }
}
