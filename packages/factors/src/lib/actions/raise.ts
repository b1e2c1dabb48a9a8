import type {
  ChangeAnswer,
  ChangeContext,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import { appsOf, spendCode } from '../apps.ts'
import { SHOWN, userOf } from '../person.ts'
import { tryCode } from '../tries.ts'

/** Asks who is signed in for a code; or to set up an app, where there is none. */
export async function raisePage(context: PageContext): Promise<PageAnswer> {
  const { text } = context
  const apps = await appsOf(context, userOf(context).id)
  return {
    page: {
      title: text('confirmTitle'),
      lead: apps.length === 0 ? text('enrolLead') : text('confirmLead'),
      blocks:
        apps.length === 0
          ? [{ kind: 'form', action: 'begin', submit: text('addApp') }]
          : [
              {
                kind: 'form',
                action: 'confirm',
                fields: [{ name: 'code', label: text('code'), type: 'code' }],
                submit: text('verify'),
              },
              { kind: 'text', text: text('confirmLost') },
            ],
    },
  }
}

/** Takes the code of who is signed in. */
export async function confirm(context: ChangeContext): Promise<ChangeAnswer> {
  const tried = await tryCode(context, 'app', () =>
    spendCode(context, userOf(context).id, String(context.inputs['code'])),
  )
  if (typeof tried === 'object') return tried
  return tried ? { passed: SHOWN } : { refused: 'wrong', page: 'raise' }
}
