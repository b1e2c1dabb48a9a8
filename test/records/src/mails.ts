import type { AdapterRecords } from '@latchstring/core/adapters'
import {
  mailStore,
  type MailStore,
} from '../../../packages/core/src/lib/sign-in/email/mail-store.ts'
import type { Ending, Step, World } from './explore.ts'

const FAR = 4_102_444_800_000

const unused = (): never => {
  throw new Error('Verification tokens are not used.')
}

const mailsOver = (records: AdapterRecords): MailStore =>
  mailStore({ records, createVerificationToken: unused, useVerificationToken: unused }, Date.now)

/** A store as one program has it: each of its calls is a step. */
const hold = (records: AdapterRecords, step: Step): AdapterRecords => ({
  ...records,
  get: (...args) => step(async () => records.get(...args)),
  change: (...args) => step(async () => records.change(...args)),
  drop: (...args) => step(async () => records.drop(...args)),
})

/** What is done with a mail at the same time. */
export type Use = 'right code' | 'wrong code' | 'link'

let worlds = 0

/** The mail of a world of its own, of which some codes were tried, and its uses. */
export async function mailWorld(
  records: AdapterRecords,
  { uses, tried }: { readonly uses: readonly Use[]; readonly tried: number },
): Promise<World> {
  const link = `link-${(worlds += 1)}`
  const mails = mailsOver(records)
  await mails.put(link, FAR)
  for (let count = 0; count < tried; count += 1) await mails.guess?.(link, async () => false)
  let compared = 0

  const program = (use: Use) => async (step: Step) => {
    const held = mailsOver(hold(records, step))
    if (use === 'link') return (await held.take(link)) !== undefined
    const result = await held.guess?.(link, async () => {
      compared += 1
      return use === 'right code'
    })
    return result === 'right'
  }

  async function check(endings: readonly Ending[]): Promise<string | undefined> {
    const returned = endings.map((one) => (one.how === 'returned' ? one.value : undefined))
    const used = returned.filter((value) => value === true).length
    const isThere = (await mails.read?.(link)) !== undefined
    if (compared > 5 - tried) return `${compared} codes were compared`
    if (used > 1) return 'the mail was used twice'
    if (used === 1 && isThere) return 'the mail that was used is there'
    const isAnswered = endings.every(({ how }) => how === 'returned')
    if (isAnswered && isThere !== (used === 0)) return 'the mail is lost'
    const isLinkAlone = uses.includes('link') && !uses.includes('right code')
    return isAnswered && isLinkAlone && used === 0
      ? 'codes kept the link from signing in'
      : undefined
  }
  return { programs: uses.map(program), check }
}
