import type {
  ChangeAnswer,
  ChangeContext,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import { MOST_APPS } from '../apps.ts'
import { beginEnrolment, findEnrolment, finishEnrolment } from '../enrolment.ts'
import { notify } from '../notices.ts'
import type { Settings } from '../options.ts'
import { hasBoth, managed, SHOWN, TOO_LOW, userOf } from '../person.ts'
import { confirmApp, confirmationOf, keepCodesPage, keyPage, type SetUpWords } from '../set-up.ts'

/** Setting up an app in a session. */
const WORDS: SetUpWords = { begin: 'begin', confirm: 'turn-on', finish: 'keep' }

/** Says what it is for, or shows the key of the app that is being set up. */
export const setUpPage =
  (settings: Settings) =>
  async (context: PageContext): Promise<PageAnswer> => {
    const { text, inputs } = context
    const { apps, may } = await managed(context)
    if (!may) return { to: 'raise' }
    const row = await findEnrolment(context, userOf(context).id, inputs['enrolment'])
    if (row && row.confirmedAt === null) {
      return { page: await keyPage(context, row, settings, WORDS) }
    }
    const submit = apps.length === 0 ? text('turnOn') : text('addApp')
    return {
      page: {
        title: text('title'),
        lead: apps.length === 0 ? text('off') : text('addApp'),
        blocks:
          apps.length < MOST_APPS
            ? [{ kind: 'form', action: WORDS.begin, submit }]
            : [{ kind: 'text', text: text('full') }],
      },
    }
  }

/** Begins to set up an app. */
export const begin =
  (settings: Settings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { apps, may } = await managed(context)
    if (!may) return TOO_LOW
    if (apps.length >= MOST_APPS) return { refused: 'full', page: 'set-up' }
    const row = await beginEnrolment(context, userOf(context).id)
    return row
      ? { page: await keyPage(context, row, settings, WORDS) }
      : { refused: 'again', page: 'set-up' }
  }

/** Stores the app. With the first one other sessions end, which have shown one factor. */
export const turnOn =
  (settings: Settings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { id } = userOf(context)
    const { may } = await managed(context)
    const confirmed = await confirmApp(context, settings, {
      ...confirmationOf(context, id),
      mayAdd: may && hasBoth(context),
      first: () => context.endSessions(id, 'factor-added'),
    })
    if ('refused' in confirmed) {
      return confirmed.refused === 'enrolled'
        ? TOO_LOW
        : { refused: confirmed.refused, page: 'set-up' }
    }
    await notify(context, settings, id, 'added')
    if (!confirmed.codes) return { to: 'back' }
    return { page: keepCodesPage(context, confirmed.codes, WORDS) }
  }

/** The session has shown what it has set up. */
export async function keep(context: ChangeContext): Promise<ChangeAnswer> {
  const { id } = userOf(context)
  const isDone = await finishEnrolment(context, id, context.inputs['enrolment'])
  return isDone ? { passed: SHOWN } : { refused: 'expired', page: 'set-up' }
}
