import { leftWith, type Move } from './work.ts'
import type { SourceRow } from './source.ts'
import { textOf } from './source-values.ts'
import type { Outcome } from './tally.ts'

/** The mark of secrets that better-auth has taken over itself. */
const BASE32 = 'base32:'

/** A secret as the feature takes it: better-auth hands its text to apps as bytes, unless it is base32. */
const toSecret = (opened: string): { readonly base32: string } | { readonly raw: string } =>
  opened.startsWith(BASE32) ? { base32: opened.slice(BASE32.length) } : { raw: opened }

/** The codes of a JSON list, which better-auth may also keep unsealed. */
function readCodes({ unseal }: Move, row: SourceRow): readonly string[] | undefined {
  const stored = textOf(row, 'backupcodes') ?? '[]'
  const text = stored.startsWith('[') ? stored : unseal?.(stored)
  if (text === undefined) return undefined
  try {
    const codes: unknown = JSON.parse(text)
    return Array.isArray(codes) && codes.every((code) => typeof code === 'string')
      ? codes
      : undefined
  } catch {
    return undefined
  }
}

const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'TypeError'

interface Factor {
  readonly id: string
  readonly userId: string
}

async function storeCodes(
  move: Move,
  { id, userId }: Factor,
  codes: readonly string[],
): Promise<void> {
  const { tally, features } = move
  try {
    const stored = Number(await features.factors?.importCodes(userId, codes))
    tally.add('backup codes', 'moved', id, stored)
    tally.add('backup codes', 'unusable', id, codes.length - stored)
  } catch (error) {
    if (!isRefusal(error)) throw error
    tally.add('backup codes', 'unusable', id, codes.length)
  }
}

async function storeSecret(move: Move, { userId }: Factor, opened: string): Promise<Outcome> {
  try {
    await move.features.factors?.importTotp(userId, { secret: toSecret(opened) })
    return 'moved'
  } catch (error) {
    if (isRefusal(error)) return 'unusable'
    throw error
  }
}

/** Why a factor and its codes stay behind, before anything is opened. */
function refuse(move: Move, row: SourceRow, { userId }: Factor): Outcome | undefined {
  const { verified } = row
  if (verified === false || verified === 0) return 'unconfirmed'
  const left = leftWith(move, userId)
  if (left !== undefined) return left
  if (move.skipped.has('factors')) return 'skipped'
  return move.features.factors ? undefined : 'no-feature'
}

async function moveFactor(move: Move, row: SourceRow, factor: Factor): Promise<void> {
  const { tally, writes, unseal, features } = move
  const { id, userId } = factor
  const codes = readCodes(move, row)
  const add = (outcome: Outcome, ofCodes: Outcome = codes ? outcome : 'sealed'): void => {
    tally.add('factors', outcome, id)
    tally.add('backup codes', ofCodes, id, codes?.length)
  }
  const refused = refuse(move, row, factor)
  if (refused !== undefined) return add(refused, refused)
  const opened = unseal?.(textOf(row, 'secret') ?? '')
  if (opened === undefined) return add('sealed')
  // The app is stored last: once it is there, codes that were used since are not put back.
  if ((await features.factors?.has(userId)) === true) return add('there')
  if (!writes) return add('new')
  if (codes) await storeCodes(move, factor, codes)
  else tally.add('backup codes', 'sealed', id)
  tally.add('factors', await storeSecret(move, factor, opened), id)
}

/** Moves apps for codes, each after the backup codes of its user. */
export async function moveFactors(move: Move): Promise<void> {
  const { source, factorsOf, tally } = move
  for await (const row of source.rows('twoFactor')) {
    const factor = { id: textOf(row, 'id') ?? '', userId: textOf(row, 'userid') ?? '' }
    await move.at('factors', factor.id, () => moveFactor(move, row, factor))
    factorsOf.delete(factor.userId)
  }
  for (const id of factorsOf) tally.add('factors', leftWith(move, id) ?? 'no-app', id)
}
