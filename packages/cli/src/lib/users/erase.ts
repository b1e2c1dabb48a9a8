import { readFile } from 'node:fs/promises'
import { UsageError } from '../arguments.ts'
import { describeError } from '../describe-error.ts'
import type { Terminal } from '../terminal.ts'
import type { Due, Kept, LeavingCalls } from './load-application.ts'

/** Whose data are deleted. */
export type Whom =
  | { readonly kind: 'user'; readonly idOrEmail: string }
  | { readonly kind: 'due'; readonly limit: number }
  | { readonly kind: 'again'; readonly file: string }

/** What is asked for. */
export interface EraseRequest {
  readonly whom: Whom
  readonly yes: boolean
  readonly json: boolean
}

interface Work {
  readonly calls: LeavingCalls
  readonly terminal: Terminal
  readonly request: EraseRequest
}

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

const plural = (number: number, word: string): string =>
  `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`

const PLANNED = 'Nothing was deleted. Pass --yes to delete.\n'

/** @throws Error where there is no such user */
export async function requireUser(calls: LeavingCalls, idOrEmail: string): Promise<string> {
  const id = await calls.findUser(idOrEmail)
  if (id !== null) return id
  throw new Error('There is no user with this id or address.')
}

/** What goes with a user, in numbers. */
function countKept({ accounts, passkeys, sessions, records }: Kept) {
  const rows = Object.entries(records).map(([table, all]) => [table, all.length] as const)
  return {
    accounts: accounts.length,
    passkeys: passkeys.length,
    sessions: sessions.length,
    records: Object.fromEntries(rows),
  }
}

function describeKept(id: string, kept: Kept): string {
  const { accounts, passkeys, sessions, records } = countKept(kept)
  const lines = [
    `User ${JSON.stringify(id)}:`,
    `  ${plural(accounts, 'account')}, ${plural(passkeys, 'passkey')}, ${plural(sessions, 'session')}`,
    ...Object.entries(records).map(([table, number]) => `  ${table}: ${plural(number, 'row')}`),
    '  other rows of features, and what `also.erase` of the application deletes',
  ]
  return `${lines.join('\n')}\n`
}

function refuse({ terminal, request }: Work, code: string, why: string): number {
  if (request.json) terminal.out(toJson({ refused: { code, why } }))
  terminal.err(`${terminal.paint('red', 'Refused:')} ${why} (${code})\n`)
  return 3
}

async function planUser(work: Work, id: string): Promise<number> {
  const { calls, terminal, request } = work
  const refusal = await calls.askErasure(id)
  if (refusal) return refuse(work, refusal.code, refusal.why)
  const kept = await calls.exportUser(id)
  if (kept && request.json) terminal.out(toJson({ planned: { id, ...countKept(kept) } }))
  if (kept && !request.json) terminal.out(`${describeKept(id, kept)}${PLANNED}`)
  return 2
}

async function eraseOne(work: Work, idOrEmail: string): Promise<number> {
  const { calls, terminal, request } = work
  const id = await requireUser(calls, idOrEmail)
  if (!request.yes) return planUser(work, id)
  const ended = await calls.eraseUser(id)
  if (ended.kind === 'refused') return refuse(work, ended.code, ended.why)
  if (ended.kind === 'under-way') {
    throw new Error('Another process is deleting this user. Run it again in ten minutes.')
  }
  terminal.out(
    request.json ? toJson({ deleted: [id] }) : `The user ${JSON.stringify(id)} is deleted.\n`,
  )
  return 0
}

function report({ terminal, request }: Work, { deleted, refused, failed }: Due): number {
  const failures = failed.map(({ userId, error }) => ({ userId, error: describeError(error) }))
  if (request.json) terminal.out(toJson({ deleted, refused, failed: failures }))
  else terminal.out(`${plural(deleted.length, 'user')} deleted.\n`)
  for (const { userId, code } of refused) {
    terminal.err(`${terminal.paint('yellow', 'Refused:')} ${JSON.stringify(userId)}: ${code}\n`)
  }
  for (const { userId, error } of failures) {
    terminal.err(`${terminal.paint('red', 'Failed:')} ${JSON.stringify(userId)}: ${error}\n`)
  }
  if (failures.length > 0) return 1
  return refused.length > 0 ? 3 : 0
}

async function eraseDue(work: Work, limit: number): Promise<number> {
  const { calls, terminal, request } = work
  if (request.yes) return report(work, await calls.deleteDue(limit))
  const due = await calls.listDue(limit)
  if (request.json) terminal.out(toJson({ planned: { due } }))
  else terminal.out(`${plural(due.length, 'user')} due. ${due.length > 0 ? PLANNED : '\n'}`)
  return due.length > 0 ? 2 : 0
}

/** The ids in a file, one a line. */
async function readIds(file: string): Promise<readonly string[]> {
  try {
    const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
    return [...new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))]
  } catch (error) {
    throw new UsageError(`--again: ${file} cannot be read: ${describeError(error)}`)
  }
}

/** Deletes users again whom a restored backup has brought back. */
async function eraseAgain(work: Work, file: string): Promise<number> {
  const { calls, terminal, request } = work
  const ids = await readIds(file)
  const found: string[] = []
  for (const id of ids) {
    // An address is no id: it may be that of another account by now.
    if ((await calls.findUser(id)) === id) found.push(id)
  }
  if (!request.yes) {
    const text = `${plural(found.length, 'user')} of ${ids.length.toLocaleString('en')} in the file are there. `
    if (request.json) terminal.out(toJson({ planned: { again: found } }))
    else terminal.out(`${text}${found.length > 0 ? PLANNED : '\n'}`)
    return found.length > 0 ? 2 : 0
  }
  const refused: Due['refused'][number][] = []
  const failed: Due['failed'][number][] = []
  const deleted: string[] = []
  for (const userId of found) {
    try {
      const ended = await calls.eraseUser(userId)
      if (ended.kind === 'refused') refused.push({ userId, code: ended.code })
      if (ended.kind === 'deleted') deleted.push(userId)
    } catch (error) {
      failed.push({ userId, error })
    }
  }
  return report(work, { deleted, refused, failed })
}

/** Deletes users, or says what would be deleted. Gives the exit code. */
export async function erase(work: Work): Promise<number> {
  const { whom } = work.request
  if (whom.kind === 'user') return eraseOne(work, whom.idOrEmail)
  if (whom.kind === 'due') return eraseDue(work, whom.limit)
  return eraseAgain(work, whom.file)
}
