import { randomToken } from '../../../crypto/random.ts'
import { keyOfUser } from '../../../crypto/key-of.ts'
import { AdapterError } from '../../../errors/classes.ts'
import type { Guard } from '../../../features/insert-owned.ts'
import { pruneTable } from '../../../features/prune.ts'
import type { CookieJar } from '../../../http/cookie-jar.ts'
import { mailProofs } from '../../../records/mail-proofs.ts'
import { actionUrl, sealValue, signInUrl, type Context } from '../../../request/context.ts'
import { endProofsOf } from '../../../sessions/endings/mail-proofs.ts'
import type { AskedProof, FeatureMail, SentNotice } from '../../../types/feature-mail.ts'
import type { AnyFeature } from '../../../types/feature.ts'
import { spendForAddresses } from '../account.ts'
import { makeCode } from '../mail-code.ts'
import { ownAddress } from '../start.ts'
import { storeProofTransaction } from '../../transaction/cookies.ts'
import { newTransactionId } from '../../transaction/transaction.ts'
import { requireEmailProvider } from './email-provider.ts'
import { type Letter, sendLetter } from './letter.ts'
import {
  linkText,
  nameOfPurpose,
  type Purpose,
  requirePurpose,
  subjectText,
  toUserBefore,
  userWithId,
} from './purpose.ts'
import { dropEarlier, proofRecords } from './rows.ts'

/** Minutes that a proof can be used, unless its purpose says otherwise. */
const MINUTES = 15

/** Bytes of JSON that a proof keeps for its action. */
const LONGEST_DATA = 1000

/** What the mails of a feature are sent with. */
export interface MailSender {
  /** The request that asks; one without anything in it where there is none. */
  readonly context: Context
  /** Where cookies can be set: those of the response. Absent for operations and programs, whose mails have links alone. */
  readonly cookies?: { jar: CookieJar } | undefined
  /** Where the response leads to in the end, if the request says. */
  readonly callbackUrl?: string | undefined
  /** What is wrong with the request by now. Of none where it has no user. */
  readonly guard?: Guard | undefined
}

/** @throws TypeError for data that has no JSON, or too much */
function toData({ data = null }: Pick<AskedProof, 'data'>): string {
  const json: unknown = JSON.stringify(data)
  if (typeof json === 'string' && new TextEncoder().encode(json).length <= LONGEST_DATA) return json
  throw new TypeError(`The data of a proof by mail is JSON of up to ${LONGEST_DATA} bytes.`)
}

/** A mail that proves an address, as it is stored. */
interface Made {
  readonly token: string
  readonly code: string | undefined
  readonly expires: number
  readonly minutes: number
  readonly stored: StoredProof
}

/** What can be done about the row of a proof. */
interface StoredProof {
  /** Withdraws it. */
  readonly withdraw: () => Promise<unknown>
  /** Once it was sent: ends what it takes the place of. */
  readonly replace: () => Promise<unknown>
}

const nothing = (): Promise<undefined> => Promise.resolve(undefined)

/** A try that no budget was spent for. */
const UNLIMITED = { refund: nothing }

/** No row was stored. */
const NOT_STORED: StoredProof = { withdraw: nothing, replace: nothing }

interface Wanted {
  readonly purpose: Purpose
  readonly address: string
  readonly userId?: string | undefined
  readonly data: string
}

/** The user whom a proof depends on: one look-up, whether there is one or not. */
async function findUserBefore({ context: { config } }: MailSender, { userId, address }: Wanted) {
  const user =
    userId === undefined
      ? await config.adapter?.getUserByEmail?.(address)
      : await userWithId(config, userId)
  return toUserBefore(user)
}

/** Stores the row of a proof. @throws AdapterError when the store fails */
async function storeRow(
  sender: MailSender,
  wanted: Wanted,
  id: string,
  expires: number,
): Promise<StoredProof> {
  const { config } = sender.context
  const { purpose, address, userId, data } = wanted
  const [subject, before] = await Promise.all([
    config.macs.sign('mail-proof', subjectText(purpose, { userId, email: address })),
    findUserBefore(sender, wanted),
  ])
  const now = config.clock()
  const payload = {
    id,
    purpose: nameOfPurpose(purpose),
    email: address,
    userId,
    data,
    before,
    at: now,
  }
  const maxAge = Math.ceil((expires - now) / 1000)
  const records = proofRecords(config)
  const row = await records.insert(mailProofs, {
    id,
    subject,
    user: userId === undefined ? subject : await keyOfUser(userId),
    sealed: await sealValue(sender.context, 'mail-proof', payload, maxAge),
    tries: 0,
    claimed: false,
    expires,
  })
  if (typeof row === 'string') throw new AdapterError('The proof by mail could not be stored.')
  await pruneTable(config, mailProofs)
  return {
    withdraw: () => records.drop(mailProofs, row),
    replace: purpose.proof.single ? () => dropEarlier(config, row) : nothing,
  }
}

