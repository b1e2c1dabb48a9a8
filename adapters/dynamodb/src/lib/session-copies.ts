import { type Condition } from './expressions.ts'
import { REVISION, revisionOf, type Store, text } from './store.ts'
import type { Item, Key } from './table.ts'

/** The user of a session as the session has it. */
export const COPY = '#user'

/** How many sessions are written to at the same time. */
const AT_ONCE = 10

/** Gives a session a copy of its user, unless it has a later one. `null` when it has, or is gone. */
export async function copyTo({ table }: Store, session: Key, user: Item): Promise<Item | null> {
  const { GSI1PK: _, GSI1SK: __, ...copy } = user
  const condition: Condition = { exists: true, notAbove: [REVISION, revisionOf(user)] }
  const set = { [COPY]: copy, [REVISION]: revisionOf(user) }
  return table.update(session, { set }, condition)
}

/** Gives every session of a user the copy of it. */
export async function copyToSessions(store: Store, user: Item): Promise<void> {
  const sessions = await store.table.list(text(user, 'pk'), 'SESSION#')
  for (let at = 0; at < sessions.length; at += AT_ONCE) {
    await Promise.all(
      sessions
        .slice(at, at + AT_ONCE)
        .map((session) =>
          copyTo(store, { pk: text(session, 'pk'), sk: text(session, 'sk') }, user),
        ),
    )
  }
}
