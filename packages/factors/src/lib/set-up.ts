import type {
  ChangeContext,
  FeatureBlock,
  FeaturePage,
  PageContext,
} from '@latchstring/core/features'
import { appUri, grouped } from './app-uri.ts'
import { appsOf, insertApp, MOST_APPS } from './apps.ts'
import { countCodes, renewCodes } from './codes.ts'
import { claimEnrolment, type Enrolment, findEnrolment, releaseEnrolment } from './enrolment.ts'
import { stepOfCode } from './one-time-code.ts'
import type { Settings } from './options.ts'
import { totp } from './tables.ts'

/** The words of the actions that an app is set up with. */
export interface SetUpWords {
  readonly begin: string
  readonly confirm: string
  readonly finish: string
}

/** What pages and changes have in common. */
type Shown = Pick<PageContext, 'text' | 'user' | 'site'>

/** The page with the key of an app that is being set up. */
export async function keyPage(
  { text, user, site }: Shown,
  { secret, id }: Enrolment,
  { issuer = site }: Pick<Settings, 'issuer'>,
  words: SetUpWords,
): Promise<FeaturePage> {
  const account = user?.email ?? user?.name ?? user?.id ?? ''
  const uri = appUri({ secret, issuer, account })
  const { encode } = await import('uqr')
  const blocks: readonly FeatureBlock[] = [
    { kind: 'qr', rows: encode(uri, { ecc: 'M', border: 0 }).data, text: uri },
    { kind: 'text', text: text('manual') },
    { kind: 'code', text: grouped(secret) },
    {
      kind: 'form',
      action: words.confirm,
      fields: [
        { name: 'code', label: text('code'), type: 'code' },
        { name: 'label', label: text('label'), value: text('app'), optional: true },
      ],
      hidden: { enrolment: id },
      submit: text('verifyAndTurnOn'),
    },
  ]
  return { title: text('title'), lead: text('scan'), blocks }
}

/** The page that new codes are shown on, once. */
export const codesPage = (
  { text }: Pick<Shown, 'text'>,
  codes: readonly string[],
  onward: readonly FeatureBlock[],
): FeaturePage => ({
  title: text('codesTitle'),
  lead: text('codesLead'),
  blocks: [{ kind: 'codes', codes }, ...onward],
})

/** The page with codes that a user has to keep, from where the setting up goes on. */
export function keepCodesPage(
  context: ChangeContext,
  codes: readonly string[],
  { finish }: SetUpWords,
): FeaturePage {
  const onward: FeatureBlock = {
    kind: 'form',
    action: finish,
    hidden: { enrolment: String(context.inputs['enrolment']) },
    submit: context.text('codesSaved'),
  }
  return codesPage(context, codes, [onward])
}

/** What a form says of an app that is confirmed. */
export const confirmationOf = (
  { inputs, text }: ChangeContext,
  userId: string,
): Pick<Confirmation, 'userId' | 'enrolment' | 'code' | 'label'> => ({
  userId,
  enrolment: inputs['enrolment'],
  code: String(inputs['code']),
  label: String(inputs['label'] || text('app')),
})

/** What confirms an app. */
export interface Confirmation {
  readonly userId: string
  readonly enrolment: unknown
  readonly code: string
  readonly label: string
  /** Whether it may be added beside apps that there are. */
  readonly mayAdd: boolean
  /** What has to be done with the first app of a user, once it is stored. */
  readonly first: () => Promise<void>
}

/** What came of it: new codes, where there were none, or an error of the feature. */
export type Confirmed =
  | { readonly codes: readonly string[] | undefined }
  | { readonly refused: 'wrong' | 'expired' | 'again' | 'full' | 'enrolled' }

async function store(
  context: ChangeContext,
  settings: Settings,
  claimed: Enrolment,
  given: Confirmation & { readonly lastStep: number },
): Promise<Confirmed> {
  const { userId, label, mayAdd, first, lastStep } = given
  const known = await appsOf(context, userId)
  if (known.length > 0 && !mayAdd) return { refused: 'enrolled' }
  if (known.length >= MOST_APPS) return { refused: 'full' }
  const app = await insertApp(context, known, { userId, label, secret: claimed.secret, lastStep })
  if (!app) return { refused: 'again' }
  try {
    if (known.length === 0) await first()
    const needsCodes = known.length === 0 || (await countCodes(context, userId)) === 0
    const codes = needsCodes ? await renewCodes(context, userId, settings.backupCodes) : undefined
    if (codes || !needsCodes) return { codes }
  } catch (error) {
    // An app that was not shown to be set up would be asked for in the next sign-in.
    await context.records.drop(totp, app)
    throw error
  }
  await context.records.drop(totp, app)
  return { refused: 'again' }
}

/** Stores an app whose code was right. The code is spent by it. */
export async function confirmApp(
  context: ChangeContext,
  settings: Settings,
  given: Confirmation,
): Promise<Confirmed> {
  const row = await findEnrolment(context, given.userId, given.enrolment)
  if (row === null || row.confirmedAt !== null) return { refused: 'expired' }
  const code = given.code.replaceAll(/[\s-]/g, '')
  const lastStep = await stepOfCode(row.secret, code, { now: context.now(), after: -1 })
  if (lastStep === undefined) return { refused: 'wrong' }
  const claimed = await claimEnrolment(context, row)
  if (!claimed) return { refused: 'again' }
  try {
    const confirmed = await store(context, settings, claimed, { ...given, lastStep })
    if ('refused' in confirmed) await releaseEnrolment(context, claimed)
    return confirmed
  } catch (error) {
    await releaseEnrolment(context, claimed)
    throw error
  }
}
