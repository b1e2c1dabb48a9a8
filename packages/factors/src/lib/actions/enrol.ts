import type {
  ChangeAnswer,
  ChangeContext,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import { appsOf } from '../apps.ts'
import { beginEnrolment, findEnrolment, finishEnrolment } from '../enrolment.ts'
import { notify } from '../notices.ts'
import type { Settings } from '../options.ts'
import { SHOWN, userOf } from '../person.ts'
import { confirmApp, confirmationOf, keepCodesPage, keyPage, type SetUpWords } from '../set-up.ts'

/** Setting up an app in a sign-in that waits for it. */
const WORDS: SetUpWords = { begin: 'enrol-begin', confirm: 'enrol-confirm', finish: 'enrol-done' }

/** Says that an app is needed, or shows the key of the one that is being set up. */
export const enrolPage =
  (settings: Settings) =>
  async (context: PageContext): Promise<PageAnswer> => {
    const { text, user, inputs } = context
    // Shown again with a refusal, the page is given no user where it needs none.
    const row = user && (await findEnrolment(context, user.id, inputs['enrolment']))
    if (row && row.confirmedAt === null) {
      return { page: await keyPage(context, row, settings, WORDS) }
    }
    return {
      page: {
        title: text('title'),
        lead: text('enrolLead'),
        blocks: [
          { kind: 'form', action: WORDS.begin, submit: text('addApp') },
          { kind: 'link', page: 'signin', label: text('usePasskey') },
        ],
      },
    }
  }

/** Begins to set up an app, unless there is one by now. */
export const enrolBegin =
  (settings: Settings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { id } = userOf(context)
    if ((await appsOf(context, id)).length > 0) return { refused: 'enrolled', page: 'enrol' }
    const row = await beginEnrolment(context, id)
    return row
      ? { page: await keyPage(context, row, settings, WORDS) }
      : { refused: 'again', page: 'enrol' }
  }

/** Stores the app, and shows the backup codes. The sign-in goes on from the page with them. */
export const enrolConfirm =
  (settings: Settings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { id } = userOf(context)
    const confirmed = await confirmApp(context, settings, {
      ...confirmationOf(context, id),
      mayAdd: false,
      // The sessions of the user end when the sign-in goes on, which would end with them.
      first: async () => undefined,
    })
    if ('refused' in confirmed) return { refused: confirmed.refused, page: 'enrol' }
    await notify(context, settings, id, 'added')
    return { page: keepCodesPage(context, confirmed.codes ?? [], WORDS) }
  }

/** Goes on with the sign-in that has set up the app. */
export async function enrolDone(context: ChangeContext): Promise<ChangeAnswer> {
  const { id } = userOf(context)
  const isDone = await finishEnrolment(context, id, context.inputs['enrolment'])
  return isDone ? { passed: SHOWN, ends: 'factor-added' } : { refused: 'expired', page: 'enrol' }
}
