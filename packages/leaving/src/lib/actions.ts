import type {
  ChangeAnswer,
  ChangeContext,
  FeatureBlock,
  GateAnswer,
  GateContext,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import { leavingRequests } from './requests-table.ts'
import { exportUser, keepAccount, readState, requestErasure, type Settings } from './requests.ts'

type Say = PageContext['text']

/** A date for a person, as in the sentences: their language is a text as well. */
function say(text: Say, date: number): string {
  try {
    const format = new Intl.DateTimeFormat(text('locale'), { dateStyle: 'long', timeZone: 'UTC' })
    return format.format(date)
  } catch {
    // A text of the application that names no language.
    return new Date(date).toISOString().slice(0, 10)
  }
}

const paragraph = (text: string): FeatureBlock => ({ kind: 'text', text })

/** The part of the account page. */
export async function showAccount(context: PageContext): Promise<readonly FeatureBlock[]> {
  const { text, user } = context
  const state = user ? await readState(context, user.id) : undefined
  const data: FeatureBlock = { kind: 'link', page: 'data', label: text('data') }
  if (state?.leaving) {
    return [data, paragraph(text('leaving', { date: say(text, state.dueAt.getTime()) }))]
  }
  return [data, { kind: 'link', page: 'delete', label: text('delete') }]
}

/** The page from which a file is loaded. */
export const showData = ({ text }: PageContext): PageAnswer => ({
  page: {
    title: text('data'),
    lead: text('dataLead'),
    blocks: [{ kind: 'form', action: 'export', submit: text('download') }],
  },
})

/** Answers with the file. */
export async function answerExport(
  context: ChangeContext,
  { also }: Settings,
): Promise<ChangeAnswer> {
  const kept = context.user && (await exportUser(context, also, context.user.id))
  return kept ? { json: kept, download: 'my-data.json' } : { refused: 'gone' }
}

/** The page that says what goes. */
export const showDelete = ({ text, now }: PageContext, { days }: Settings): PageAnswer => {
  const until = now() + days * 86_400_000
  return {
    page: {
      title: text('delete'),
      lead: text('deleteLead'),
      blocks: [
        paragraph(days === 0 ? text('atOnce') : text('until', { date: say(text, until) })),
        { kind: 'link', page: 'data', label: text('data') },
        {
          kind: 'form',
          action: 'request',
          fields: [{ name: 'sure', label: text('sure'), type: 'checkbox' }],
          submit: text('delete'),
        },
      ],
    },
  }
}

/** Takes the request of a user. */
export async function answerRequest(
  context: ChangeContext,
  settings: Settings,
): Promise<ChangeAnswer> {
  const { inputs, text, user } = context
  if (inputs['sure'] !== true) return { refused: 'unsure', page: 'delete' }
  if (!user) return { refused: 'gone' }
  const ended = await requestErasure(context, settings, user.id)
  if (ended.kind === 'refused') {
    return { refused: 'not-now', values: { why: ended.why }, page: 'delete' }
  }
  if (ended.kind === 'requested') {
    const date = say(text, ended.dueAt.getTime())
    const blocks = [paragraph(text('signedOut', { date }))]
    return { page: { title: text('leaving', { date }), blocks } }
  }
  const title = text(ended.kind === 'under-way' ? 'begun' : 'deleted')
  return { page: { title, blocks: [] } }
}

/** Stops a sign-in of a user who is leaving. */
export async function askGate({ records, signIn: { user } }: GateContext): Promise<GateAnswer> {
  const row = user && (await records.get(leavingRequests, { userId: user.id }))
  if (!row) return 'pass'
  return row.begunAt === null ? { step: 'stay' } : { refused: 'begun' }
}

/** The step of such a sign-in. */
export async function showStay(context: PageContext): Promise<PageAnswer> {
  const { text, user } = context
  const state = user ? await readState(context, user.id) : undefined
  const date = state?.leaving ? say(text, state.dueAt.getTime()) : undefined
  return {
    page: {
      title: date === undefined ? text('kept') : text('leaving', { date }),
      blocks: [
        { kind: 'form', action: 'keep', submit: text('keep') },
        { kind: 'link', page: 'stays', label: text('leave') },
      ],
    },
  }
}

/** Lets such a sign-in go on. */
export async function answerKeep(context: ChangeContext): Promise<ChangeAnswer> {
  const { user } = context
  if (user && (await keepAccount(context, user.id))) return { passed: [] }
  return { refused: 'begun' }
}

/** Where the step leads a person who does not keep the account. */
export const showStays = ({ text }: PageContext): PageAnswer => ({
  page: { title: text('unchanged'), blocks: [paragraph(text('unchangedText'))] },
})
