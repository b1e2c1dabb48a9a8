import { normalizeReadable } from '../../../crypto/random.ts'
import { Verification } from '../../../errors/classes.ts'
import { isObject, parseJson } from '../../../kit/json.ts'
import type { Context, SessionContext } from '../../../request/context.ts'
import { lastEndOfAll } from '../../../sessions/in-progress.ts'
import type { MailProof } from '../../../types/feature-mail.ts'
import type { JsonValue } from '../../../types/utility.ts'
import { readProofTransactions } from '../../transaction/cookies.ts'
import { MAX_ATTEMPTS, type ProofTransaction } from '../../transaction/transaction.ts'
import { spendForAddresses } from '../account.ts'
import { isCode } from '../mail-code.ts'
import { linkText, nameOfPurpose, type Purpose, toUserBefore, userWithId } from './purpose.ts'
import { claim, countTry, findRow, type ProofRow } from './rows.ts'

/** A proof as it was found. */
export interface OpenedProof {
  readonly row: ProofRow
  readonly proof: MailProof
  /** Whether its user still is as when it was asked for. */
  readonly holds: () => Promise<boolean>
}

/** A proof that an action has to itself. */
export interface ClaimedProof extends OpenedProof {
  /** The sign of the browser that asked for it, where its code was typed. */
  readonly transaction?: ProofTransaction
}

/** Why a proof is none. */
const REFUSED = {
  unknown: 'The link of a proof has been used already, has expired, was ended or was never made.',
  code: 'This browser has no open proof whose code could be entered.',
} as const

const fails = (why: keyof typeof REFUSED): Verification => new Verification(REFUSED[why])

/** Whether the user of a proof is still as when it was asked for. */
async function isAsBefore(
  { config }: SessionContext,
  { email, userId }: Pick<MailProof, 'email' | 'userId'>,
  before: unknown,
): Promise<boolean> {
  const then: Readonly<Record<string, unknown>> = isObject(before) ? before : {}
  if (userId === null) {
    // `register` finds out who has the address. Once its owner has proven it, what was asked for before may be a stranger's.
    const owner = toUserBefore(await config.adapter?.getUserByEmail?.(email))
    return owner?.proven !== true || then['proven'] === true
  }
  const now = toUserBefore(await userWithId(config, userId))
  if (!now || !isObject(before)) return false
  return now.address === before['address'] && now.proven === before['proven']
}

/** What is sealed in a row; `undefined` where it is of another purpose or row, or does not hold any more. */
async function openRow(
  context: SessionContext,
  purpose: Purpose,
  row: ProofRow,
): Promise<OpenedProof | undefined> {
  const opened = await context.profile.box.open('mail-proof', row.sealed)
  if (!opened) return undefined
  const { id, purpose: name, email, userId = null, data, before, at } = opened.payload
  // Bound to its row: what another row has is of no use here.
  if (id !== row.id || name !== nameOfPurpose(purpose)) return undefined
  const end = await lastEndOfAll(context.config, 'now')
  if (Number(at) <= end.at) return undefined
  const owner = typeof userId === 'string' ? userId : null
  const proof = {
    email: String(email),
    userId: owner,
    // Written by `prove`, as JSON.
    data: parseJson(String(data)) as JsonValue,
  }
  const holds = (): Promise<boolean> => isAsBefore(context, proof, before)
  return (await holds()) ? { row, proof: Object.freeze(proof), holds } : undefined
}

/**
 * The proof of a link. Reading it uses up nothing: a scanner may have opened it.
 *
 * @throws Verification where there is none
 * @throws AdapterError when the store fails
 */
export async function findByLink(
  context: SessionContext,
  purpose: Purpose,
  token: string,
): Promise<OpenedProof> {
  const text = linkText(context, purpose, token)
  // One hash for each secret of the configuration: a link survives their rotation.
  for (const id of await context.config.macs.all('mail-proof', text)) {
    const row = await findRow(context.config, id)
    const opened = row && !row.claimed ? await openRow(context, purpose, row) : undefined
    if (opened) return opened
  }
  throw fails('unknown')
}

/** @throws Verification where another request has it */
async function claimOpened(
  context: SessionContext,
  { row, ...opened }: OpenedProof,
  transaction?: ProofTransaction,
): Promise<ClaimedProof> {
  const claimed = await claim(context.config, row, transaction !== undefined)
  if (!claimed) throw fails(transaction ? 'code' : 'unknown')
  return { ...opened, row: claimed, ...(transaction && { transaction }) }
}

/**
 * Tries a code for the proofs that this browser has asked for, newest first. Each before the right one loses a try, which is counted before
 * the code is compared.
 *
 * @returns `undefined` for a wrong code, where another one may be tried
 */
async function tryCode(
  context: Context,
  purpose: Purpose,
  transactions: readonly ProofTransaction[],
  code: string,
): Promise<ClaimedProof | undefined> {
  const { config } = context
  let canRetry = false
  for (const transaction of transactions) {
    const row = await countTry(config, transaction.row)
    if (!row) continue
    if (await isCode(config.macs, transaction, code)) {
      const opened = await openRow(context, purpose, row)
      if (opened) return claimOpened(context, opened, transaction)
    } else if (row.tries < MAX_ATTEMPTS) canRetry = true
  }
  if (canRetry) return undefined
  throw fails('code')
}

async function claimByCode(
  context: Context,
  purpose: Purpose,
  typed: string,
): Promise<ClaimedProof | undefined> {
  const transactions = await readProofTransactions(context, nameOfPurpose(purpose))
  if (transactions.length === 0) throw fails('code')
  const addresses = transactions.map(({ identifier }) => identifier)
  const tried = await spendForAddresses(context, 'code', addresses, 'A code was not compared')
  if (!tried) return undefined
  const code = normalizeReadable(typed.slice(0, 64))
  const claimed = await tryCode(context, purpose, transactions, code)
  if (claimed) await tried.refund()
  return claimed
}

/**
 * Claims the proof that a form has sent, by its link or by a code, for the action that is about to run.
 *
 * @returns `undefined` for a wrong code, where another one may be tried
 * @throws Verification where there is none, or another request has it
 * @throws TooManyRequests when too many codes were tried
 * @throws AdapterError when the store fails
 */
export async function claimProof(
  context: Context,
  purpose: Purpose,
): Promise<ClaimedProof | undefined> {
  const { body } = context.request
  const [token, code] = [body.get('proof'), body.get('code')]
  if (typeof token === 'string' && token !== '') {
    return claimOpened(context, await findByLink(context, purpose, token))
  }
  if (typeof code === 'string') return claimByCode(context, purpose, code)
  throw new Verification('The form has neither the link of a proof nor a code.')
}
