import type { Backend } from './backend.ts'
import { type Cluster, clearUp, toList, toText, toTexts } from './cluster.ts'
import {
  BEGIN_EMAIL,
  CLAIM_EMAIL,
  CONFIRM_USER,
  END_USER,
  FORGET_USER,
  HOLDS,
  PREPARE_USER,
  READ_EMAIL,
  READ_OWNER,
  READ_USER,
  READ_USER_WITH_EMAIL,
  RELEASE_EMAIL,
  REMOVE,
  REMOVE_POINTER,
  TAKE_BACK,
  UPDATE_USER,
} from './cluster-scripts.ts'
import { removeRowsElsewhere } from './record-verbs.ts'

type UserBackend = Pick<
  Backend,
  'createUser' | 'readUser' | 'readUserByEmail' | 'readUserByAccount' | 'updateUser' | 'deleteUser'
>

/** An address that a user wants, and the claim it makes on it. */
interface Claim {
  readonly owner: string
  readonly email: string
  readonly id: string
}

/** Milliseconds between two reads of a user that is claiming the same address. */
const LOOK = 25

/** Number of reads: for a little longer than the creation of a user takes. */
const LOOKS = 20

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LOOK)
  })

const late = (): Error =>
  new Error('The cluster took too long to claim the address of a user, which is left as it was.')

/**
 * Points the key of an address to a user, which is already marked as claiming the address. An entry of a user without the address
 * is taken over; that user cannot claim it again, see {@link HOLDS}.
 *
 * @returns whether the user has the address; otherwise it belongs to another user
 */
async function claimEmail({ run, key }: Cluster, { owner, email, id }: Claim): Promise<boolean> {
  let [holder, claim] = ['', '']
  for (let look = 0; look < LOOKS; look += 1) {
    const found = toTexts(await run(CLAIM_EMAIL, key('email', email), owner, id, holder, claim))
    const [user = '', by = ''] = found
    if (user === '') return true
    const holds = await run(HOLDS, key('user', user), email)
    if (holds === 'yes') return false
    if (holds === 'soon') await pause()
    else [holder, claim] = [user, by]
  }
  return false
}

const release = ({ run, key }: Cluster, { owner, email, id }: Claim): Promise<unknown> =>
  email === '' ? Promise.resolve() : run(RELEASE_EMAIL, key('email', email), owner, id)

/** Claims an address. A user that does not get it is unchanged. */
async function claimOrTakeBack(cluster: Cluster, claim: Claim): Promise<boolean> {
  const takeBack = () => clearUp(cluster.run(TAKE_BACK, cluster.key('user', claim.owner), claim.id))
  try {
    const claimed = await claimEmail(cluster, claim)
    if (!claimed) await takeBack()
    return claimed
  } catch (error) {
    await takeBack()
    throw error
  }
}

async function createUser(
  cluster: Cluster,
  ...[owner, email, fields]: Parameters<Backend['createUser']>
): Promise<unknown> {
  const { run, key, claimTimeout } = cluster
  const claim = { owner, email, id: crypto.randomUUID() }
  const user = key('user', owner)
  const said = await run(PREPARE_USER, user, email, claim.id, String(claimTimeout), ...fields)
  if (said !== null || email === '') return said
  if (!(await claimOrTakeBack(cluster, claim))) return 'email'
  if ((await run(CONFIRM_USER, user, claim.id)) === 1) return null
  await clearUp(release(cluster, claim))
  throw late()
}

async function updateUser(
  cluster: Cluster,
  ...[owner, email, fields]: Parameters<Backend['updateUser']>
): Promise<unknown> {
  const { run, key, claimTimeout } = cluster
  const claim = { owner, email: email ?? '', id: crypto.randomUUID() }
  const user = key('user', owner)
  const update = () =>
    run(UPDATE_USER, user, email === undefined ? '0' : '1', claim.email, claim.id, ...fields)
  let said = await update()
  if (said === 'claim') {
    const begun = await run(BEGIN_EMAIL, user, claim.email, claim.id, String(claimTimeout))
    if (begun !== null) return begun
    if (!(await claimOrTakeBack(cluster, claim))) return 'email'
    said = await update()
    if (said === 'claim') {
      await clearUp(release(cluster, claim))
      throw late()
    }
  }
  if (!Array.isArray(said)) return said
  const [before, id, stored] = toList(said)
  await clearUp(release(cluster, { owner, email: toText(before), id: toText(id) }))
  return stored
}

/**
 * Ends a user, deletes its records elsewhere, and then the user. An interrupted deletion has ended the user, and the next one
 * completes it.
 */
async function deleteUser(cluster: Cluster, owner: string): Promise<unknown> {
  const { run, key } = cluster
  const ended = await run(END_USER, key('user', owner))
  const [address, accounts, authenticators, tokens] = toList(ended).map(toTexts)
  const [, , , , notes, rows] = toList(ended)
  const [email = '', id = ''] = address ?? []
  await Promise.all([
    release(cluster, { owner, email, id }),
    ...(accounts ?? []).map((each) => run(REMOVE, key('account', each), owner)),
    ...(authenticators ?? []).map((each) => run(REMOVE, key('authenticator', each), owner)),
    ...(tokens ?? []).map((token) => clearUp(run(REMOVE_POINTER, key('session', token), owner))),
    removeRowsElsewhere(cluster, key('user', owner), { notes, rows }),
  ])
  return run(FORGET_USER, key('user', owner))
}

/** Users in a cluster: a user has its own key, and the key of an address points to it. */
export function clusterUsers(cluster: Cluster): UserBackend {
  const { run, key } = cluster
  const find = async (owner: unknown, read: (user: string) => Promise<unknown>) =>
    owner === null ? [] : read(key('user', toText(owner)))
  return {
    createUser: (...all) => createUser(cluster, ...all),
    readUser: (id) => run(READ_USER, key('user', id)),
    readUserByEmail: async (email) =>
      find(await run(READ_EMAIL, key('email', email)), (user) =>
        run(READ_USER_WITH_EMAIL, user, email),
      ),
    readUserByAccount: async (account) =>
      find(await run(READ_OWNER, key('account', account)), (user) => run(READ_USER, user)),
    updateUser: (...all) => updateUser(cluster, ...all),
    deleteUser: (id) => deleteUser(cluster, id),
  }
}
