import type {
  FeatureUser,
  HasContext,
  VerifiedForm,
  VerifyContext,
} from '@latchstring/core/features'
import { once } from '../once.ts'
import type { Parts } from '../parts.ts'
import { NO_USER, readHash, readUsername, type HashRow } from '../store.ts'
import { hashes, usernames } from '../tables.ts'
import { keyOfName, shownName } from '../username-fold.ts'
import { checkPassword, hashPassword, textOf } from './shared.ts'

/**
 * The user with a username, as it was chosen: tries are counted by what was typed, and the spellings that look like one name are many.
 * Asks the store as often where there is none.
 */
async function findByName(
  { records, users }: VerifyContext,
  name: string,
): Promise<FeatureUser | null> {
  const row = await records.get(usernames, { id: await keyOfName(name) })
  const user = await users.find(row?.userId ?? NO_USER)
  return row?.name === shownName(name) ? user : null
}

/** The user with an address or, where there are usernames, with one. */
async function findUser({ settings }: Parts, context: VerifyContext): Promise<FeatureUser | null> {
  const { inputs, users } = context
  const login = textOf(inputs[settings.username ? 'username' : 'email'])
  return settings.username && !login.includes('@')
    ? findByName(context, login)
    : users.findByEmail(login)
}

/** Puts a hash of ours in the place of an older one, unless there is another one by now. */
async function renew(
  parts: Parts,
  { records }: VerifyContext,
  row: HashRow,
  password: string,
): Promise<void> {
  const made = await hashPassword(parts, password)
  if ('hash' in made) await records.change(hashes, row, { hash: made.hash })
}

/** Whose address and password a form has. The same is done for each. */
export const verify =
  (parts: Parts) =>
  async (context: VerifyContext): Promise<VerifiedForm> => {
    const password = textOf(context.inputs['password'])
    const readRow = once(async () => {
      const user = await findUser(parts, context)
      const row = await readHash(context.records, user?.id ?? NO_USER)
      return user && row
    })
    // In its turn, so that a flood of forms does not keep the store from others.
    const stored = async (): Promise<string | undefined> => (await readRow())?.hash
    const checked = await checkPassword(parts, context, password, stored)
    if ('busy' in checked) return checked
    const row = checked.right ? await readRow() : null
    if (!row) return null
    if (checked.outdated) await renew(parts, context, row, password)
    return { userId: row.userId }
  }

/** Whether a user has a password, and something to type beside it. */
export const has =
  (parts: Parts) =>
  async ({ records, users }: HasContext, userId: string): Promise<boolean> => {
    if (!(await readHash(records, userId))) return false
    const user = await users.find(userId)
    if (!user) return false
    return user.email !== null || (await readUsername(parts, records, userId)) !== null
  }
