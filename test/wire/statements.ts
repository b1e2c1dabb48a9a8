/** A recorder of the statements sent to a database. */
export interface Listening {
  /** Statements, or names of commands, in the order in which they were sent. Transactions begin and end with some. */
  readonly statements: readonly string[]
}

/** What is sent while work is done. */
export async function sentDuring(
  { statements }: Listening,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const before = statements.length
  await work()
  return statements.slice(before)
}

/** How much is sent while work is done. */
export const countDuring = async (
  listening: Listening,
  work: () => Promise<unknown>,
): Promise<number> => (await sentDuring(listening, work)).length

/** How much is sent over all connections, those among them that are opened while the work is done. */
export async function countOverAll(
  connections: readonly { readonly commands: readonly unknown[] }[],
  work: () => Promise<unknown>,
): Promise<number> {
  const count = (): number => connections.flatMap(({ commands }) => commands).length
  const before = count()
  await work()
  return count() - before
}
