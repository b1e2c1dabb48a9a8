import type { Backend, OwnedKind, OwnedRecord } from './backend.ts'
import { type Cluster, clearUp, toList, toText, toTexts } from './cluster.ts'
import {
  IS_LIVE,
  NOTE,
  READ,
  READ_NOTE,
  READ_NOTES,
  READ_OWNER,
  REMOVE,
  REMOVE_NOTE,
  STORE,
  UPDATE,
  USE_AUTHENTICATOR,
} from './cluster-scripts.ts'

type OwnedBackend = Pick<
  Backend,
  'readOwned' | 'createOwned' | 'updateOwned' | 'useAuthenticator' | 'removeOwned' | 'listOwned'
>

const listName = (kind: OwnedKind): string => `${kind}s`

/** A record of a user: the record under its own key, which is authoritative, and an index entry under the key of the user. */
type Ownership = Pick<OwnedRecord, 'kind' | 'id' | 'owner'>

const note = ({ run, key }: Cluster, { kind, id, owner }: Ownership): Promise<unknown> =>
  run(NOTE, key('user', owner), listName(kind), id)

const readNote = async ({ run, key }: Cluster, { kind, id, owner }: Ownership): Promise<string> =>
  toText(await run(READ_NOTE, key('user', owner), listName(kind), id))

/** Removes an index entry, unless it was written again meanwhile. */
const removeNote = (
  { run, key }: Cluster,
  { kind, id, owner }: Ownership,
  made: string,
): Promise<void> => clearUp(run(REMOVE_NOTE, key('user', owner), listName(kind), id, made))

/**
 * Stores a record unless a user has it. A record whose user no longer exists is free: ids of users are never reused.
 */
async function store(
  { run, key }: Cluster,
  { kind, id, owner, fields }: OwnedRecord,
): Promise<boolean> {
  let gone = ''
  for (;;) {
    const holder = await run(STORE, key(kind, id), owner, gone, ...fields)
    if (holder === null) return true
    if ((await run(IS_LIVE, key('user', toText(holder)))) === 1) return false
    gone = toText(holder)
  }
}

/**
 * Writes the index entry, the record, and the index entry again. The last step detects that the user or the entry was deleted
 * meanwhile. An interrupted call leaves an index entry without a record, which reads ignore.
 */
async function createOwned(cluster: Cluster, record: OwnedRecord): Promise<unknown> {
  const { run, key } = cluster
  const { kind, id, owner } = record
  const said = await note(cluster, record)
  if (said !== null) return said
  if (!(await store(cluster, record))) {
    const made = await readNote(cluster, record)
    const holder = await run(READ_OWNER, key(kind, id))
    if (holder !== owner) await removeNote(cluster, record, made)
    return 'id'
  }
  const ended = await note(cluster, record)
  if (ended !== null) await run(REMOVE, key(kind, id), owner)
  return ended
}

async function updateOwned(cluster: Cluster, record: OwnedRecord): Promise<unknown> {
  const { run, key } = cluster
  const { kind, id, owner, fields } = record
  const before = owner === '' ? null : await run(READ_OWNER, key(kind, id))
  const moves = before !== null && before !== owner
  const former = { kind, id, owner: toText(before) }
  const made = moves ? await readNote(cluster, former) : ''
  if (moves) {
    const said = await note(cluster, record)
    if (said !== null) return said
  }
  const said = await run(UPDATE, key(kind, id), owner, ...fields)
  if (!Array.isArray(said)) return said
  if (moves) {
    const ended = await note(cluster, record)
    if (ended !== null) await run(REMOVE, key(kind, id), owner)
    if (ended !== null) return ended
    await removeNote(cluster, former, made)
  }
  const [, stored] = toList(said)
  return stored
}

async function removeOwned(
  cluster: Cluster,
  { kind, id }: Pick<Ownership, 'kind' | 'id'>,
  wanted?: string,
): Promise<unknown> {
  const { run, key } = cluster
  const owner = await run(READ_OWNER, key(kind, id))
  if (owner === null || (wanted !== undefined && owner !== wanted)) return null
  const ownership = { kind, id, owner: toText(owner) }
  const made = await readNote(cluster, ownership)
  await run(REMOVE, key(kind, id), ownership.owner)
  await removeNote(cluster, ownership, made)
  return null
}

const OWNER = '#user'

function isOwnedBy(fields: unknown, owner: string): boolean {
  const texts = toTexts(fields)
  return texts.some((text, at) => at % 2 === 0 && text === OWNER && texts[at + 1] === owner)
}

async function listOwned(
  { run, key }: Cluster,
  kind: OwnedKind,
  owner: string,
): Promise<readonly unknown[]> {
  const ids = toTexts(await run(READ_NOTES, key('user', owner), listName(kind)))
  const records = await Promise.all(ids.map((id) => run(READ, key(kind, id))))
  return records.filter((fields) => isOwnedBy(fields, owner))
}

/** Accounts and authenticators in a cluster. */
export function clusterOwned(cluster: Cluster): OwnedBackend {
  const { run, key } = cluster
  return {
    readOwned: (kind, id) => run(READ, key(kind, id)),
    createOwned: (record) => createOwned(cluster, record),
    updateOwned: (record) => updateOwned(cluster, record),
    useAuthenticator: (id, counter, fields) =>
      run(USE_AUTHENTICATOR, key('authenticator', id), counter, ...fields),
    removeOwned: (kind, id, owner) => removeOwned(cluster, { kind, id }, owner),
    listOwned: (kind, owner) => listOwned(cluster, kind, owner),
  }
}