/** Makes link and code of a proof, with its cookie where there is a browser. */
async function make(sender: MailSender, wanted: Wanted, isSent: boolean): Promise<Made> {
  const { context, cookies } = sender
  const { config } = context
  const { purpose, address } = wanted
  const token = randomToken()
  const id = await config.macs.sign('mail-proof', linkText(context, purpose, token))
  const minutes = purpose.proof.minutes ?? MINUTES
  const expires = Math.floor(config.clock() + minutes * 60_000)
  const stored = isSent ? await storeRow(sender, wanted, id, expires) : NOT_STORED
  if (!cookies) return { token, code: undefined, expires, minutes, stored }
  const transaction = newTransactionId(config)
  const { code, codeHash } = await makeCode(config.macs, transaction)
  cookies.jar = await storeProofTransaction(
    { ...context, jar: cookies.jar },
    {
      id: transaction,
      purpose: nameOfPurpose(purpose),
      identifier: address,
      row: id,
      codeHash,
      expires,
    },
  )
  return { token, code, expires, minutes, stored }
}

/** Budgets are spent first, as for a mail to sign in with. */
const spendMail = async ({ context }: MailSender, address: string) =>
  spendForAddresses(context, 'mail', [address], 'A mail was not sent')

/** Sends what was stored, or withdraws it. */
async function sendOrWithdraw(
  sender: MailSender,
  letter: Letter,
  { stored, refund }: Pick<Made, 'stored'> & { readonly refund: () => Promise<void> },
): Promise<void> {
  try {
    // An ending of the sessions of the user may have come before the row, which it has not ended then.
    const fault = await sender.guard?.()
    if (fault) throw fault
    await sendLetter(sender.context, requireEmailProvider(sender.context.config), letter)
  } catch (cause) {
    // A row that cannot be removed expires.
    await Promise.allSettled([stored.withdraw()])
    await refund()
    throw cause
  }
  await stored.replace()
}

async function prove(
  sender: MailSender,
  feature: AnyFeature,
  name: string,
  { email, userId, data, values }: AskedProof,
): Promise<boolean> {
  const { context, callbackUrl } = sender
  const purpose = requirePurpose(feature, name)
  const address = ownAddress(email, requireEmailProvider(context.config).config)
  const wanted = { purpose, address: address ?? '', userId, data: toData({ data: data ?? null }) }
  if (address === undefined) return false
  const tried = await spendMail(sender, address)
  const made = await make(sender, wanted, tried !== undefined)
  if (!tried) return true
  const { page, texts } = purpose.proof
  const path = `${feature.name}/${page}`
  const { token, code, expires, minutes } = made
  const url = actionUrl(context, path, { proof: token, callbackUrl })
  const secret = { token, code }
  const letter = { feature, name, texts, values, address, url, secret, expires, minutes }
  const refund = (): Promise<void> => tried.refund(['account', 'device'])
  await sendOrWithdraw(sender, letter, { ...made, refund })
  return true
}

/** The purpose whose mail a notice is sent in place of. @throws TypeError for one that tells what was done */
function replacedPurpose(feature: AnyFeature, { instead, done }: SentNotice): Purpose | undefined {
  if (instead === undefined) return undefined
  if (!done) return requirePurpose(feature, instead)
  throw new TypeError('A mail that tells what was done takes the place of no other one.')
}

/** What the button of a notice leads to. */
const noticeUrl = ({ context, callbackUrl }: MailSender, path: string | undefined): string =>
  path === undefined ? signInUrl(context).href : actionUrl(context, path, { callbackUrl })

async function send(
  sender: MailSender,
  feature: AnyFeature,
  name: string,
  sent: SentNotice,
): Promise<boolean> {
  const { context } = sender
  const { email, values, done } = sent
  const { mails = {} } = feature
  const notice = Object.hasOwn(mails, name) ? mails[name] : undefined
  if (!notice) throw new TypeError(`The feature "${feature.name}" has no mail "${name}".`)
  const purpose = replacedPurpose(feature, sent)
  const address = ownAddress(email, requireEmailProvider(context.config).config)
  if (address === undefined) return false
  const tried = done ? UNLIMITED : await spendMail(sender, address)
  // A row and a cookie like those of the other mail, whose link and code are never sent.
  const made =
    purpose && (await make(sender, { purpose, address, data: 'null' }, tried !== undefined))
  if (!tried) return true
  const { page, texts } = notice
  const url = noticeUrl(sender, page === undefined ? undefined : `${feature.name}/${page}`)
  const { clock } = context.config
  const letter = { feature, name, texts, values, address, url, expires: clock(), minutes: MINUTES }
  const refund = (): Promise<void> => tried.refund(['account', 'device'])
  const by = done ? { ...sender, guard: undefined } : sender
  await sendOrWithdraw(by, letter, { stored: made?.stored ?? NOT_STORED, refund })
  return true
}

async function endProofs(
  { context }: MailSender,
  feature: AnyFeature,
  userId: string,
  name?: string,
): Promise<void> {
  const { config } = context
  if (name === undefined) return endProofsOf(config, userId)
  const subject = subjectText(requirePurpose(feature, name), { userId })
  for (const hash of await config.macs.all('mail-proof', subject)) {
    await config.adapter?.records?.clear(mailProofs, 'subject', hash)
  }
}

/** The mails of a feature. */
export const featureMail = (
  feature: AnyFeature,
  open: () => MailSender | Promise<MailSender>,
): FeatureMail =>
  Object.freeze<FeatureMail>({
    prove: async (purpose, asked) => prove(await open(), feature, purpose, asked),
    send: async (notice, sent) => send(await open(), feature, notice, sent),
    endProofs: async (userId, purpose) => endProofs(await open(), feature, userId, purpose),
  })
