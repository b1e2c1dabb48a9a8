import { type AdapterRecords, mailProofs } from '@latchstring/core/adapters'
import {
  claim,
  countTry,
  findRow,
  proofRecords,
  release,
} from '../../../packages/core/src/lib/sign-in/email/proofs/rows.ts'
import type { Ending, Step, World } from './explore.ts'

const FAR = 4_102_444_800_000

const MAX_TRIES = 5

/** A store as one program has it: each of its calls is a step. */
const hold = (records: AdapterRecords, step: Step): AdapterRecords => ({
  ...records,
  get: (...args) => step(async () => records.get(...args)),
  change: (...args) => step(async () => records.change(...args)),
  drop: (...args) => step(async () => records.drop(...args)),
})

/** What is done with a proof at the same time: its action does its work or refuses. */
export type ProofUse = 'link' | 'link, refused' | 'code' | 'code, refused' | 'wrong code'

let worlds = 0

/** The proof of a world of its own, of which some codes were tried, and its uses. */
export async function proofWorld(
  records: AdapterRecords,
  { uses, tried }: { readonly uses: readonly ProofUse[]; readonly tried: number },
): Promise<World> {
  const id = `proof-${(worlds += 1)}`
  const values = { id, subject: id, user: id, sealed: 'sealed', claimed: false, expires: FAR }
  const over = (held: AdapterRecords) => ({ adapter: { records: held }, clock: Date.now })
  await proofRecords(over(records)).insert(mailProofs, { ...values, tries: tried })
  let [done, running, together, wrong] = [0, 0, 0, 0]

  /** The action, which takes a step of its own. */
  const act = async (step: Step, isRefused: boolean): Promise<void> => {
    await step(() => {
      running += 1
      together = Math.max(together, running)
      if (!isRefused) done += 1
    })
  }

  const program = (use: ProofUse) => async (step: Step) => {
    const store = over(hold(records, step))
    const byCode = !use.startsWith('link')
    const row = byCode ? await countTry(store, id) : await findRow(store, id)
    if (use === 'wrong code' && row) wrong += 1
    if (!row || use === 'wrong code' || row.claimed) return false
    const claimed = await claim(store, row, byCode)
    if (!claimed) return false
    const isRefused = use.endsWith('refused')
    await act(step, isRefused)
    running -= 1
    if (isRefused) await release(store, claimed)
    else await proofRecords(store).drop(mailProofs, claimed)
    return true
  }

  // A right code that another one was faster than counts.
  const isAlone = uses.filter((use) => use.startsWith('code')).length === 1
  const mostTries = isAlone ? tried + uses.filter((use) => use === 'wrong code').length : MAX_TRIES

  /** What is wrong where every call was answered. */
  function checkAnswered(row: Awaited<ReturnType<typeof findRow>>): string | undefined {
    if (done === 1) return row ? 'the proof that was used is there' : undefined
    if (!row || row.claimed) return 'the proof is lost'
    return row.tries > mostTries ? 'a right code counts as a wrong one' : undefined
  }

  async function check(endings: readonly Ending[]): Promise<string | undefined> {
    const row = await findRow(over(records), id)
    if (done > 1) return 'the action did its work twice'
    if (together > 1) return 'two actions ran at the same time'
    if (wrong > MAX_TRIES - tried) return `${wrong} wrong codes were compared`
    if (done === 1 && row?.claimed === false) return 'the proof that was used is usable'
    return endings.every(({ how }) => how === 'returned') ? checkAnswered(row) : undefined
  }
  return { programs: uses.map(program), check }
}
